# Everything here needs only Python 3.11 or later and make: each target sets up its own .venv first,
# with a node of its own where the page is checked. The page itself needs nothing of it.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
NODE := node_modules/.ready
WHEELS := build/wheels/.ready
COLLECTED := build/collected/.ready

.PHONY: demo help test lint types imports tests newest search coverage marathon bench package site rules pictures maps vectors declarations screenshots clean

demo: $(READY)  ## let two bots play a whole game, and verify its log
	$(BIN)/secret-subs demo

help:  ## list these targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1	\2/p' Makefile

test: lint types imports tests newest search  ## run everything that must pass before a change lands

lint: $(READY) $(NODE)  ## check style and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/node node_modules/.bin/biome ci

types: $(READY) $(NODE)  ## check types with mypy and tsc
	$(BIN)/mypy
	$(BIN)/node node_modules/.bin/tsc

imports: $(READY)  ## check which module may import which
	$(BIN)/lint-imports

tests: $(READY) $(NODE) $(WHEELS) $(COLLECTED) site  ## run all tests
	$(BIN)/node --test 'tests/web/*.test.js'
	PYTHONHASHSEED=1 $(BIN)/pytest -n auto --dist worksteal

newest: $(READY)  ## test the rules and the protocol on the newest Python found
	$(BIN)/python -m tests.newest

search: $(READY)  ## run the marathon for two minutes
	$(BIN)/python -m tests.marathon --minutes $(or $(MINUTES),2) --rounds 2

coverage: $(READY) $(NODE) $(WHEELS) site  ## tell which lines no example among the tests reaches
	$(BIN)/pytest -n auto --dist worksteal -m 'not no_cover' --cov --cov-report=term-missing:skip-covered

marathon: $(READY)  ## search for faults for hours (PARTS='games kills' MINUTES=60)
	$(BIN)/python -m tests.marathon $(PARTS) $(if $(MINUTES),--minutes $(MINUTES))

site: $(READY) $(NODE) $(WHEELS)  ## build the site, the whole program for a browser, into build/site
	$(BIN)/python -m tools.site build/site $(if $(BROTLI),--brotli $(BROTLI))

bench: $(READY)  ## measure, as ratios within one run
	$(BIN)/python -m tests.bench

package: $(READY)  ## build sdist and wheel into dist/, and try the wheel
	$(BIN)/python -m tests.packaging

rules: $(READY)  ## rewrite the generated pages of docs/rules: index.md, questions.md, glossary.md
	$(BIN)/python -m tools.rules

maps: $(READY)  ## redraw the maps (NATURAL_EARTH=folder; see tools/maps/__init__.py)
	$(BIN)/pip install --quiet --editable '.[maps]'
	$(BIN)/python -m tools.maps --natural-earth '$(NATURAL_EARTH)' --out client/maps

pictures: $(NODE)  ## draw the pictures of docs/rules anew, as the page draws them
	$(BIN)/node tools/pictures.js

vectors: $(READY)  ## rewrite the test vectors of SPEC.md
	SECRET_SUBS_WRITE_VECTORS=1 $(BIN)/pytest -q tests/protocol tests/p2p -k vectors

declarations: $(READY)  ## rewrite the page's type declarations from the Python models
	$(BIN)/python -m tools.declarations

screenshots: $(READY) $(NODE)  ## take screenshots of the page's main states (needs Chromium)
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

$(WHEELS): $(READY) tools/wheels.py
	$(BIN)/python -m tools.wheels build/wheels
	touch $@

# pytest compiles the modules of the tests anew: once here, not in each of its workers at the same time.
$(COLLECTED): $(READY) $(NODE)
	$(BIN)/pytest --quiet --collect-only > /dev/null
	mkdir -p $(@D)
	touch $@

clean:  ## remove everything that was made here
	rm -rf .venv .venv-newest .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage build dist node_modules *.egg-info
