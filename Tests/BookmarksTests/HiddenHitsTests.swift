import Bookmarks
import Testing

/// The parts of a bookmark that a query finds but no row of the list shows.
struct HiddenHitsTests {
    private func found(_ query: String, notes: String = "", description: String = "") throws
        -> [String]?
    {
        let snippet = try Query(query).snippet(notes: notes, description: description)
        return snippet.map { $0.parts.filter(\.isHit).map(\.text) }
    }

    @Test func snippetShowsHitsInNotesAndDescriptions() throws {
        let notes = String(repeating: "before ", count: 100) + "the talk of\n2024 on Sharding"
        #expect(try found("notes:shard", notes: notes) == ["Shard"])
        #expect(try found("notes:\"talk of 2024\"", notes: notes) == ["talk of 2024"])
        #expect(try found("notes:/s.ard/", notes: "It shards") == ["shard"])
        #expect(try found("notes:地図", notes: "第八回 地図の読みかた") == ["地図"])
        #expect(try found("description:shard", description: "About shards") == ["shard"])
        #expect(try found("description:shard", notes: "About shards") == nil)
        #expect(try found("shard", notes: "shard", description: "shard") == nil)
        #expect(try found("-notes:shard", notes: "shard") == nil)
    }

    @Test(arguments: [
        ("notes:a", true), ("description:a", true), ("text:a", true), ("a or notes:b", true),
        ("a", false), ("#a site:b", false), ("-notes:a", false), ("", false),
    ]) func queryKnowsWhetherItSearchesDetails(_ text: String, _ looks: Bool) throws {
        #expect(try Query(text).looksIntoDetails == looks)
    }

    @Test func tagIsAHitOnlyIfNameAndURLLackTheWord() throws {
        let row = BookmarkRow(
            id: "a", name: "Swift", url: "https://docs.example/", tags: "swift server", added: 1,
            modified: 1)
        func words(_ query: String) throws -> [String] {
            let tags = "#swift #server"
            return try Query(query).hits(inTags: tags, besides: row).map { hits in
                hits.map { String(tags[$0]) }.joined(separator: " ")
            }
        }
        #expect(try words("swift").isEmpty)
        #expect(try words("swift server") == ["server"])
        #expect(try words("#swift server") == ["#swift", "server"])
        #expect(try words("docs").isEmpty && words("-server").isEmpty)
    }
}
