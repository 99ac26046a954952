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

    @Test func oldSwiftIsRefused() throws {
        let outcome = try setUp("build", scripts: ["swift": "echo Swift version 5.10.1"])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("Swift 5.10 is too old"))
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
                Cloudy needs these packages of Debian: tmux
                Installing them with sudo apt-get

                """)
        let called = String(decoding: folder.read("log"), as: UTF8.self)
        #expect(called == "-qq install --yes --no-install-recommends tmux\n")
    }
}
