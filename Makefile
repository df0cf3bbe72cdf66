# Everything here needs only Python 3.11 or later and make: each target sets up its own .venv first,
# with a node of its own where the page is checked. The page itself needs nothing of it.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
NODE := node_modules/.ready

.PHONY: demo help test lint types imports tests mutations kills bench package rules maps vectors declarations screenshots clean

demo: $(READY)  ## two nodes play a whole game and a third process audits the log
	$(BIN)/secret-subs demo

help:  ## what can be made
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1: \2/p' Makefile

test: lint types imports tests newest searched  ## everything that must hold before a change lands

lint: $(READY) $(NODE)  ## style and form of all code
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/node node_modules/.bin/biome ci

types: $(READY) $(NODE)  ## mypy, and tsc for the page, strictly
	$(BIN)/mypy
	$(BIN)/node node_modules/.bin/tsc

imports: $(READY)  ## which package may import which
	$(BIN)/lint-imports

tests: $(READY)  ## all tests, with coverage
	PYTHONHASHSEED=1 $(BIN)/pytest -n auto --cov --cov-report=
	$(BIN)/coverage report

newest: $(READY)  ## the tests of the core on the newest Python there is, without asserts
	$(BIN)/python -m tests.newest

searched: $(READY)  ## two minutes of the marathon
	$(BIN)/python -m tests.marathon --minutes 2 --rounds 2

marathon: $(READY)  ## hours of random games, changed logs, killed nodes, searches: PARTS=kills MINUTES=60
	$(BIN)/python -m tests.marathon $(PARTS) $(if $(MINUTES),--minutes $(MINUTES))

bench: $(READY)  ## measurements, printed as ratios made in one run
	$(BIN)/python -m tests.bench

package: $(READY)  ## build sdist and wheel into dist/, and try the wheel in an environment of its own
	$(BIN)/python -m tests.packaging

rules: $(READY)  ## write the made pages of docs/rules anew: index.md, questions.md
	$(BIN)/python -m tools.rules

maps: $(READY)  ## draw the maps anew: make maps NATURAL_EARTH=folder (tools/maps/__init__.py)
	$(BIN)/pip install --quiet --editable '.[maps]'
	$(BIN)/python -m tools.maps --natural-earth '$(NATURAL_EARTH)' --out client/maps

vectors: $(READY)  ## write the test vectors of SPEC.md anew
	SECRET_SUBS_WRITE_VECTORS=1 $(BIN)/pytest -q tests/protocol tests/p2p -k vectors

declarations: $(READY)  ## declare to the page's checks what Python sends and takes
	$(BIN)/python -m tools.declarations

screenshots: $(READY)  ## pictures of the table's main states, to be looked at; needs Chromium
	$(BIN)/python -m tests.browser.screenshots

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed, $(PYTHON) is older: name one, as in make demo PYTHON=python3.12")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet --editable '.[dev]'
	touch $@

$(NODE): $(READY) package.json package-lock.json
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/npm ci
	touch $@

clean:  ## remove all that was made here
	rm -rf .venv .venv-newest .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage build dist node_modules *.egg-info
