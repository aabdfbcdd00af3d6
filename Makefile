# Two commands do everything: `make play` and `make test`. All paths are relative, so the folder may have spaces in its name.

PYTHON ?= python3
JOBS ?= 2
BIN := .venv/bin
STAMPS := .stamps
CLIENT_SOURCES := $(shell find client/src client/public -type f 2>/dev/null | grep -v ' ') client/index.html client/vite.config.ts

.PHONY: play terminal test check lint types unit coverage client-test e2e build wasm docs screenshots sentences boxes firefox bench wheel pythons clean

play: $(STAMPS)/run $(STAMPS)/build $(STAMPS)/compiled
	$(BIN)/python -m medina serve

terminal: $(STAMPS)/run $(STAMPS)/compiled
	$(BIN)/python -m medina play

test: check client-test coverage unit e2e
	@echo "Everything passed."

check: lint types

lint: $(STAMPS)/dev $(STAMPS)/npm
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	cd client && npm run --silent lint

types: $(STAMPS)/dev $(STAMPS)/npm
	$(BIN)/python -m mypy
	cd client && npm run --silent check

unit: $(STAMPS)/dev $(STAMPS)/build $(STAMPS)/compiled
	$(BIN)/python -m pytest -q -n $(JOBS) --ignore tests/e2e

# Every branch of the rules and the notation; the slow modules add nothing to it.
coverage: $(STAMPS)/dev
	$(BIN)/python -m pytest -q -n $(JOBS) tests/rules tests/notation --cov=medina.rules --cov=medina.notation --cov-branch \
		--cov-report=term:skip-covered --cov-fail-under=100 --ignore=tests/rules/test_contract.py \
		--ignore=tests/rules/test_golden.py --ignore=tests/rules/test_perft.py --ignore=tests/notation/test_notation_fuzz.py

client-test: $(STAMPS)/npm
	cd client && npm run --silent test

# Frames and milliseconds are measured when the other browsers are gone.
BUDGETS := tests/e2e/test_e2e_budgets.py
WITH_BROWSER := MEDINA_BROWSER="$$(scripts/find_browser.sh)" && export MEDINA_BROWSER
e2e: $(STAMPS)/dev $(STAMPS)/build $(STAMPS)/compiled
	$(WITH_BROWSER) && $(BIN)/python -m pytest -q -n $(JOBS) tests/e2e --ignore $(BUDGETS)
	$(WITH_BROWSER) && $(BIN)/python -m pytest -q $(BUDGETS)

build: $(STAMPS)/build

# The compiled engine for browsers, after a change in fast or bots. Needs wasm-ld (docs/browser-engine.md); nobody else does.
wasm: $(STAMPS)/dev
	$(BIN)/python scripts/make_wasm.py

# The documentation site, in build/docs/site: open index.html there, no server is needed.
docs: $(STAMPS)/dev
	$(BIN)/python scripts/make_docs.py

screenshots: $(STAMPS)/dev $(STAMPS)/build
	$(WITH_BROWSER) && $(BIN)/python scripts/screenshots.py

# What every screen says in every language, to be read aloud.
sentences: $(STAMPS)/dev $(STAMPS)/build $(STAMPS)/compiled
	$(WITH_BROWSER) && $(BIN)/python scripts/sentences.py

# Every screen, width, size of text, theme and kind of name; the suite measures a share of it.
boxes: $(STAMPS)/dev $(STAMPS)/build $(STAMPS)/compiled
	$(WITH_BROWSER) && $(BIN)/python scripts/boxes.py

# The main flows in Debian's Firefox.
firefox: $(STAMPS)/dev $(STAMPS)/build $(STAMPS)/compiled
	MEDINA_BROWSER="$$(scripts/find_browser.sh firefox)" $(BIN)/python scripts/firefox.py

# What people install, with the site in it: dist/medina-….whl and dist/medina-….tar.gz.
wheel: $(STAMPS)/run $(STAMPS)/build
	$(BIN)/python -m hatchling build -d dist

# The quick tests with every Python we name that is on this machine.
pythons:
	scripts/try_pythons.sh

bench: $(STAMPS)/dev
	$(BIN)/python benchmarks/rules.py
	$(BIN)/python benchmarks/fast.py

clean:
	rm -rf .venv .stamps client/node_modules src/medina/server/static

$(STAMPS)/venv:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Medina needs Python 3.11 or newer.")'
	$(PYTHON) -m venv .venv
	mkdir -p $(STAMPS) && touch $@

$(STAMPS)/run: requirements.lock pyproject.toml | $(STAMPS)/venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

$(STAMPS)/dev: requirements-dev.lock $(STAMPS)/run
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	touch $@

# The strong bots' code, compiled once so that no first move has to wait for it.
$(STAMPS)/compiled: $(wildcard src/medina/fast/*.py src/medina/bots/*.py) | $(STAMPS)/run
	$(BIN)/python -c 'from medina.bots.thinker import get_ready; get_ready()'
	touch $@

$(STAMPS)/npm: client/package-lock.json client/package.json
	cd client && npm ci --no-audit --no-fund --loglevel=error
	mkdir -p $(STAMPS) && touch $@

$(STAMPS)/build: $(STAMPS)/npm $(CLIENT_SOURCES)
	cd client && npm run --silent build
	touch $@
