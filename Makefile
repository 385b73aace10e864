# Start with `make demo` and `make test`.

RELEASE := swift build -c release --static-swift-stdlib --product hitchmark
HITCHMARK := .build/release/hitchmark
PREFIX ?= /usr/local
SECONDS ?= 60

.PHONY: demo live test build bootstrap check fuzz reports bench install package wheel clean

# A debug build takes less than half the time of an optimized one, and the tests need it too.
demo: bootstrap
	@Scripts/quietly .build/debug.log 300 swift build --product hitchmark
	@Scripts/demo

# Records a short version of runs/feed in headless Chromium, in less than five minutes.
live: build
	@Scripts/bootstrap --record
	@Scripts/record-feed --short

test: bootstrap
	@Scripts/test

build: bootstrap
	@Scripts/quietly .build/release.log 750 $(RELEASE)

bootstrap:
	@Scripts/bootstrap

check:
	Scripts/check

# SECONDS is the time per fuzz target.
fuzz: bootstrap
	Scripts/fuzz --seconds $(SECONDS)

reports: build
	Scripts/make-reports

bench: build
	Scripts/bootstrap --benchmarks
	Benchmarks/speed --output Benchmarks/results/speed.md

install: build
	Scripts/install-files $(HITCHMARK) "$(DESTDIR)$(PREFIX)"

# Writes a .tar.gz, a .deb and a wheel to .build/packages. After `make build`, only the linker runs.
package: build
	Scripts/package

# Writes a wheel for pip, pipx and uv to .build/packages.
wheel: build
	Scripts/wheel

clean:
	rm -rf .build
