@testable import Bookmarks

/// The rank of a bookmark in the answers to a query, as described in Docs/Reference/Query.md under
/// “Order”.
enum PlainRank {
    static func of(_ row: BookmarkRow, _ query: Query) -> Int { of(row, query.root) }

    /// Of two equally good answers, the one with the shorter name comes first.
    static func length(of row: BookmarkRow) -> Int {
        let name = FoldedText.bytes(of: row.name).count
        guard name == 0 else { return min(name, 127) }
        // A bookmark without a name counts with its URL and its tags, and a byte after each part.
        let tags = row.tags.split(separator: " ").map { FoldedText.bytes(of: $0).count + 1 }
        return min(127, FoldedText.bytes(of: row.url).count + 1 + tags.reduce(0, +) + 1)
    }

    /// Whether some bookmarks answer better than others: only words in names or anywhere make a
    /// difference.
    static func hasWords(_ query: Query) -> Bool { hasWords(query.root) }

    private static func hasWords(_ node: Query.Node) -> Bool {
        switch node {
        case .all(let nodes), .any(let nodes): return nodes.contains { hasWords($0) }
        case .term(.text(.word(let word), let field)):
            return !word.isEmpty && (field == .anywhere || field == .name)
        case .not, .term: return false
        }
    }

    private static func of(_ row: BookmarkRow, _ node: Query.Node) -> Int {
        switch node {
        case .all(let nodes): nodes.map { of(row, $0) }.reduce(0, +)
        case .any(let nodes): nodes.map { of(row, $0) }.max() ?? 0
        case .term(.text(.word(let word), .anywhere)), .term(.text(.word(let word), .name)),
            .term(.tag(let word)):
            of(row, word.folded)
        case .term(.tagged(let tag)): of(row, tag.folded)
        case .not, .term: 0
        }
    }

    private static func of(_ row: BookmarkRow, _ word: [UInt8]) -> Int {
        let name = FoldedText.bytes(of: row.name)
        let tags = row.tags.split(separator: " ").map { FoldedText.bytes(of: $0) }
        let host = WebHost.host(in: FoldedText.bytes(of: row.url))
        if word.isEmpty { return 0 }
        if name == word { return 11 }
        let places = name.indices.filter { name[$0...].starts(with: word) }
        let whole = places.filter { place in
            let end = place + word.count
            return (place == 0 || !isLetter(name[place - 1]))
                && (end == name.count || !isLetter(name[end]))
        }
        if whole.contains(0) { return 10 }
        if !whole.isEmpty { return 9 }
        if tags.contains(word) { return 7 }
        if places.contains(0) { return 6 }
        if places.contains(where: { !isLetter(name[$0 - 1]) }) { return 5 }
        if tags.contains(where: { $0.starts(with: word) }) { return 4 }
        if has(word, name) { return 3 }
        return has(word, Array(host)) ? 2 : 1
    }

    private static func has(_ word: [UInt8], _ text: [UInt8]) -> Bool {
        text.indices.contains { text[$0...].starts(with: word) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte >= 0x80
    }
}
