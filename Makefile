# What one can do here. `make run` and `make test` install what they need on Debian.

PREFIX ?= /usr/local
DESTDIR ?=
# What `make run` gives to cloudy, and which tests `make test` runs (a regular expression).
ARGS ?=
FILTER ?=
# How many worlds `make simulate` tries, or which one; and the first of them.
SEEDS ?= 100000
SEED ?=
FROM ?= 1

program := .build/release/cloudy
# The release carries its libraries, has no table of its names, and packs the addresses that its start
# relocates, which needs glibc 2.36: Docs/Internals/Decisions/0024-the-program-carries-its-libraries.md
libraries := .build/static
linking := -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs \
	-Xlinker -L$(libraries) -Xswiftc -Xclang-linker -Xswiftc -static-libgcc
stamp := .build/cloudy.stamp
# Folders count too: removing a file touches nothing else.
sources := Package.swift $(shell find Sources)
# A limit on tests at once: if all begin together, a waiting test gets its turn again only after all
# others, too late to meet its deadline. They compute rather than wait, so that more of them at once
# only slow down what the others ask over a network. Swift before 6.3 has no such option.
width := --experimental-maximum-parallelization-width
tests = Scripts/tests swift test $(1) --disable-xctest $(call at-once,$(or $(2),6))
at-once = $(shell swift test --help-hidden | grep -q -e $(width) && echo $(width) $(1))
# Optimized, the tests take half the time: a debug build of the argument parser checks its declarations
# at each start of a program, and generic code is slow. FILTER takes a debug build, which is there
# sooner after a change. The build is a step of its own, since `swift test` has other flags for it, and
# would build everything once more.
optimized := -c release -Xswiftc -enable-testing --scratch-path .build/tests
build-tests = swift build $(optimized) --build-tests
built-tests = $(call tests,$(optimized) --skip-build,$(1))
# Terminals get a process of their own: their programs keep the processors busy, and what other tests
# ask over a network must be answered in time. Both runs are made, and fail together; the end says
# what failed in the first, which stands thousands of lines above.
all-tests = $(build-tests) && { \
	$(built-tests) --skip '^EndToEnd\.'; status=$$?; \
	TESTS_LOG=.build/tests-end-to-end.log $(call built-tests,12) \
	--filter '^EndToEnd\.' && [ $$status -eq 0 ] || { Scripts/tests --failed; exit 1; }; }

.PHONY: test-s3 soak package run build server fuzz-server test test-browsers fuzz torture sanitize docs simulate variants disk install uninstall demo demo-server bench load picture manual format lint check clean help

run: $(stamp)
	@$(program) $(ARGS)

build: $(stamp)
	@echo 'cloudy: $(program) is built. To start it: make run. To install it into $(PREFIX)/bin: sudo make install' >&2

# The program itself is no good target: a change that leaves the code the same doesn't touch it.
$(stamp): $(sources) $(if $(wildcard $(program)),,missing)
	@Scripts/setup build
	$(call build-for-release,cloudy)
	@touch $@

# A linker takes the shared libstdc++ of a folder before the static one, if it has both.
define build-for-release
@mkdir -p $(libraries) && ln -sf "$$(clang -print-file-name=libstdc++.a)" $(libraries)
swift build -c release --product $(1) --static-swift-stdlib $(linking)
endef

.PHONY: missing
missing:

# Where Scripts/setup unpacks an etcd for tests.
test: export PATH := $(CURDIR)/.build/etcd/usr/bin:$(PATH)
test:
	@Scripts/setup build test etcd
	$(if $(FILTER),$(call tests) --filter '$(FILTER)',$(all-tests))
	@command -v etcd >/dev/null || echo "cloudy: WITHOUT ETCD: the tests of these files that need etcd did not run:" \
		$$(grep -rl 'Etcd.isInstalled' Tests | sed 's|.*/||; s|\.swift$$||' | sort) >&2

# The pages of cloudy serve, and cloudy browsers watch, with real browsers without windows.
# CLOUDY_BROWSER_PICTURES=FOLDER keeps pictures of the pages there.
test-browsers:
	@Scripts/setup build test browsers
	$(build-tests)
	CLOUDY_BROWSERS=1 TESTS_LOG=.build/tests-browsers.log $(call built-tests,2) \
		--filter '^(BookmarkServerTests\.Browser|EndToEnd\.WatchedBrowser)'

