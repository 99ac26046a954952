# Targets to build, test, measure and package Cloudy; `make help` lists them. On Debian, the targets
# install missing packages with Scripts/setup.

PREFIX ?= /usr/local
DESTDIR ?=
# ARGS are the arguments of cloudy in `make run`. FILTER is a regular expression: `make test` runs
# only the tests that match it.
ARGS ?=
FILTER ?=
# `make simulate` tries SEEDS worlds, starting with number FROM, or only world SEED.
SEEDS ?= 100000
SEED ?=
FROM ?= 1

program := .build/release/cloudy
# Release builds link their libraries statically, export no symbols, and pack relative relocations,
# which needs glibc 2.36: Docs/Internals/Decisions/0024-the-program-carries-its-libraries.md
libraries := .build/static
linking := -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs \
	-Xlinker -L$(libraries) -Xswiftc -Xclang-linker -Xswiftc -static-libgcc
stamp := .build/cloudy.stamp
# Includes folders: when a file is removed, only the time of its folder changes.
sources := Package.swift $(shell find Sources)
# Limits how many tests run in parallel. Without a limit, a waiting test is scheduled again after
# all others and misses its deadline. Most tests are CPU-bound, so more at once only delay the
# answers to network requests. The option is experimental; without it, all run at once.
width := --experimental-maximum-parallelization-width
tests = Scripts/tests swift test $(1) --disable-xctest $(call at-once,$(or $(2),6))
at-once = $(shell swift test --help-hidden | grep -q -e $(width) && echo $(width) $(1))
# Optimized tests take half the time: in a debug build, the argument parser checks its declarations
# at each start, and generic code is slow. FILTER uses a debug build, which is ready sooner after a
# change. The build is a separate step: `swift test` passes other flags and would rebuild
# everything.
optimized := -c release -Xswiftc -enable-testing --scratch-path .build/tests
build-tests = swift build $(optimized) --build-tests
built-tests = $(call tests,$(optimized) --skip-build,$(1))
# Terminal tests run in a second process: their programs keep the processors busy, and would delay
# the network requests of other tests. The second run starts even if the first fails. The last lines
# repeat the failures of the first run, which would otherwise be thousands of lines above.
all-tests = $(build-tests) && { \
	$(built-tests) --skip '^EndToEnd\.'; status=$$?; \
	TESTS_LOG=.build/tests-end-to-end.log $(call built-tests,12) \
	--filter '^EndToEnd\.' && [ $$status -eq 0 ] || { Scripts/tests --failed; exit 1; }; }

.PHONY: test-s3 soak package run build server fuzz-server test test-browsers fuzz torture sanitize docs simulate variants disk install uninstall demo demo-server bench load picture manual format lint check clean help

run: $(stamp)
	@$(program) $(ARGS)

build: $(stamp)
	@echo 'cloudy: $(program) is built. To start it: make run. To install it into $(PREFIX)/bin: sudo make install' >&2

# The program cannot be the target: a source change that does not affect the code leaves it
# untouched.
$(stamp): $(sources) $(if $(wildcard $(program)),,missing)
	@Scripts/setup build
	$(call build-for-release,cloudy)
	@touch $@

# The linker prefers a shared libstdc++ in the same folder, so the static one gets its own folder.
define build-for-release
@mkdir -p $(libraries) && ln -sf "$$(clang -print-file-name=libstdc++.a)" $(libraries)
swift build -c release --product $(1) --static-swift-stdlib $(linking)
endef

.PHONY: missing
missing:

# Scripts/setup unpacks etcd for the tests here.
test: export PATH := $(CURDIR)/.build/etcd/usr/bin:$(PATH)
test:
	@Scripts/setup build test etcd
	$(if $(FILTER),$(call tests) --filter '$(FILTER)',$(all-tests))
	@command -v etcd >/dev/null || echo "cloudy: WITHOUT ETCD: the tests of these files that need etcd did not run:" \
		$$(grep -rl 'Etcd.isInstalled' Tests | sed 's|.*/||; s|\.swift$$||' | sort) >&2

