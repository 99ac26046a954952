import TestSupport
import Testing

/// Words that must not be in the repository.
@Suite(.ownThread)
struct WordsTests {
    /// The words are split so that this file does not contain them.
    static let leftovers = ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"]

    @Test(arguments: SwiftSource.all)
    func sourcesContainNoMarkersForUnfinishedWork(
        _ source: SwiftSource
    ) {
        for (index, line) in source.lines.enumerated() {
            for word in Self.leftovers where words(in: line).contains(word) {
                Issue.record("\(source):\(index + 1) says \(word)")
            }
        }
    }

    /// Two types that are declared `Sendable` without proof, like Apple's own.
    static let trusted: Set<String> = [
        "Sources/Store/UbiquitousStore/NSUbiquitousKeyValueStore.swift",
        "Sources/Store/UbiquitousStore/NotificationSequence.swift",
    ]

    /// Words that turn a mistake of ours, or a broken file, into a crash or a race.
    @Test(arguments: SwiftSource.product.filter { !trusted.contains($0.path) })
    func sourcesContainNoUncheckedOrCrashingCode(_ source: SwiftSource) {
        let banned = ["@unchecked Sendable", "nonisolated(unsafe)", "try!", "fatalError("]
        for (index, line) in source.code.enumerated() {
            for word in banned where line.contains(word) {
                Issue.record("\(source):\(index + 1) has \(word)")
            }
        }
    }

    /// The repository is for everybody: no file names a folder of the machine on which it was
    /// written.
    @Test(.enabled(if: Git.isRepository, "not a clone"))
    func filesDoNotNameFoldersOfThisMachine() throws {
        let common: Set<Substring> = [
            "bin", "dev", "etc", "home", "opt", "root", "tmp", "usr", "var",
        ]
        guard let top = Places.repository.split(separator: "/").first, !common.contains(top) else {
            return
        }
        // Only at the beginning of a path: further on, the folder's name says nothing about the
        // machine.
        let path = #"(^|[^[:alnum:]_./}-])/"# + top + "/"
        let found = try Git.run("grep", "--untracked", "-nIE", path, "--", ".")
        #expect(found.isEmpty)
    }

    @Test(.enabled(if: Git.isRepository, "not a clone"))
    func buildProductsAreNotTrackedByGit() throws {
        let files = try Git.run("ls-files").split(separator: "\n")
        let built = files.filter {
            $0.hasSuffix("Package.resolved") || $0.split(separator: "/").contains(".build")
        }
        #expect(built.isEmpty)
    }

    private func words(in line: Substring) -> Set<String> {
        Set(line.split { !$0.isLetter }.map(String.init))
    }
}

/// The clone that the tests belong to.
enum Git {
    static let isRepository = (try? run("rev-parse", "--git-dir").isEmpty) == false

    static func run(_ arguments: String...) throws -> String {
        try Command("git", ["-C", Places.repository] + arguments).run().output
    }
}