# What is about object stores, against an OpenStack Swift with S3 that is unpacked into .build and runs
# on loopback for as long as that takes. Stopping one of its parts must disturb no other test, so they
# take turns.
test-s3: export PATH := $(CURDIR)/.build/etcd/usr/bin:$(PATH)
test-s3:
	@Scripts/setup build test etcd object-store
	$(build-tests)
	@Scripts/test-s3 sh -c "$(foreach part,RealObjectStoreTests EndToEnd.ObjectStoreTests,TESTS_LOG=.build/tests-$(part).log \
		$(built-tests) --filter '$(part)' &&) true"

# Damaged files of all kinds for everything that reads some: so many for each reader, or with
# SECONDS=600 so long for each. ARGS=--write adds up in Docs/Internals/Fuzzing.md.
ROUNDS ?= 100000
fuzz:
	@Scripts/setup build test
	$(build-tests)
	@Scripts/fuzz --test 'swift test $(optimized) --skip-build' $(if $(findstring command,$(origin SECONDS)),--seconds $(SECONDS),--rounds $(ROUNDS)) $(ARGS)

# Real processes that are killed, taken offline and put on a full disk, for some seconds.
SECONDS ?= 60
torture:
	@Scripts/setup build test
	$(build-tests)
	CLOUDY_TORTURE='$(SECONDS)' $(built-tests) --filter TortureTests

# The tests that need no terminal, under the sanitizers of memory and of threads. Each builds all
# of it once more, in a folder of its own. A process that ends by exit() leaves what its main
# function holds, which is no leak. What has one thread only, as readers of files, needs no look at
# threads, and would take most of the hours.
sanitize:
	@Scripts/setup build test
	SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 \
		$(call tests,--sanitize=address --scratch-path .build/address) --skip '^($(unsanitized))\.'
	SWIFT_BACKTRACE=enable=no TSAN_OPTIONS=suppressions=Scripts/thread-sanitizer.supp \
		$(call tests,--sanitize=thread --scratch-path .build/thread) --skip '^($(unsanitized)|InterchangeTests|ReadableTextTests|SimulatorTests)\.'

unsanitized := EndToEnd|OutsideTests|TidyTests

# Devices and clouds with all their troubles, from numbers; see Docs/Internals/Simulation.md.
simulate:
	@Scripts/setup build
	swift build -c release --product simulate
	.build/release/simulate $(if $(SEED),--seed $(SEED),--seeds $(SEEDS) --from $(FROM)) $(ARGS)

# Crashes and failures at every operation of a disk, in so many seeded scripts.
disk: SEEDS := 10
disk:
	@Scripts/setup build test
	$(build-tests)
	CLOUDY_DISK='$(SEEDS)' $(built-tests) --filter DiskFaultTests

# How often protocols that are wrong are noticed.
variants:
	@$(MAKE) simulate ARGS=--variants SEEDS=2000
	@$(MAKE) simulate ARGS='--variants --documents' SEEDS=1000

# Where shells look for completions.
completions := bash-completion/completions/cloudy zsh/site-functions/_cloudy \
	fish/vendor_completions.d/cloudy.fish

# The server, the agent by which cloudy reaches one, and what serves browsers. Their libraries take minutes to build.
server := .build/release/cloudyd
agent := .build/release/cloudy-agent
serve := .build/release/cloudy-serve
server:
	@Scripts/setup build
	$(call build-for-release,cloudy-agent)
	$(call build-for-release,cloudyd)
	$(call build-for-release,cloudy-serve)
	@echo 'cloudy: $(agent), $(serve) and $(server) are built. To install them into $(PREFIX)/bin, beside cloudy: sudo make install' >&2

# Sends the servers the calls that their OpenAPI descriptions in Docs/Reference allow, and others;
# needs schemathesis.
fuzz-server:
	@Scripts/setup build
	swift build --product cloudyd
	swift build --product cloudy-serve
	@Scripts/fuzz-server .build/debug/cloudyd $(ARGS)
	@Scripts/fuzz-server .build/debug/cloudy-serve $(ARGS)

# The server and the agent, their man pages, and their units for systemd, which say where they are.
# What is installed has no symbols (-s): they are two thirds of each program.
units := lib/systemd/system/cloudyd.service lib/systemd/user/cloudy-agent.service \
	lib/systemd/user/cloudy-serve.service lib/systemd/user/cloudy-browsers.service
# The unit of the agent before it was a program of its own.
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

# A package for Debian and an archive, of what `make install` installs.
OUTPUT ?= .build/packages
package: $(stamp) server
	@Scripts/package $(program) '$(OUTPUT)' $(server) $(agent) $(serve)

# Two devices side by side in a scratch home.
demo: $(stamp)
	@Scripts/setup tmux
	@Scripts/demo $(program)

# Two machines, as it were, that meet at a server.
demo-server: $(stamp) server
	@Scripts/setup tmux
	@Scripts/demo $(program) $(server)

