import Documents
import Foundation
import TestSupport
import Testing

@testable import Bookmarks

/// The examples in Docs/Reference/Query.md find what the page says.
struct QueryDocumentTests {
    @Test(arguments: QueryDocument.examples)
    func documentedExampleFindsItsBookmarks(_ example: QueryDocument.Example) throws {
        let document = QueryDocument.current
        #expect(document.subjects.count == 10)
        do {
            let query = try Query(
                example.query, at: QueryDocument.clock, searches: QueryDocument.searches)
            let plain = try document.subjects.map { subject in
                var subject = subject
                subject.documents = QueryDocument.documents(of: subject.row.id).terms(in: query)
                return subject
            }.filter(query.matches).map(\.row.id)
            #expect(plain.joined(separator: ", ") == example.finds)
            var list = BookmarkList(
                rows: document.subjects.map(\.row).filter {
                    query.asksForDeleted || !$0.isDeleted
                }, sortedBy: SortOrder(.added),
                facts: PlainFacts(document.subjects, documents: QueryDocument.documents(of:)))
            list.filter(query)
            #expect(Set((0..<list.count).map { list[$0].id }) == Set(plain))
        } catch let error as QueryError {
            #expect(error.message == example.finds)
        }
    }

    /// A list that ranks shows likely guesses, as described under “Order”.
    @Test(arguments: QueryDocument.guesses)
    func documentedGuessFindsItsBookmarks(_ example: QueryDocument.Example) throws {
        let rows = QueryDocument.current.subjects.map(\.row).filter { !$0.isDeleted }
        var list = BookmarkList(rows: rows, sortedBy: SortOrder(.added))
        list.ranksAnswers = true
        list.filter(try Query(example.query))
        let found = (0..<list.count).map { list[$0].id }
        #expect(found.joined(separator: ", ") == example.finds)
        #expect(list.hasGuessed == !found.isEmpty)
        list.ranksAnswers = false
        list.filter(Query())
        list.filter(try Query(example.query))
        #expect(list.count == 0)
    }

    @Test func documentHasManyExamples() {
        #expect(QueryDocument.guesses.count > 6)
        #expect(QueryDocument.examples.count > 60)
        #expect(QueryDocument.examples.filter { $0.finds.last == "." }.count > 8)
    }
}

/// The bookmarks of Docs/Reference/Query.md, and its examples.
struct QueryDocument {
    struct Example: Sendable, CustomTestStringConvertible {
        var query: String
        /// The numbers of the bookmarks, or why the query is invalid. Empty if it finds nothing.
        var finds: String

        var testDescription: String { query }
    }

    static let current = QueryDocument()

    /// The documents that the page describes for its bookmarks.
    @Sendable static func documents(of id: String) -> PlainDocuments {
        switch id {
        case "1":
            PlainDocuments(
                kinds: [.page], files: [("Swift.org: about", "text/html; charset=utf-8")],
                texts: [["Swift.org: about", "Swift is a general-purpose language"]])
        case "4":
            PlainDocuments(
                kinds: [.file], files: [("menu.pdf", "application/pdf")], isRemote: true,
                texts: [["menu.pdf"]])
        case "6": PlainDocuments(kinds: [.note], isUnsent: true, texts: [["東京の地下鉄"]])
        default: PlainDocuments()
        }
    }
    static let clock = QueryClock(now: 1_795_262_400, utcOffset: 0)
    static let examples = examples(before: "` → ")
    static let guesses = examples(before: "` ⇢ ")

    private static func examples(before mark: String) -> [Example] {
        lines.compactMap { example($0, mark) }
    }

    private static func example(_ line: Substring, _ mark: String) -> Example? {
        guard line.hasPrefix("- `"), let arrow = line.range(of: mark) else { return nil }
        let finds = String(line[arrow.upperBound...])
        return Example(
            query: String(line[..<arrow.lowerBound].dropFirst(3)),
            finds: finds == "nothing" ? "" : finds)
    }

    /// The saved searches of the document, in rows such as | `@name` | `query` |.
    static let searches = SavedSearches(
        Dictionary(
            lines.filter { $0.hasPrefix("| `@") }.compactMap { line in
                let parts = line.split(separator: "`", omittingEmptySubsequences: false)
                return parts.count == 5 ? (String(parts[1].dropFirst()), String(parts[3])) : nil
            }, uniquingKeysWith: { $1 }))

    private static let lines: [Substring] =
        (try? String(
            contentsOfFile: Places.repository + "/Docs/Reference/Query.md", encoding: .utf8))?
        .split(separator: "\n") ?? []

    let subjects: [QuerySubject] = lines.compactMap { line in
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        guard cells.count == 7, Int(cells[0]) != nil else { return nil }
        let date = try? Date(cells[6], strategy: .iso8601.year().month().day())
        return QuerySubject(
            BookmarkRow(
                id: cells[0], name: cells[1], url: cells[2], tags: cells[3],
                added: date?.timeIntervalSince1970 ?? 0, modified: 0,
                lost: cells[0] == "3" ? "name@1" : "",
                opens: ["1", "4"].contains(cells[0]) ? 1 : 0,
                isUnread: ["2", "5"].contains(cells[0]), isArchived: cells[0] == "10",
                isDeleted: cells[0] == "9"),
            details: BookmarkDetails(
                notes: cells[4], description: cells[0] == "6" ? "Maps of every ward" : "",
                folder: cells[5]), isBroken: cells[0] == "5")
    }
}
