import Documents
import Testing

@testable import Bookmarks

/// Queries about documents, and how a list uses the answers.
struct DocumentQueryTests {
    private static let rows = ["alpha", "beta", "gamma"].enumerated().map { number, name in
        BookmarkRow(
            id: name, name: name, url: "x:\(name)", added: Double(number), modified: 0)
    }

    /// Only beta has a text with the word alpha.
    private static let facts = PlainFacts(rows.map { QuerySubject($0) }) { id in
        var documents = PlainDocuments()
        if id == "beta" {
            documents.kinds = [.page]
            documents.texts = [["", "On Alpha and omega"]]
        }
        return documents
    }

    private func found(_ query: Query, ranks: Bool = false) -> [String] {
        var list = BookmarkList(
            rows: Self.rows, sortedBy: SortOrder(.added), facts: Self.facts)
        list.ranksAnswers = ranks
        list.filter(query)
        return (0..<list.count).map { list[$0].id }
    }

    @Test(arguments: [
        ("text:alpha", ["beta"]), ("text:alpha or alpha", ["alpha", "beta"]),
        ("-text:alpha", ["alpha", "gamma"]), ("has:page -text:nothing", ["beta"]),
        ("text:\"alpha and\" beta", ["beta"]), ("text:\"alpha an\"", []),
        ("(has:page or gamma) -beta", ["gamma"]), ("text:", ["beta"]),
        ("is:saved", ["beta"]), ("-is:saved", ["alpha", "gamma"]),
        ("file:///alpha", []), ("file:/x", []),
    ])
    func documentTermsCombineWithOtherTerms(_ text: String, _ ids: [String]) throws {
        #expect(found(try Query(text)) == ids)
    }

    @Test func plainWordsRankHitsInTextLast() throws {
        let query = try Query("alpha").findingInText
        #expect(query.text == "alpha")
        #expect(found(try Query("alpha"), ranks: true) == ["alpha"])
        #expect(found(query, ranks: true) == ["alpha", "beta"])
        #expect(found(try Query("omega").findingInText) == ["beta"])
        // A negated word excludes the same bookmarks as before: it does not look into texts.
        #expect(found(try Query("-alpha").findingInText) == ["beta", "gamma"])
        #expect(found(try Query("name:omega").findingInText) == [])
        // Typing mistakes are still guessed.
        #expect(found(try Query("gamam").findingInText, ranks: true) == ["gamma"])
    }

    @Test func answersForDocumentTermsFromElsewhereAreUsed() throws {
        let query = try Query("text:alpha")
        let term = try #require(query.documentTerms.first)
        var list = BookmarkList(rows: Self.rows, sortedBy: SortOrder(.added))
        list.know([term: ["gamma"]])
        list.filter(query)
        #expect((0..<list.count).map { list[$0].id } == ["gamma"])
        list.know([term: ["alpha", "gamma"]])
        #expect((0..<list.count).map { list[$0].id } == ["alpha", "gamma"])
        #expect(list.knows(["alpha", "gamma"], for: term))
        // The answer is forgotten with the query.
        list.filter(try Query("alpha"))
        #expect(list.knownDocumentTerms.isEmpty)
        list.know([term: ["beta"]])
        list.filter(query)
        #expect((0..<list.count).map { list[$0].id } == ["beta"])
    }
}