# Tests the pages of cloudy serve, and cloudy browsers watch, in real headless browsers.
# CLOUDY_BROWSER_PICTURES=FOLDER saves screenshots of the pages in that folder.
test-browsers:
	@Scripts/setup build test browsers
	$(build-tests)
	CLOUDY_BROWSERS=1 TESTS_LOG=.build/tests-browsers.log $(call built-tests,2) \
		--filter '^(BookmarkServerTests\.Browser|EndToEnd\.WatchedBrowser)'

# Runs the object store tests against an OpenStack Swift with S3. It is unpacked into .build and
# listens on loopback while the tests run. The suites run one after the other, because some tests
# stop a part of the store.
test-s3: export PATH := $(CURDIR)/.build/etcd/usr/bin:$(PATH)
test-s3:
	@Scripts/setup build test etcd object-store
	$(build-tests)
	@Scripts/test-s3 sh -c "$(foreach part,RealObjectStoreTests EndToEnd.ObjectStoreTests,TESTS_LOG=.build/tests-$(part).log \
		$(built-tests) --filter '$(part)' &&) true"

# Feeds damaged files to every reader: ROUNDS files each, or for SECONDS=600 ten minutes each.
# ARGS=--write adds the results to Docs/Internals/Fuzzing.md.
ROUNDS ?= 100000
fuzz:
	@Scripts/setup build test
	$(build-tests)
	@Scripts/fuzz --test 'swift test $(optimized) --skip-build' $(if $(findstring command,$(origin SECONDS)),--seconds $(SECONDS),--rounds $(ROUNDS)) $(ARGS)

# Kills real processes, takes them offline and fills their disk, for SECONDS.
SECONDS ?= 60
torture:
	@Scripts/setup build test
	$(build-tests)
	CLOUDY_TORTURE='$(SECONDS)' $(built-tests) --filter TortureTests

# Runs the tests that need no terminal under the address and thread sanitizers, each with its own
# full build. Leak detection is off: it reports the objects that main still holds when a process
# calls exit(). The thread sanitizer skips single-threaded suites, which would take most of the
# time.
sanitize:
	@Scripts/setup build test
	SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 \
		$(call tests,--sanitize=address --scratch-path .build/address) --skip '^($(unsanitized))\.'
	SWIFT_BACKTRACE=enable=no TSAN_OPTIONS=suppressions=Scripts/thread-sanitizer.supp \
		$(call tests,--sanitize=thread --scratch-path .build/thread) --skip '^($(unsanitized)|InterchangeTests|ReadableTextTests|SimulatorTests)\.'

unsanitized := EndToEnd|OutsideTests|TidyTests

# Simulates devices and clouds with faults generated from seeds; see Docs/Internals/Simulation.md.
simulate:
	@Scripts/setup build
	swift build -c release --product simulate
	.build/release/simulate $(if $(SEED),--seed $(SEED),--seeds $(SEEDS) --from $(FROM)) $(ARGS)

# Crashes and fails at every operation of a simulated disk, in SEEDS generated scripts.
disk: SEEDS := 10
disk:
	@Scripts/setup build test
	$(build-tests)
	CLOUDY_DISK='$(SEEDS)' $(built-tests) --filter DiskFaultTests

# Measures how often the simulator detects wrong protocols.
variants:
	@$(MAKE) simulate ARGS=--variants SEEDS=2000
	@$(MAKE) simulate ARGS='--variants --documents' SEEDS=1000

# The shells load completions from these files.
completions := bash-completion/completions/cloudy zsh/site-functions/_cloudy \
	fish/vendor_completions.d/cloudy.fish

# The server, the agent that connects cloudy to it, and the server for browsers. Their libraries
# take minutes to build.
server := .build/release/cloudyd
agent := .build/release/cloudy-agent
serve := .build/release/cloudy-serve
server:
	@Scripts/setup build
	$(call build-for-release,cloudy-agent)
	$(call build-for-release,cloudyd)
	$(call build-for-release,cloudy-serve)
	@echo 'cloudy: $(agent), $(serve) and $(server) are built. To install them into $(PREFIX)/bin, beside cloudy: sudo make install' >&2

