import Documents
import Testing

/// Finding outdated versions.
struct VersionAgeTests {
    private static let day = 86_400.0

    /// A document with a version from each of these days. The last one shows.
    private func document(_ days: [Double]) -> Document {
        let versions = days.map { day in
            DocumentVersion(
                content: ChunkName(of: Array("\(day)".utf8)), length: 1, made: day * Self.day,
                device: "one")
        }
        return Document(
            id: "a", bookmark: "b", kind: .page, name: "Page", mediaType: "text/html", added: 0,
            head: versions[versions.count - 1], versions: versions.reversed())
    }

    private func outdated(
        _ document: Document, on day: Double, keeping needed: Set<ChunkName> = []
    ) -> [Double] {
        document.outdatedVersions(now: day * Self.day, keeping: needed).map { $0.made / Self.day }
    }

    @Test func ageOfAVersionCountsFromItsReplacement() {
        let document = document([0, 100, 120])
        #expect(outdated(document, on: 129) == [])
        #expect(outdated(document, on: 130.5) == [0])
        #expect(outdated(document, on: 151) == [0, 100])
        #expect(outdated(document, on: 9999) == [0, 100], "the current version must stay")
    }

    @Test func neededOrConflictingVersionsAreNotOutdated() {
        var document = document([0, 1, 2])
        let needed = document.history[0].content
        #expect(outdated(document, on: 100, keeping: [needed]) == [1])
        document.rivals = [document.history[1]]
        #expect(outdated(document, on: 100) == [])
        document.rivals = []
        document.head.isConflicting = true
        #expect(outdated(document, on: 100) == [])
    }
}
