import TestSupport
import Testing

/// The tests that pages name for their promises exist.
struct NamedTestsTests {
    private static let pages = [
        "Comparison", "Internals/Architecture", "Internals/Fuzzing", "Internals/Performance",
        "Internals/Simulation", "Internals/Sync", "Internals/ThreatModel",
    ]
    private static let suites = Set(
        SwiftSource.all.filter { $0.path.hasPrefix("Tests/") }.flatMap { source in
            source.code.compactMap { line -> String? in
                let words = line.split { " :{(".contains($0) }
                guard let at = words.firstIndex(of: "struct"), at + 1 < words.count else {
                    return nil
                }
                return String(words[at + 1])
            } + [source.target]
        })

    @Test(arguments: pages) func testsNamedInDocsExist(_ page: String) throws {
        let text = try contents(of: "Docs/\(page).md")
        let names = text.split { !$0.isLetter && !$0.isNumber }.filter {
            $0.hasSuffix("Tests") && $0 != "Tests"
        }
        let missing = Set(names.map(String.init)).subtracting(Self.suites)
        #expect(missing.isEmpty, "Docs/\(page).md must only name existing tests")
    }
}
