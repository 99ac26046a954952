import Testing

@testable import Bookmarks

/// The quick count of tags, compared with a plain one.
@Suite struct TagTallyTests {
    private static let spellings = [
        "a", "A", "b", "é", "É", "e\u{301}", "e", "日本", "👩‍💻", "ß", "ss", "İ", "c++", "#",
    ]

    @Test(arguments: 0..<40)
    func tallyEqualsAPlainCount(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var tally = TagTally()
        var counts: [Tags.Key: Int] = [:]
        var shown: [Tags.Key: Int] = [:]
        var used: [Tags.Key: [[UInt8]: Int]] = [:]
        for _ in 0..<Int.random(in: 0..<60, using: &random) {
            let tags = (0..<Int.random(in: 0..<4, using: &random)).map { _ in
                Self.spellings.randomElement(using: &random).map {
                    $0 + (Bool.random(using: &random) ? "" : "\(UInt8.random(in: 0...9))")
                } ?? ""
            }
            let isShown = Bool.random(using: &random)
            tally.add(tags.joined(separator: " "), isShown: isShown)
            for key in Set(tags.map { Tags.key(of: $0) }) {
                counts[key, default: 0] += 1
                if isShown { shown[key, default: 0] += 1 }
            }
            for tag in tags {
                used[Tags.key(of: tag), default: [:]][Array(tag.utf8), default: 0] += 1
            }
        }
        let result = tally.counts
        #expect(result.count == counts.count)
        for count in result {
            let key = Tags.key(of: count.name)
            #expect(count.count == counts[key])
            #expect(count.shown == shown[key, default: 0])
            #expect(used[key]?[Array(count.name.utf8)] == used[key]?.values.max())
        }
        #expect(result.map(\.name) == Tags.sorted(result, by: \.name).map(\.name))
    }

    @Test func manyTagsAreCountedSeparately() {
        var tally = TagTally()
        for number in 0..<20_000 { tally.add("t\(number) common t\(number % 7)") }
        let counts = tally.counts
        #expect(counts.count == 20_001)
        #expect(counts.first { $0.name == "common" }?.count == 20_000)
        #expect(counts.first { $0.name == "t19999" }?.count == 1)
    }
}
