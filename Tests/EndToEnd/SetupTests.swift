import ScratchFolder
import TestSupport
import Testing

/// `Scripts/setup` on machines that lack something, simulated by a PATH with only a few programs.
@Suite(.endToEnd)
struct SetupTests {
    private let folder = ScratchFolder()

    /// Runs the script with a PATH that has only these tools and the given scripts.
    private func setUp(_ purpose: String, scripts: [String: String]) throws -> Command.Outcome {
        let tools = [
            "cat", "dirname", "env", "find", "git", "grep", "id", "mktemp", "rm", "sed", "sh",
            "sort", "tail", "tr",
        ]
        var line = ""
        for tool in tools where scripts[tool] == nil {
            line += "ln -s \"$(command -v \(tool))\" '\(folder.path)/\(tool)'\n"
        }
        for (name, script) in scripts {
            try folder.writeProgram(name, script)
        }
        try Command("sh", ["-c", line]).run()
        return try Command(
            "/bin/sh", ["\(Places.repository)/Scripts/setup", purpose],
            environment: [
                "PATH": folder.path, "CLOUDY_OPENSTACK_SWIFT": folder.path("openstack-swift"),
            ]
        ).run()
    }

    @Test func missingSwiftIsReportedWithItsSource() throws {
        let outcome = try setUp("build", scripts: [:])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("Swift is missing"))
        #expect(outcome.errors.contains("swift.org/install"))
        #expect(outcome.errors.filter { $0 == "\n" }.count == 1)
    }

    @Test(arguments: ["5.10.1", "6.0", "6.2.4"]) func oldSwiftIsRefused(_ version: String) throws {
        let outcome = try setUp("build", scripts: ["swift": "echo Swift version \(version)"])
        #expect(outcome.status == 1)
        let known = version.split(separator: ".").prefix(2).joined(separator: ".")
        #expect(outcome.errors.contains("Swift \(known) is too old"), "\(outcome.errors)")
        #expect(outcome.errors.contains("`swiftly install --use 6.3`"))
        #expect(outcome.errors.contains("swift.org/install"))
    }

    /// The script ends later: this Swift fetches no packages.
    @Test(arguments: ["6.3", "6.3.1", "6.10", "10.0"])
    func sufficientSwiftIsAccepted(_ version: String) throws {
        let script = "[ \"$1\" = --version ] && echo 'Swift version \(version) (swift-\(version))'"
        let outcome = try setUp("build", scripts: ["swift": script])
        #expect(!outcome.errors.contains("too old"), "\(outcome.errors)")
        #expect(!outcome.errors.contains("--version"), "\(outcome.errors)")
    }

    /// The package, the pages and the workflow name one version.
    @Test func requiredSwiftIsTheSameEverywhere() throws {
        let line = try Command("head", ["-n", "1", "\(Places.repository)/Package.swift"]).run()
        #expect(line.output == "// swift-tools-version: 6.3\n")
        for (page, words) in [
            ("README.md", "You need [Swift 6.3]"), ("CONTRIBUTING.md", "You need Swift 6.3,"),
            (".github/workflows/check.yml", "container: swift:6.3-"),
            ("Scripts/Containerfile", "library/swift:6.3-"),
        ] {
            let found = try Command("grep", ["-qF", words, "\(Places.repository)/\(page)"]).run()
            #expect(found.status == 0, "\(page) must say “\(words)”")
        }
    }

    @Test func missingPackagesAreNamedWithoutSudo() throws {
        let scripts = ["apt-get": "exit 0", "id": "echo 1000"]
        let outcome = try setUp("tmux", scripts: scripts)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("no sudo"))
        #expect(outcome.errors.contains("apt-get install tmux"))
        #expect(outcome.errors.filter { $0 == "\n" }.count == 1)
    }

    /// Firefox has two names, and Chromium's driver is a package of its own.
    @Test(arguments: [
        ([], "chromium chromium-driver firefox-esr"),
        (["chromium", "firefox"], "chromium-driver"),
        (["chromedriver", "firefox-esr"], "chromium"),
    ])
    func missingBrowsersAreNamed(_ there: [String], _ missing: String) throws {
        var scripts = ["apt-get": "exit 0", "id": "echo 1000"]
        for name in there { scripts[name] = "exit 0" }
        let outcome = try setUp("browsers", scripts: scripts)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("`apt-get install \(missing)`"))
    }

    @Test func missingNetworkIsReported() throws {
        let scripts = ["apt-get": "echo 'E: Could not resolve host' >&2; exit 100", "id": "echo 0"]
        let outcome = try setUp("tmux", scripts: scripts)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("Is there a network?"))
    }

    @Test func missingPackagesOfTheObjectStoreAreNamed() throws {
        let python = ["python3": "exec /usr/bin/python3 \"$@\""]
        let without = try setUp("object-store", scripts: python)
        #expect(without.status == 1)
        #expect(without.errors.contains("There is no apt-get"))
        #expect(without.errors.contains("swift-proxy"))
        #expect(without.errors.filter { $0 == "\n" }.count == 1)
        let scripts = [
            "apt-get": "echo 'E: Unable to locate package swift-proxy' >&2; exit 100",
            "dpkg": "exit 0",
        ]
        let offline = try setUp(
            "object-store", scripts: python.merging(scripts) { python, _ in python })
        #expect(offline.status == 1)
        #expect(offline.errors.contains("Unable to locate package swift-proxy"))
        #expect(offline.errors.contains("Is there a network?"))
        #expect(offline.errors.filter { $0 == "\n" }.count == 1)
    }

    @Test func setupInstallsWithSudoAndSaysSo() throws {
        let log = folder.path("log")
        let scripts = [
            "id": "echo 1000", "sudo": "exec \"$@\"", "apt-get": "echo \"$@\" >> '\(log)'",
        ]
        let outcome = try setUp("tmux", scripts: scripts)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(
            outcome.output == """
                Cloudy needs these packages of Debian to be built or tested: tmux
                Installing them with sudo apt-get

                """)
        let called = String(decoding: folder.read("log"), as: UTF8.self)
        #expect(called == "-qq install --yes --no-install-recommends tmux\n")
    }
}
