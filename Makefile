# Two commands do everything on a fresh machine: `make check` and `make test`.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready

.PHONY: corners check test thorough lint recheck documents conditions bench campaign fuzz

# The main job: every claim of every paper against its recorded status.
check: $(READY)
	$(BIN)/verified check

# Each process takes a part in a row, and then what the other one hasn't come to: what the tests of
# a module share is mostly made once, and neither is left with a long end.
test: $(READY)
	$(BIN)/pytest -n 2 --dist worksteal

# What that leaves out, as it takes as long again: the other cases of the tests in tests/thorough.py.
thorough: $(READY)
	$(BIN)/pytest -n 2 --dist worksteal -m 'thorough and not slow'

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/mypy

# All stored evidence, by the kernel and by the second checker, and their verdicts compared.
recheck: $(READY)
	$(BIN)/python -m recheck.compare

# The papers' documents, compiled; fails on an overfull box (needs pdflatex).
documents: $(READY)
	$(BIN)/python -m tests.docs.documents

# Each condition and error term of the trusted code that this branch changed, taken out: a test must fail (minutes).
conditions: $(READY)
	$(BIN)/python -m bench.conditions --changed

# Ratios against named alternatives, each in one run (minutes; installs the extra `bench`).
bench: $(VENV)/.bench
	$(BIN)/python bench/kl.py
	$(BIN)/python bench/capacity.py
	$(BIN)/python bench/margins.py
	$(BIN)/python -m bench.accounting
	$(BIN)/python -m bench.values
	$(BIN)/python -m bench.scalar
	$(BIN)/python -m bench.shannon

# Every function of the oracle at all corners of its arguments.
corners: $(READY)
	$(BIN)/pytest -n 2 --dist worksteal -m 'slow or thorough or not thorough' tests/oracle/test_corners.py

# The slow campaigns: facts without a proof attacked for a minute each, false claims refuted, true ones never, over 20 seeds
# (hours).
campaign: $(READY)
	$(BIN)/verified check 'background/*' --anew --fresh --seconds 60
	$(BIN)/pytest -m slow
	$(BIN)/python -m bench.refute --workers 2
	$(BIN)/python -m bench.never_refuted --workers 2

# False theorems of both checkers, looked for by random and adversarial steps of every rule (long).
fuzz: $(READY)
	$(BIN)/python -m bench.fuzz --checker kernel --steps 100000 --workers 2
	$(BIN)/python -m bench.fuzz --checker second --steps 50000 --workers 2

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		-c constraints.txt -e '.[test,lint]'
	touch $@

$(VENV)/.bench: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[bench]'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -c constraints.txt psitip
	touch $@