# Sends the servers valid and invalid requests, generated from the OpenAPI descriptions in
# Docs/Reference; needs schemathesis.
fuzz-server:
	@Scripts/setup build
	swift build --product cloudyd
	swift build --product cloudy-serve
	@Scripts/fuzz-server .build/debug/cloudyd $(ARGS)
	@Scripts/fuzz-server .build/debug/cloudy-serve $(ARGS)

# Installs the servers and the agent with their man pages, and with systemd units that contain their
# paths. Installed programs are stripped (-s): symbols are two thirds of each file.
units := lib/systemd/system/cloudyd.service lib/systemd/user/cloudy-agent.service \
	lib/systemd/user/cloudy-serve.service lib/systemd/user/cloudy-browsers.service
# Older releases installed this unit, before the agent was a separate program.
former-unit := lib/systemd/user/cloudyd-sync.service
define install-program
install -s -m 755 $(1) '$(DESTDIR)$(PREFIX)/bin/$(2)'; \
install -m 644 Docs/$(2).1 '$(DESTDIR)$(PREFIX)/share/man/man1/$(2).1'; \
$(call install-unit,$(3))
endef
define install-unit
install -d '$(DESTDIR)$(PREFIX)/$(dir $(1))'; \
sed 's|/usr/local/|$(PREFIX)/|' 'Scripts/systemd/$(notdir $(1))' > '$(DESTDIR)$(PREFIX)/$(1)';
endef

install: $(stamp)
	install -d '$(DESTDIR)$(PREFIX)/bin' '$(DESTDIR)$(PREFIX)/share/man/man1'
	install -s -m 755 $(program) '$(DESTDIR)$(PREFIX)/bin/cloudy'
	if [ -x $(server) ]; then set -e; $(call install-program,$(server),cloudyd,$(word 1,$(units))) fi
	if [ -x $(agent) ]; then set -e; $(call install-program,$(agent),cloudy-agent,$(word 2,$(units))) fi
	if [ -x $(serve) ]; then set -e; $(call install-program,$(serve),cloudy-serve,$(word 3,$(units))) fi
	rm -f '$(DESTDIR)$(PREFIX)/$(former-unit)'
	$(call install-unit,$(word 4,$(units)))
	install -m 644 Docs/cloudy.1 '$(DESTDIR)$(PREFIX)/share/man/man1/cloudy.1'
	install -d $(foreach file,$(completions),'$(DESTDIR)$(PREFIX)/share/$(dir $(file))')
	$(program) completions bash > '$(DESTDIR)$(PREFIX)/share/bash-completion/completions/cloudy'
	$(program) completions zsh > '$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_cloudy'
	$(program) completions fish > '$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/cloudy.fish'

uninstall:
	rm -f $(foreach name,cloudy cloudy-agent cloudy-serve cloudyd,'$(DESTDIR)$(PREFIX)/bin/$(name)' \
		'$(DESTDIR)$(PREFIX)/share/man/man1/$(name).1') \
		$(foreach file,$(units) $(former-unit),'$(DESTDIR)$(PREFIX)/$(file)') \
		$(foreach file,$(completions),'$(DESTDIR)$(PREFIX)/share/$(file)')

# Makes a Debian package and an archive of the files that `make install` installs.
OUTPUT ?= .build/packages
package: $(stamp) server
	@Scripts/package $(program) '$(OUTPUT)' $(server) $(agent) $(serve)

# Shows two devices side by side in a scratch folder.
demo: $(stamp)
	@Scripts/setup tmux
	@Scripts/demo $(program)

# Shows two simulated machines that sync through a server.
demo-server: $(stamp) server
	@Scripts/setup tmux
	@Scripts/demo $(program) $(server)

# Measures Cloudy against its budgets and other programs; ARGS=--write writes the tables and the
# plot into Docs.
bench: $(stamp)
	@Scripts/setup python3
	@Scripts/bench $(program) $(ARGS)

# Measures a server with a thousand machines, and etcd and Redis for comparison; ARGS=--write writes
# the table into Docs.
load: $(stamp) server
	@Scripts/setup python3
	swift build -c release --product load --static-swift-stdlib
	@Scripts/load .build/release $(ARGS)

