"""The one place where a number from a caller becomes an int within limits, or a size is found too large."""

import os
import sys
from contextlib import suppress
from functools import lru_cache
from operator import index
from pathlib import Path

MOST_PEGS = 256  # a peg is a uint8 in every array and every layout
MOST_DISCS = 10**7  # of a puzzle that is given by a number: a state and its copies take some 100 MB
USUAL_SHARE = 1 << 22  # bytes of the largest cache for each core: 1.5 to 4 MiB on servers
LARGEST_CACHE = 1 << 26
MEMORY = Path("/proc/meminfo")
CACHES = sorted(Path("/sys/devices/system/cpu/cpu0/cache").glob("index*/size"))  # each says so many "K"


def checked_int(value: object, name: str, low: int, high: int | None = None) -> int:
    """Return `value` as an int between `low` and `high`, both included; `high=None` means no upper limit.

    Anything with ``__index__`` is an int, numpy's integers too. A bool, a float or a string is not.

    Raises:
        TypeError: `value` is not an int.
        ValueError: `value` is outside the limits.

    >>> checked_int(3, "discs", 0)
    3
    >>> checked_int(1, "pegs", 2, 256)
    Traceback (most recent call last):
    ValueError: pegs must be between 2 and 256, not 1
    >>> checked_int(2.5, "discs", 0)
    Traceback (most recent call last):
    TypeError: discs must be an int, not 2.5 (float)
    """
    number = an_int(value, name)
    if number < low or (high is not None and number > high):
        limits = f"at least {low}" if high is None else f"between {low} and {shown(high)}"
        raise ValueError(f"{name} must be {limits}, not {shown(number)}")
    return number


def an_int(value: object, name: str) -> int:
    """Return `value` as an int; a bool, a float or a string is none.

    Raises:
        TypeError: `value` is not an int.
    """
    try:
        # numpy's bool is no bool, and numpy 1 gives it an index.
        number = None if type(value).__name__ in ("bool", "bool_") else index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None:
        raise TypeError(f"{name} must be an int, not {shown(value)} ({type(value).__name__})")
    return number


def checked_index(value: object, name: str, count: int, things: str) -> int:
    """Return an index into `count` things, negative ones counting from the end, as one from 0.

    Raises:
        TypeError: `value` is not an int.
        IndexError: it is outside.

    >>> checked_index(-1, "step", 7, "moves")
    6
    >>> checked_index(7, "step", 7, "moves")
    Traceback (most recent call last):
    IndexError: step 7 is out of range for 7 moves
    """
    number = an_int(value, name)
    if not -count <= number < count:
        raise IndexError(f"{name} {shown(number)} is out of range for {shown(count)} {things}")
    return number % count


def shown(value: object) -> str:
    """Return `value` as it stands in an error message: its repr, cut to 60 characters.

    >>> shown("a" * 100)
    "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa..."
    >>> shown(10**5000)
    'an int of 16610 bits'
    """
    # Python refuses to print ints past 4300 digits: the message must not fail in its turn.
    if isinstance(value, int) and value.bit_length() > 192:
        return f"an int of {value.bit_length()} bits"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def printable(text: str) -> str:
    r"""Return text that a terminal shows as it stands: control characters, line breaks and the like are escaped.

    >>> printable("left\x1b[2J\n")
    'left\\x1b[2J\\n'
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def check_utf8(text: str, name: str) -> None:
    """Refuse a text that cannot be written: half of a pair of surrogates has no UTF-8.

    Raises:
        ValueError: `text` holds such a half.

    >>> check_utf8("\\ud800", "label")
    Traceback (most recent call last):
    ValueError: label '\\ud800' cannot be written as UTF-8
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{name} {shown(text)} cannot be written as UTF-8") from None


def shown_bytes(size: int) -> str:
    """Return a number of bytes as it stands in an error message.

    >>> shown_bytes(2**64), shown_bytes(10**5000)
    ('18446744073709551616 bytes', 'at least 2**16609 bytes')
    """
    return f"{size} bytes" if size.bit_length() <= 192 else f"at least 2**{size.bit_length() - 1} bytes"


def enough_memory(size: int, what: str, instead: str) -> None:
    """Refuse `size` bytes if the machine has less memory than that; `instead` says what to do then.

    Raises:
        MemoryError: names `what`, the bytes it needs and the bytes there are.

    >>> enough_memory(2**20, "the table", "ask for fewer discs")
    >>> enough_memory(2**80, "the table", "ask for fewer discs")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    MemoryError: the table needs 1208925819614629174706176 bytes, this machine has ...; ask for fewer discs
    """
    if size > (memory := machine_memory()):
        raise MemoryError(f"{what} needs {shown_bytes(size)}, this machine has {memory}; {instead}")


def machine_memory() -> int:
    """Return the bytes of memory of this machine, or `sys.maxsize` where the system does not tell."""
    if sys.platform == "win32":
        return windows_memory()[0]
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return sys.maxsize


def windows_memory() -> tuple[int, int]:
    """Return the bytes of memory of a machine with Windows, and those that are free."""
    import ctypes

    # A MEMORYSTATUSEX is two numbers of 32 bits, its own length and the load, and seven of 64, of which these are the
    # first two. (Processors that run Windows put the low half first.)
    status = (ctypes.c_uint64 * 8)(64)
    if not ctypes.WinDLL("kernel32").GlobalMemoryStatusEx(status):  # type: ignore[attr-defined]
        return sys.maxsize, sys.maxsize // 2
    return status[1], status[2]


def free_memory() -> int:
    """Return the bytes of memory that are free or can be, or half of all where the system does not tell.

    >>> 0 < free_memory() <= machine_memory()
    True
    """
    with suppress(OSError, StopIteration, ValueError):
        lines = MEMORY.read_text().splitlines()
        return next(int(line.split()[1]) << 10 for line in lines if line.startswith("MemAvailable:"))
    if sys.platform == "win32":
        return windows_memory()[1]
    return machine_memory() // 2


@lru_cache(maxsize=1)
def cache_share() -> int:
    """Return how many bytes of the largest cache one processor can count on, or a usual size if nobody tells.

    Processors that share a cache have a part of it each. One of more than 64 MiB is that of a whole socket, of whose
    processors a guest sees a few: it counts on as much of it as one core has.
    """
    size, sharing = max(((cache_bytes(path), sharing_of(path)) for path in CACHES), default=(USUAL_SHARE, 1))
    return USUAL_SHARE if size > LARGEST_CACHE else size // sharing


def cache_bytes(path: Path) -> int:
    """Return the size of a cache."""
    return int(path.read_text().rstrip("K\n")) << 10


def sharing_of(path: Path) -> int:
    """Return how many processors share a cache, where the system tells, as in "0-3,8": 5.

    >>> sharing_of(Path("nowhere/size"))
    1
    """
    with suppress(OSError, ValueError):
        runs = [run.split("-") for run in path.with_name("shared_cpu_list").read_text().strip().split(",")]
        return max(1, sum(int(run[-1]) - int(run[0]) + 1 for run in runs))
    return 1
