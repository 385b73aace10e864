# The two commands that do everything: `make demo` and `make test`.

RELEASE := swift build -c release --static-swift-stdlib --product hitchmark
HITCHMARK := .build/release/hitchmark
PREFIX ?= /usr/local

.PHONY: demo test build bootstrap check reports bench install clean

demo: build
	@Scripts/demo

test: bootstrap
	swift test --explicit-target-dependency-import-check error

build: bootstrap
	$(RELEASE)

bootstrap:
	@Scripts/bootstrap

check:
	Scripts/check

reports: build
	Scripts/make-reports

bench: build
	Scripts/bootstrap --benchmarks
	Benchmarks/speed --output Benchmarks/results/speed.md

install: build
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 $(HITCHMARK) "$(DESTDIR)$(PREFIX)/bin/hitchmark"

clean:
	rm -rf .build
