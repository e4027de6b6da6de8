# `make help` tells what there is. Everything that is missing on a fresh Debian 12 with Swift 6.3 is installed first.

SWIFT ?= swift
BUILD_FLAGS = --explicit-target-dependency-import-check error
PREFIX ?= /usr/local

.DEFAULT_GOAL := help
.PHONY: help setup setup-tests build release demo test lint bench install clean

help: ## Show this help.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install the C libraries that the program is built with, where they are missing.
	@Tests/install-packages libsqlite3-dev libpq-dev libyaml-dev libssl-dev pkg-config

setup-tests: setup ## Install the servers that the tests talk to: Postgres, node_exporter, Prometheus.
	@Tests/install-packages postgresql-15 prometheus prometheus-node-exporter sqlite3 procps util-linux

build: setup ## Build for development.
	$(SWIFT) build $(BUILD_FLAGS)

release: setup ## Build the program that is installed: optimized, with Swift's library inside.
	$(SWIFT) build -c release --product iapwatch --static-swift-stdlib -Xlinker -s $(BUILD_FLAGS)

demo: build ## Simulate a small shop in which much goes wrong, run the job on it, and compare.
	@.build/debug/iapwatch demo --directory demo

test: setup-tests ## Run every test, with a real Postgres, node_exporter and Prometheus on this machine.
	@SWIFT="$(SWIFT)" Tests/run $(BUILD_FLAGS)

lint: ## Check the format of the code.
	$(SWIFT) format lint --strict -r Sources Tests Plugins Package.swift

bench: release ## Measure how fast a world is simulated (USERS=20000 DAYS=30).
	@Benchmarks/simulate $(USERS) $(DAYS)

install: release ## Install the program under PREFIX (default /usr/local).
	install -D -m 0755 .build/release/iapwatch $(DESTDIR)$(PREFIX)/bin/iapwatch

clean: ## Remove what was built, and the demonstration.
	rm -rf .build demo
