import ScratchFolder
import TestSupport
import Testing

/// Installing, packing and uninstalling.
@Suite(.endToEnd)
struct PackageTests {
    /// Runs `make` with the programs of the tests instead of a release.
    private func make(_ target: String, in folder: ScratchFolder) throws -> Command.Outcome {
        try Command(
            "make",
            [
                "-C", Places.repository, "--old-file=.build/cloudy.stamp", target,
                "program=\(Places.program)", "server=\(Places.built("cloudyd"))",
                "agent=\(Places.built("cloudy-agent"))",
                "serve=\(Places.built("cloudy-serve"))",
                "DESTDIR=\(folder.path("root"))", "PREFIX=/usr",
            ]
        ).run()
    }

    private func files(in folder: String) throws -> [String] {
        try Command("find", [folder, "-type", "f"]).run().output
            .split(separator: "\n").map { String($0.dropFirst(folder.count)) }.sorted()
    }

    @Test func uninstallRemovesAllInstalledFiles() throws {
        let folder = ScratchFolder()
        let installed = try make("install", in: folder)
        #expect(installed.status == 0, "\(installed.errors)")
        let there = try files(in: folder.path("root"))
        #expect(there.contains("/usr/bin/cloudy"))
        #expect(there.contains("/usr/share/man/man1/cloudy.1"))
        #expect(there.contains("/usr/bin/cloudyd"))
        #expect(there.contains("/usr/share/man/man1/cloudyd.1"))
        #expect(there.contains("/usr/bin/cloudy-agent"))
        #expect(there.contains("/usr/share/man/man1/cloudy-agent.1"))
        #expect(there.contains("/usr/lib/systemd/user/cloudy-agent.service"))
        #expect(there.contains("/usr/lib/systemd/user/cloudy-serve.service"))
        #expect(there.contains("/usr/lib/systemd/user/cloudy-browsers.service"))
        for program in ["cloudy", "cloudyd", "cloudy-agent", "cloudy-serve"] {
            let path = folder.path("root/usr/bin/\(program)")
            let sections = try Command("readelf", ["--section-headers", "--wide", path]).run()
            #expect(sections.output.contains(" .text "), "\(sections.errors)")
            #expect(!sections.output.contains(" .symtab "), "\(program) must have no symbols")
            #expect(
                !sections.output.contains(" .debug_info "),
                "\(program) must have no debug information")
        }
        let unit = folder.read("root/usr/lib/systemd/system/cloudyd.service")
        #expect(String(decoding: unit, as: UTF8.self).contains("ExecStart=/usr/bin/cloudyd serve"))
        #expect(try make("uninstall", in: folder).status == 0)
        #expect(try files(in: folder.path("root")).isEmpty)
    }

    @Test(.enabled(if: hasPackager, "dpkg-dev is missing"))
    func packagesContainTheInstalledFiles() throws {
        let folder = ScratchFolder()
        let output = folder.path("out")
        let environment = Command.inheritedEnvironment.merging(["COMPRESSION": "1"]) { $1 }
        let script = "\(Places.repository)/Scripts/package"
        // The smallest program stands in for the others, which take half a minute to compress.
        let programs = [Places.program, output] + Array(repeating: Places.program, count: 3)
        let packed = try Command("sh", [script] + programs, environment: environment)
            .run(timeout: .seconds(900))
        #expect(packed.status == 0, "\(packed.errors)")
        let made = packed.output.split(separator: "\n").map(String.init)
        let archive = try #require(made.first { $0.hasSuffix(".tar.gz") })
        let package = try #require(made.first { $0.hasSuffix(".deb") })

        let unpacked = folder.path("unpacked")
        _ = try Command("mkdir", [unpacked]).run()
        #expect(
            try Command("tar", ["-C", unpacked, "-xzf", archive])
                .run(timeout: .seconds(100)).status == 0)
        let loose = try files(in: unpacked).map { $0.drop { $0 == "/" }.drop { $0 != "/" } }
        #expect(loose.contains("/bin/cloudy") && loose.contains("/README.md"))
        #expect(loose.contains("/share/man/man1/cloudy.1"))

        let needs = try Command("dpkg-deb", ["-f", package, "Depends"]).run().output
        #expect(needs.contains("libc6"))
        let contents = try files(in: unpacked)
        #expect(contents.contains { $0.hasSuffix("/Licenses.md") })
        // dpkg itself installs the package, into a root of its own.
        let root = folder.path("root")
        let install = """
            mkdir -p "$0/var/lib/dpkg/info" "$0/var/lib/dpkg/updates" &&
            : > "$0/var/lib/dpkg/status" &&
            dpkg --root="$0" --log=/dev/null --force-depends --force-not-root -i "$1"
            """
        let installed = try Command("sh", ["-c", install, root, package])
            .run(timeout: .seconds(900))
        #expect(installed.status == 0, "\(installed.errors)")
        let there = try files(in: root)
        for file in [
            "doc/cloudy/copyright", "doc/cloudy/README.md", "man/man1/cloudy.1.gz",
            "man/man1/cloudyd.1.gz", "man/man1/cloudy-agent.1.gz",
            "man/man1/cloudy-serve.1.gz",
        ] {
            #expect(there.contains("/usr/share/\(file)"))
        }
        let version = try Command("\(root)/usr/bin/cloudy", ["--version"]).run()
        #expect(version.status == 0 && archive.contains(version.output.dropLast()))
    }
}

private let hasPackager =
    (try? Command("sh", ["-c", "command -v dpkg-shlibdeps dpkg"]).run().status) == 0
