import TestSupport
import Testing

@testable import Bookmarks

/// The list with all its shortcuts against a plain one, through random changes.
@Suite(.ownThread) struct BookmarkListTests {
    @Test(arguments: 0..<16 as Range<UInt64>)
    func listEqualsAPlainListAfterRandomChanges(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var plain = PlainList()
        let facts = PlainFacts()
        var list = BookmarkList(rows: [], sortedBy: .standard, facts: facts)
        let ids = Int.random(in: 1...80, using: &random)
        var typed = [""]
        for step in 0..<160 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                plain.order = SortOrder(
                    .allCases.randomElement(using: &random) ?? .name,
                    descending: .random(using: &random))
                list.sort(plain.order)
            case 1, 2, 5, 6:
                let isReturn = Int.random(in: 0..<3, using: &random) == 0
                let text =
                    isReturn
                    ? typed.suffix(6).randomElement(using: &random) ?? ""
                    : Self.nextQuery(after: plain.query.text, using: &random)
                typed.append(text)
                // An invalid query changes nothing.
                if let query = try? Query(text) { plain.query = query }
                let kinds: [ForeseenFacts.Kind] = [.duplicates, .details]
                if let kind = kinds.randomElement(using: &random), Bool.random(using: &random) {
                    // Facts read for another revision are discarded.
                    let revision = list.revision - (Bool.random(using: &random) ? 0 : 1)
                    let facts = revision == list.revision ? facts : PlainFacts()
                    list.add(try ForeseenFacts(kind, from: facts), of: revision)
                }
                list.filter(plain.query)
            case 4 where step % 10 == 0:
                plain.ranksAnswers.toggle()
                list.ranksAnswers = plain.ranksAnswers
            case 3 where step % 20 == 0:
                let rows = (0..<ids).map { BookmarkRow.random(id: $0, using: &random) }
                plain.rows = Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
                facts.set(plain.subjects)
                list.load(rows)
            default:
                let most = Bool.random(using: &random) ? 3 : 150
                let changes = (0..<Int.random(in: 0...most, using: &random)).map { _ in
                    Self.change(of: Int.random(in: 0..<ids, using: &random), using: &random)
                }
                for change in changes { plain.apply(change) }
                facts.set(plain.subjects)
                list.apply(changes)
            }
            try expectEqual(list, plain)
        }
    }

    /// Facts read ahead are stored by the numbers of rows, which change.
    @Test func searchesStayCorrectWhenRowsAreRenumbered() throws {
        var random = SeededGenerator(seed: 7)
        var plain = PlainList()
        let rows = (0..<50).map { BookmarkRow.random(id: $0, using: &random) }
        for row in rows { plain.apply(.upsert(row)) }
        let facts = PlainFacts(plain.subjects)
        var list = BookmarkList(rows: rows, sortedBy: .standard, facts: facts)
        plain.order = list.order
        list.add(try ForeseenFacts(.details, from: facts), of: list.revision)
        for _ in 0..<1200 {
            let row = BookmarkRow.random(id: Int.random(in: 0..<50, using: &random), using: &random)
            plain.apply(.upsert(row))
            list.apply([.upsert(row)])
        }
        facts.set(plain.subjects)
        for text in ["note:notes", "in:work", "-note:notes"] {
            plain.query = try Query(text)
            list.filter(plain.query)
            try expectEqual(list, plain)
        }
    }

    private func expectEqual(_ list: BookmarkList, _ plain: PlainList) throws {
        let visible = try plain.visible
        #expect(
            (0..<list.count).map { list[$0] } == visible, "\(plain.query.text.debugDescription)")
        #expect(list.total == plain.rows.values.count { $0.isListed })
        #expect(list.query == plain.query.text)
        #expect(list.order == plain.order)
        for id in plain.rows.keys {
            let index = visible.firstIndex { $0.id == id }
            #expect(list.index(of: id, near: (index ?? 0) - 1) == index)
        }
        for id in 0..<80 {
            #expect(list.contains(id: "id\(id)") == (plain.rows["id\(id)"] != nil))
        }
        #expect(list.index(of: "nobody", near: 0) == nil)
    }

    private static func change(
        of id: Int, using random: inout SeededGenerator
    ) -> BookmarkListChange {
        Int.random(in: 0..<3, using: &random) == 0
            ? .remove(id: "id\(id)") : .upsert(.random(id: id, using: &random))
    }

    /// Types, deletes and changes as a person does, so that narrowing is tried too.
    private static func nextQuery(
        after query: String, using random: inout SeededGenerator
    ) -> String {
        let pieces = [
            "s", "w", "S", "a", "é", "É", " ", "/", "σ", "ς", "ж", "i̇", "日", "t", "👩", "\u{0}",
            "#", " #",
        ]
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return ""
        case 1: return String(query.dropLast())
        case 2: return (pieces.randomElement(using: &random) ?? "") + query
        case 3: return QueryGenerator.query(using: &random)
        case 4: return query + " " + QueryGenerator.query(using: &random)
        default: return query + (pieces.randomElement(using: &random) ?? "")
        }
    }
}