# The budgets and other programs, measured here; ARGS=--write puts the tables and the plot into Docs.
bench: $(stamp)
	@Scripts/setup python3
	@Scripts/bench $(program) $(ARGS)

# A thousand machines at a server, beside etcd and Redis; ARGS=--write puts the table into Docs.
load: $(stamp) server
	@Scripts/setup python3
	swift build -c release --product load --static-swift-stdlib
	@Scripts/load .build/release $(ARGS)

# Machines at a server for long, with troubles of every kind; MINUTES=1 is a quick check, and SEED=N
# has the same troubles again. BETWEEN=nginx puts one before the server, BETWEEN=liar a gateway that
# answers 502 after it passed a call on, and SEALED=1 seals the account. DOCUMENTS=folder attaches
# files, too, and DOCUMENTS=object-store has their contents in an OpenStack Swift, which is stopped and
# killed as well. ARGS=--write puts the table into Docs.
MINUTES ?= 30
soak: $(stamp) server
	@Scripts/setup tmux python3
	@Scripts/soak .build/release --minutes '$(MINUTES)' $(if $(SEED),--seed '$(SEED)') \
		$(if $(BETWEEN),--between '$(BETWEEN)') $(if $(SEALED),--sealed) \
		$(if $(DOCUMENTS),--documents '$(DOCUMENTS)') $(ARGS)

# The pictures of the documents, drawn from the program.
picture: $(stamp)
	@Scripts/setup tmux python3 exact-colors
	@Scripts/picture $(program) Docs/Pictures

# The man page and the tables of settings, written by the program. Tests fail when they are out of
# date.
manual: $(stamp)
	@Scripts/setup tmux python3
	@for file in $(agent) $(server) $(serve); do ! [ -x $$file ] || \
		{ Scripts/manual $$file > $(stamp).1 && mv $(stamp).1 Docs/$${file##*/}.1; } || exit; done
	@Scripts/manual $(program) > $(stamp).1 && mv $(stamp).1 Docs/cloudy.1
	@Scripts/settings $(program) Docs/Reference/Settings.md

# The documentation of the libraries, as a DocC archive. A warning is an error.
docs:
	@Scripts/setup build
	@Scripts/docs .build/docs
	@echo 'docc preview or any web server shows .build/docs/UbiquitousStore.doccarchive'

format:
	swift format --in-place --parallel --recursive Sources Examples Tests Package.swift

lint:
	swift format lint --strict --parallel --recursive Sources Examples Tests Package.swift

# All programs for release, too: some errors show only in an optimized build.
check: lint build server test sanitize docs

clean:
	rm -rf .build

help:
	@echo 'make run [ARGS="..."]   build Cloudy if needed, and open the list'
	@echo 'make test [FILTER=...]  run the tests'
	@echo 'make test-browsers      try cloudy serve and cloudy browsers with Chromium and Firefox'
	@echo 'make test-s3            run the tests of object stores against an OpenStack Swift on loopback'
	@echo 'make torture [SECONDS=60]   kill, disconnect and starve real processes, and look for losses'
	@echo 'make fuzz [ROUNDS=100000] [SECONDS=N]   damage files of every kind and have them read'
	@echo 'make sanitize           run the tests under the sanitizers of memory and of threads'
	@echo 'make server             build cloudyd, cloudy-agent and cloudy-serve; make demo-server shows it with two machines'
	@echo 'make fuzz-server        ask a server for all sorts of things, by the description of its calls'
	@echo 'make simulate [SEEDS=N] [SEED=N] [FROM=N]   try the sync protocol in simulated worlds'
	@echo 'make disk [SEEDS=10]    crash and fail at every operation of a disk, in seeded scripts'
	@echo 'make variants           how often wrong protocols fail there'
	@echo 'make check              lint, test, sanitize and build the documentation'
	@echo 'make install [PREFIX=/usr/local] [DESTDIR=]   and: make uninstall'
	@echo 'make package [OUTPUT=.build/packages]   a Debian package, and an archive'
	@echo 'make demo               two devices side by side, in a scratch home'
	@echo 'make bench [ARGS=--write]   measure the budgets of Docs/Internals/Performance.md, and other programs'
	@echo 'make load [ARGS=--write]   measure a server with a thousand machines'
	@echo 'make soak [MINUTES=30] [SEED=N]   machines at a server for long, with troubles of every kind'
	@echo 'make picture            draw the pictures of the documents again'
	@echo 'make manual             write Docs/cloudy.1 again'
	@echo 'make format             format the code'
	@echo 'make clean              remove what was built'
