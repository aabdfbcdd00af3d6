# Two commands do everything: `make play` and `make test`. All paths are relative, so the folder may have spaces in its name.

PYTHON ?= python3
JOBS ?= 2
BIN := .venv/bin
STAMPS := .stamps
CLIENT_SOURCES := $(shell find client/src client/public src/medina/engine src/medina/server/shipped_puzzles docs/diagrams -type f 2>/dev/null | grep -v -e ' ' -e __pycache__) client/index.html client/vite.config.ts client/app.ts

.PHONY: play terminal test driving filling beginning check lint lint-python lint-client types types-python types-client unit coverage waiting computing client-test \
	e2e browsing slow budgets build wasm wasm-again docs screenshots sentences boxes firefox bench wheel installers deployment pythons clean

# What Python has compiled is kept, also where the shell asks not to: every start is up to three times as quick.
unexport PYTHONDONTWRITEBYTECODE

# What has to be on the machine is looked for before anything is installed.
CHECK_TOOLS = scripts/check_tools.sh "$(PYTHON)" $(NODE)
play wheel build client-test: NODE := node

play: $(STAMPS)/run $(STAMPS)/build
	$(BIN)/python -m medina serve

terminal: $(STAMPS)/run
	$(BIN)/python -m medina play

# Two cores have something to do at every moment: packages are installed and code is compiled while the client is checked and
# what needs neither begins; then processes and browsers are driven, and what only computes has the time in which these wait.
AT_ONCE := $(MAKE) --no-print-directory $(if $(filter output-sync,$(.FEATURES)),--output-sync)
test:
	@scripts/check_tools.sh "$(PYTHON)" node
	+@$(AT_ONCE) -j4 $(READY) lint types-client client-test beginning
	@echo "Now the tests, some minutes without a word."
	+@$(AT_ONCE) -j2 driving filling
	+@$(AT_ONCE) budgets
	@echo "Everything passed."

driving:
	+@$(AT_ONCE) waiting && $(AT_ONCE) browsing

filling:
	+@nice -n 10 $(AT_ONCE) computing

beginning: $(STAMPS)/dev
	+@nice -n 10 $(AT_ONCE) types-python coverage

check: lint types

lint: lint-python lint-client

types: types-python types-client

lint-python: $(STAMPS)/dev
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .

types-python: $(STAMPS)/dev
	$(BIN)/python -m mypy

lint-client: $(STAMPS)/npm
	cd client && npm run --silent lint

types-client: $(STAMPS)/npm
	cd client && npm run --silent check

