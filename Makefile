# Each target makes what it needs first, from a fresh clone on. CONTRIBUTING.md says when to use which.
.DEFAULT_GOAL := build
.PHONY: build test fuzz pairs mutants checked asan tsan foreign lint docs bench limits bench-results bench-report \
    bench-gate pythons wheels completions clean

PYTHON := .venv/bin/python
HERE := PYTHONPATH=src $(PYTHON)
TESTS := PYTHONPATH=src:tests $(PYTHON)
STUBBED = $(patsubst src/hanoi_fast/kernels/%.pyi,hanoi_fast.kernels.%,$(wildcard src/hanoi_fast/kernels/*.pyi))

build: .venv/dev
	$(PYTHON) setup.py build_ext --inplace -q

test: build
	$(HERE) -m pytest

# make fuzz MINUTES=60: random trials against plain Python, lists of moves with one thing spoiled, inputs of all kinds
# (sought by coverage where atheris is installed), calls around the edges of types from many threads, exports killed at
# 100 moments a format, and every property of the tests with twenty times as many examples.
fuzz: build
	$(HERE) -m hanoi_fast selftest --minutes $(or $(MINUTES),5) --seed $$(date +%s)
	$(TESTS) tests/fuzz_lists.py --count $$(( $(or $(MINUTES),5) * 4000 )) --seed $$(date +%s)
	$(TESTS) tests/fuzz_inputs.py --seconds $$(( $(or $(MINUTES),5) * 10 ))
	$(TESTS) tests/fuzz_boundaries.py --seconds $$(( $(or $(MINUTES),5) * 60 )) --seed $$(date +%s)
	$(TESTS) tests/fuzz_kills.py --moments 100 --seed $$(date +%s)
	HANOI_FAST_EXAMPLES=fuzz timeout $(or $(MINUTES),5)m $(HERE) -m pytest -q -x $$(grep -l "@given" tests/test_*.py) || \
	    test $$? = 124

# Some forty minutes.
pairs: build
	PYTHONPATH=src:tests $(PYTHON) tests/all_pairs.py

# make mutants BASE=main MOST=40
mutants: build
	$(HERE) tests/mutants.py --base $(or $(BASE),HEAD~1) --most $(or $(MOST),40)

checked asan tsan: .venv/dev
	.ci/kernels $@

# The C of the kernels for Windows and macOS: compiled, neither linked nor run.
foreign: build
	$(PYTHON) -m pip install -q ziglang
	$(PYTHON) .ci/foreign

lint: build
	$(PYTHON) -m ruff check . .ci/wheels .ci/foreign
	$(PYTHON) -m check_jsonschema --builtin-schema vendor.github-workflows $(wildcard .github/workflows/*.yml)
	PATH="$(CURDIR)/.venv/bin:$$PATH" cython-lint $(wildcard src/hanoi_fast/kernels/*.pyx)
	MYPYPATH=src $(HERE) -m mypy -p hanoi_fast
	MYPYPATH=src $(HERE) -m mypy.stubtest $(STUBBED) --mypy-config-file pyproject.toml --allowlist .ci/stubtest-allowlist

# The site is docs/_build/index.html.
docs: build
	$(HERE) -m sphinx -W --keep-going -q docs docs/_build

bench: build
	$(HERE) -m pytest bench -o python_files='bench_*.py' --benchmark-only

limits: build
	$(HERE) bench/limits.py

# Some 20 minutes on a machine that does nothing else.
bench-results: build
	mkdir -p bench/results
	-$(HERE) bench/limits.py --json bench/results/limits.json
	$(HERE) -m hanoi_fast bench --published --json > bench/results/bench.json
	$(HERE) bench/growth.py bench/results/growth.json
	$(HERE) bench/scaling.py bench/results/scaling.json

bench-report: build
	$(HERE) bench/report.py

# make bench-gate BASE=v0.1.0 NAMES="fill blocks"
bench-gate: build
	$(HERE) bench/gate.py $(BASE) $(NAMES)

pythons:
	.ci/pythons

# Into dist/, for Linux: zig compiles them, each is built twice, checked, and tested where it can run.
wheels:
	python3 .ci/wheels

# For bash, zsh and fish, and a man page, into build/completions/: made from the parser.
completions: build
	$(HERE) .ci/completions build/completions

# The virtual environment stays: remove .venv by hand.
clean:
	rm -rf build dist docs/_build .venv/dev .benchmarks .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src -name '*.so' -delete
	find . -path ./.venv -prune -o \( -name __pycache__ -o -name '*.egg-info' \) -prune -exec rm -rf {} +

.venv/dev: pyproject.toml
	test -x $(PYTHON) || python3 -m venv .venv
	.venv/bin/pip install -q -e '.[dev]'
	touch $@
