import ScratchFolder
import TestSupport

/// Another package, outside of this repository, with a copy of this one as a repository to depend
/// on.
struct OutsidePackage {
    let folder = ScratchFolder()

    private static let identity = [
        "-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false",
    ]

    /// Copies this package from the working folder, and gives it a version.
    init() throws {
        try shell(
            """
            mkdir cloudy && cd "$1" && git ls-files -z --cached --others --exclude-standard |
            while IFS= read -r -d '' file; do [ -e "$file" ] && printf '%s\\0' "$file"; done |
            tar --null -T - -cf - | tar -xf - -C "$2/cloudy"
            """, Places.repository)
        try makeRepository("cloudy", version: "1.0.0")
    }

    private func shell(_ script: String, _ argument: String = "") throws {
        let outcome = try Command(
            "bash", ["-c", "cd \"$2\" && " + script, "bash", argument, folder.path]
        ).run()
        if outcome.status != 0 { throw OutsideError(outcome: outcome) }
    }

    private func makeRepository(_ name: String, version: String) throws {
        let git = "git " + Self.identity.joined(separator: " ")
        try shell(
            """
            cd "$1" && \(git) init -q && \(git) add -A && \(git) commit -qm All &&
            \(git) tag \(version)
            """, name)
    }

    /// Makes a package with the name and version of another one.
    func makePackage(_ name: String, product: String, version: String) throws {
        try shell("mkdir -p \"$1/Sources/\(product)\"", name)
        folder.write(
            "\(name)/Package.swift",
            """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(
                name: "\(name)", products: [.library(name: "\(product)", targets: ["\(product)"])],
                targets: [.target(name: "\(product)")])

            """.utf8)
        folder.write("\(name)/Sources/\(product)/Version.swift", "public let version = 3\n".utf8)
        try makeRepository(name, version: version)
    }

    /// Writes a package named `user`, with the files of its targets by path.
    func write(_ manifest: String, _ files: [String: String]) throws {
        for (path, text) in files {
            let folders = path.split(separator: "/").dropLast().joined(separator: "/")
            try shell("mkdir -p \"user/Sources/$1\"", folders)
            folder.write("user/Sources/" + path, text.utf8)
        }
        folder.write("user/Package.swift", manifest.utf8)
    }

    /// Runs SwiftPM on the package, without any cached state.
    func swift(_ arguments: String...) throws -> Command.Outcome {
        var environment = Command.inheritedEnvironment
        // A build must not inherit the settings of a test.
        for name in environment.keys where name.hasPrefix("SWIFTPM") || name.hasPrefix("XCTest") {
            environment[name] = nil
        }
        let folders = [
            "--package-path", folder.path("user"), "--cache-path", folder.path("cache"),
            "--config-path", folder.path("config"), "--security-path", folder.path("security"),
        ]
        // This build is never debugged, and debug information would take a quarter of its time.
        let plain = ["-debug-info-format", "none", "--disable-index-store"]
        return try Command(
            "swift", arguments.prefix(1) + plain + folders + arguments.dropFirst(),
            environment: environment
        ).run(timeout: .seconds(1800))
    }

    /// The packages that were resolved for the package `user`.
    var resolved: [String] {
        String(decoding: folder.read("user/Package.resolved"), as: UTF8.self)
            .split(separator: "\n").filter { $0.contains("\"identity\"") }
            .compactMap { $0.split(separator: "\"").dropFirst(3).first.map(String.init) }
    }
}

struct OutsideError: Error {
    var outcome: Command.Outcome
}