# A file of tests stays with one worker, which starts its servers once; the order of tests/conftest.py is kept.
PYTEST := $(BIN)/python -m pytest -q -n $(JOBS) --dist loadfile --no-loadscope-reorder
READY := $(STAMPS)/dev $(STAMPS)/build $(STAMPS)/all-compiled
SLOW := tests/rules/test_contract.py tests/rules/test_golden.py tests/rules/test_perft.py tests/notation/test_notation_fuzz.py
CLOCKED := tests/bots/test_analysis.py tests/bots/test_choosing.py
WAITING := tests/client/ tests/protocol/ tests/match/ tests/server/ tests/store/ tests/terminal/
ELSEWHERE := $(WAITING) tests/rules/ tests/notation/ tests/e2e/ tests/data/ tests/__pycache__/
COMPUTING := $(filter-out $(ELSEWHERE),$(wildcard tests/*/ tests/test_*.py)) $(SLOW)

unit: coverage waiting computing

# Every branch of the rules and the notation; the slow modules add nothing to it.
coverage: $(STAMPS)/dev
	$(PYTEST) tests/rules tests/notation $(SLOW:%=--ignore %) \
		--cov=medina.rules --cov=medina.notation --cov-branch --cov-report=term:skip-covered --cov-fail-under=100

# Twice as many workers as cores, since most of the time they wait for processes.
waiting: $(READY)
	$(PYTEST) -n $$((2 * $(JOBS))) $(WAITING) $(CLOCKED)

computing: $(READY)
	$(PYTEST) $(COMPUTING) $(CLOCKED:%=--ignore %)

client-test: $(STAMPS)/npm
	cd client && npm run --silent test

e2e: browsing
	+$(MAKE) budgets

WITH_BROWSER := MEDINA_BROWSER="$$(scripts/find_browser.sh)" && export MEDINA_BROWSER
BUDGETS := tests/e2e/test_e2e_budgets.py
browsing: $(READY)
	$(WITH_BROWSER) && $(PYTEST) -n $$((1 + $(JOBS))) tests/e2e --ignore $(BUDGETS)

# The same with answers that come late and out of order: who relies on one being there is found out.
slow: $(READY)
	$(WITH_BROWSER) && SLOW_LINE=1 $(PYTEST) -n $$((1 + $(JOBS))) tests/e2e --ignore $(BUDGETS)

# Frames and milliseconds are measured when everything else is over.
budgets: $(READY)
	$(WITH_BROWSER) && $(BIN)/python -m pytest -q $(BUDGETS)

build: $(STAMPS)/build

# The compiled engine for browsers, after a change in fast or bots. Needs wasm-ld (docs/browser-engine.md); nobody else does.
wasm: $(STAMPS)/dev
	$(BIN)/python scripts/make_wasm.py

# Whether building it again gives the same bytes.
wasm-again: $(STAMPS)/dev
	$(BIN)/python scripts/make_wasm.py --check --rebuild

# The documentation site, in build/docs/site: open index.html there, no server is needed.
docs: $(STAMPS)/dev
	$(BIN)/python scripts/make_docs.py

screenshots: $(STAMPS)/dev $(STAMPS)/build
	$(WITH_BROWSER) && $(BIN)/python scripts/screenshots.py

# What every screen says in every language, to be read aloud.
sentences: $(STAMPS)/dev $(STAMPS)/build
	$(WITH_BROWSER) && $(BIN)/python scripts/sentences.py

# Every screen, width, size of text, theme and kind of name; the suite measures a share of it.
boxes: $(STAMPS)/dev $(STAMPS)/build
	$(WITH_BROWSER) && $(BIN)/python scripts/boxes.py

# The main flows in Debian's Firefox.
firefox: $(STAMPS)/dev $(STAMPS)/build
	MEDINA_BROWSER="$$(scripts/find_browser.sh firefox)" $(BIN)/python scripts/firefox.py

# What people install, with the site in it: dist/medina-….whl and dist/medina-….tar.gz.
wheel: $(STAMPS)/run $(STAMPS)/build
	$(BIN)/python -m hatchling build -d dist

# The wheel as uv and pipx install it, and the page it then serves.
installers: $(STAMPS)/dev $(STAMPS)/build
	$(BIN)/python scripts/try_installers.py

# The Containerfile followed without a container, and a game at the site it gives, also through nginx and Caddy.
deployment: $(STAMPS)/dev
	$(BIN)/python scripts/try_deploy.py

# The quick tests with every Python we name that is on this machine.
pythons:
	scripts/try_pythons.sh

bench: $(STAMPS)/dev
	$(BIN)/python benchmarks/rules.py
	$(BIN)/python benchmarks/fast.py

clean:
	rm -rf .venv .stamps client/node_modules src/medina/server/static

$(STAMPS)/venv:
	@$(CHECK_TOOLS)
	$(PYTHON) -m venv .venv
	mkdir -p $(STAMPS) && touch $@

# The locks name everything, so nothing is to be resolved; Python compiles what is used when it is used.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-compile
$(STAMPS)/run: requirements.lock pyproject.toml | $(STAMPS)/venv
	$(PIP) --require-hashes -r requirements.lock
	$(PIP) --no-build-isolation -e .
	touch $@

$(STAMPS)/dev: requirements-dev.lock $(STAMPS)/run
	$(PIP) --require-hashes -r requirements-dev.lock
	touch $@

$(STAMPS)/all-compiled: scripts/compile_all.py $(wildcard tests/compiled.py src/medina/envs/*.py src/medina/fast/*.py src/medina/bots/*.py) | $(STAMPS)/dev
	$(BIN)/python scripts/compile_all.py
	touch $@

$(STAMPS)/npm: client/package-lock.json client/package.json
	@scripts/check_tools.sh "$(PYTHON)" node
	cd client && npm ci --no-audit --no-fund --loglevel=error
	mkdir -p $(STAMPS) && touch $@

$(STAMPS)/build: $(STAMPS)/npm $(CLIENT_SOURCES)
	cd client && npm run --silent build
	touch $@
