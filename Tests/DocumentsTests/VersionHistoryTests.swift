import Documents
import Testing

/// The versions from which other versions were made.
struct VersionHistoryTests {
    private func version(_ text: String, _ made: Double, from parents: [DocumentVersion] = [])
        -> DocumentVersion
    {
        DocumentVersion(
            content: ChunkName(of: Array(text.utf8)), length: 1, made: made, device: "one",
            parents: parents.map(\.content))
    }

    @Test func latestCommonVersionIsTheBase() {
        let first = version("first", 1)
        let base = version("base", 2, from: [first])
        let (a, b) = (version("a", 3, from: [base]), version("b", 4, from: [base]))
        let history = VersionHistory([first, base, a, b])
        #expect(history.commons(a, b).last == base)
        #expect(history.commons(a, base).last == base)
        #expect(history.commons(a, version("c", 5)).isEmpty)
    }

    @Test func aMergedVersionHasTwoOrigins() {
        let base = version("base", 1)
        let (a, b) = (version("a", 2, from: [base]), version("b", 3, from: [base]))
        let merged = version("ab", 4, from: [a, b])
        let history = VersionHistory([base, a, b, merged])
        #expect(history.origins(of: merged) == [base, a, b, merged])
        #expect(history.commons(merged, b).last == b)
    }

    /// A restored version has the content of an earlier one, but does not replace that one as an
    /// origin of other versions.
    @Test func restoredVersionIsANewVersion() {
        let first = version("first", 1)
        let second = version("second", 2, from: [first])
        let back = version("first", 3, from: [second])
        let other = version("other", 4, from: [second])
        let history = VersionHistory([first, second, back, other])
        #expect(history.commons(back, other).last == second)
        #expect(!history.origins(of: other).contains(back))
    }

    /// Two devices merged the same two versions separately: both versions are common bases.
    @Test func twoVersionsMayHaveSeveralCommonBases() {
        let (a, b) = (version("a", 1), version("b", 2))
        let one = version("one", 3, from: [a, b])
        let other = version("other", 4, from: [version("c", 3, from: [a]), b])
        let history = VersionHistory([a, b, one, version("c", 3, from: [a]), other])
        #expect(history.commons(one, other) == [a, b])
        #expect(history.commons(one, other).last == b)
    }
}