# Runs machines and a server for a long time with all kinds of faults. MINUTES=1 is a quick check,
# and SEED=N repeats the faults of an earlier run. BETWEEN=nginx puts nginx in front of the server.
# BETWEEN=liar puts a gateway there that answers 502 after it forwarded a request. SEALED=1 seals
# the account. DOCUMENTS=folder also attaches files; DOCUMENTS=object-store keeps their contents in
# an OpenStack Swift, and stops and kills that too. ARGS=--write writes the table into Docs.
MINUTES ?= 30
soak: $(stamp) server
	@Scripts/setup tmux python3
	@Scripts/soak .build/release --minutes '$(MINUTES)' $(if $(SEED),--seed '$(SEED)') \
		$(if $(BETWEEN),--between '$(BETWEEN)') $(if $(SEALED),--sealed) \
		$(if $(DOCUMENTS),--documents '$(DOCUMENTS)') $(ARGS)

# Draws the pictures in the documentation from the running program.
picture: $(stamp)
	@Scripts/setup tmux python3 exact-colors
	@Scripts/picture $(program) Docs/Pictures

# Generates the man pages and the tables of settings from the programs. Tests fail when they are out
# of date.
manual: $(stamp)
	@Scripts/setup tmux python3
	@for file in $(agent) $(server) $(serve); do ! [ -x $$file ] || \
		{ Scripts/manual $$file > $(stamp).1 && mv $(stamp).1 Docs/$${file##*/}.1; } || exit; done
	@Scripts/manual $(program) > $(stamp).1 && mv $(stamp).1 Docs/cloudy.1
	@Scripts/settings $(program) Docs/Reference/Settings.md

# Builds the documentation of the libraries as a DocC archive. Warnings are errors.
docs:
	@Scripts/setup build
	@Scripts/docs .build/docs
	@echo 'cloudy: wrote .build/docs/UbiquitousStore.doccarchive. To read it, start a web server there.'

format:
	swift format --in-place --parallel --recursive Sources Examples Tests Package.swift

lint:
	swift format lint --strict --parallel --recursive Sources Examples Tests Package.swift

# Includes the release builds: some errors show only in an optimized build.
check: lint build server test sanitize docs

clean:
	rm -rf .build

help:
	@echo 'make run [ARGS="..."]   build Cloudy if needed, and open the list'
	@echo 'make test [FILTER=...]  run all tests, or those that match a regular expression'
	@echo 'make test-browsers      test cloudy serve and cloudy browsers with Chromium and Firefox'
	@echo 'make test-s3            run the object store tests against an OpenStack Swift on loopback'
	@echo 'make torture [SECONDS=60]   kill real processes, fill their disk, and look for lost edits'
	@echo 'make fuzz [ROUNDS=100000] [SECONDS=N]   feed damaged files to every reader'
	@echo 'make sanitize           run the tests under the address and thread sanitizers'
	@echo 'make server             build cloudyd, cloudy-agent and cloudy-serve'
	@echo 'make fuzz-server        send requests generated from OpenAPI to the servers'
	@echo 'make simulate [SEEDS=N] [SEED=N] [FROM=N]   test the sync protocol in simulated worlds'
	@echo 'make disk [SEEDS=10]    crash and fail at every operation of a simulated disk'
	@echo 'make variants           measure how often the simulator detects wrong protocols'
	@echo 'make check              lint, build, test, sanitize, and build the documentation'
	@echo 'make install [PREFIX=/usr/local] [DESTDIR=]   install; make uninstall removes all files'
	@echo 'make package [OUTPUT=.build/packages]   make a Debian package and an archive'
	@echo 'make demo               show two devices side by side, in a scratch folder'
	@echo 'make demo-server        show two machines and a server, in a scratch folder'
	@echo 'make bench [ARGS=--write]   measure Cloudy against its budgets and other programs'
	@echo 'make load [ARGS=--write]   measure a server with a thousand machines'
	@echo 'make soak [MINUTES=30] [SEED=N]   run machines and a server with all kinds of faults'
	@echo 'make picture            draw the pictures in the documentation'
	@echo 'make manual             generate the man pages and the tables of settings'
	@echo 'make docs               build the documentation of the libraries'
	@echo 'make format             format the code'
	@echo 'make clean              remove all build products'
