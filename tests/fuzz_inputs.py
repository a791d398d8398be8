"""Feed the package whatever comes, and compare it with plain Python.

Each target takes bytes, makes an input of them, and says what is wrong with the answer: another exception than those
that are documented, another result than the plain way, or more than a second for an input this small. Run by atheris
(`pip install atheris`), which seeks inputs that reach new lines of the code; without it by hypothesis:

    python tests/fuzz_inputs.py --seconds 600 numbers slices

All targets by default, one after the other, each so many seconds.
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path

from fuzz_targets import TARGETS, Wrong

MOST_SECONDS = 2  # of the processor, for any input here


def within_time(target):
    """A target that complains of inputs that take long."""

    def timed(data):
        begun = time.process_time()
        target(data)
        if (took := time.process_time() - begun) > MOST_SECONDS:
            raise Wrong(f"{took:.1f} s for {len(data)} bytes")

    return timed


def by_atheris(target, seconds, corpus):
    import atheris

    atheris.instrument_all()
    options = [f"-max_total_time={seconds}", "-max_len=600", "-len_control=1", "-rss_limit_mb=4096"]
    atheris.Setup(
        [sys.argv[0], *options, "-print_final_stats=1", f"-artifact_prefix={corpus}/finding-", corpus],
        within_time(target),
    )
    atheris.Fuzz()


def by_hypothesis(target, seconds):
    from hypothesis import HealthCheck, given, settings
    from hypothesis import strategies as st

    end, done = time.monotonic() + seconds, 0
    timed = within_time(target)

    @settings(max_examples=2000, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(st.binary(max_size=600))
    def feed(data):
        nonlocal done
        if time.monotonic() < end:
            done += 1
            timed(data)

    while time.monotonic() < end:
        feed()
    print(f"{target.__name__}: {done:,} inputs by hypothesis, nothing wrong", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"of {', '.join(TARGETS)}; all by default")
    parser.add_argument("--seconds", type=int, default=60, help="for each target")
    parser.add_argument("--corpus", default="build/fuzz", help="where atheris keeps inputs that reached new lines")
    parser.add_argument("--here", action="store_true", help="run the one target in this process")
    args = parser.parse_args()
    for name in args.targets or TARGETS:
        if name not in TARGETS:
            parser.error(f"there is no target {name}: {', '.join(TARGETS)}")
    try:
        import atheris  # noqa: F401

        guided = True
    except ImportError:
        guided = False
    if args.here:
        corpus = Path(args.corpus) / args.targets[0]
        corpus.mkdir(parents=True, exist_ok=True)
        by_atheris(TARGETS[args.targets[0]], args.seconds, str(corpus))
        return
    for name in args.targets or TARGETS:
        if guided:  # atheris ends its process
            words = [sys.executable, __file__, "--here", f"--seconds={args.seconds}", f"--corpus={args.corpus}", name]
            subprocess.run(words, check=True)
        else:
            by_hypothesis(TARGETS[name], args.seconds)


if __name__ == "__main__":
    main()
