# Drover. `make` prints this help.
DENO := node_modules/deno/deno
# npm writes it last; it is newer than the lock file exactly when everything is installed.
STAMP := node_modules/.package-lock.json
RUN := $(DENO) run -A

.DEFAULT_GOAL := help
.PHONY: help setup browsers gen bundle build run test soak parity check fmt bench pack clean

help: ## print this help
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' Makefile

setup: $(STAMP) browsers ## install what is missing: npm packages, browsers

$(STAMP): package-lock.json
	@command -v npm >/dev/null || { echo 'npm is missing: install Node.js 20 or newer' >&2; exit 1; }
	npm ci --no-audit --no-fund --no-update-notifier --loglevel=error
	@test -x $(DENO) || node node_modules/deno/bin.cjs --version
	@touch $(STAMP)

browsers:
	@sh build/browsers.sh

gen: $(STAMP) ## write the generated files afresh
	@$(RUN) build/gen.ts

bundle: gen ## dist/drover.mjs, for Node and npm
	@$(RUN) build/bundle.ts

build: gen ## dist/drover, one executable file
	@$(RUN) build/executable.ts

run: setup build ## drive a page and show it: make run [URL=https://...]
	@dist/drover demo $(if $(URL),'$(URL)')

test: setup build ## the whole suite: make test [FILES="test/rpc ..."]
	@$(RUN) test/run.ts $(FILES)

soak: setup build ## the long runs, whole: hundreds of kills, every page, minutes of load
	@DROVER_SOAK=1 $(RUN) test/run.ts $(or $(FILES),test/faults test/measures)

parity: setup build ## compare both browsers' outlines of every page: docs/parity.md
	@$(RUN) test/measures/parity_main.ts

check: $(STAMP) ## format, lint, types, import directions, generated files
	@failed=0; \
	$(DENO) fmt --check . || failed=1; \
	$(DENO) lint --quiet . || failed=1; \
	$(DENO) check --quiet src cdp firefox build bench test || failed=1; \
	$(RUN) build/gen.ts --check || failed=1; \
	$(DENO) test -A --no-check --quiet test/arch_test.ts || failed=1; \
	exit $$failed

fmt: $(STAMP) ## format the sources
	@$(DENO) fmt --quiet .

bench: setup build ## measure, side by side with others; results in bench/results/
	@$(RUN) --v8-flags=--expose-gc bench/main.ts $(ARGS)

pack: setup bundle ## the npm package, as drover-<version>.tgz
	npm pack --ignore-scripts --silent

clean: ## remove what was built
	rm -rf dist .cache
