extension Query {
    /// How well a bookmark answers the query: more is better, and what the query does not find may
    /// have any number.
    ///
    /// Each word counts by the best place where it is: a name that begins so, a tag that is so, a
    /// word of the name that begins so, a tag that begins so, anywhere in the name, the host,
    /// anywhere else.
    public func rank(of row: BookmarkRow) -> Int { root.rank(of: RankedRow(row)) }
}

/// A row, folded once for all words.
private struct RankedRow {
    let name: [UInt8]
    let host: ArraySlice<UInt8>
    let tags: [[UInt8]]

    init(_ row: BookmarkRow) {
        name = FoldedText.bytes(of: row.name)
        host = WebHost.host(in: FoldedText.bytes(of: row.url)[...])
        tags = row.tags.split(separator: " ").map { FoldedText.bytes(of: $0) }
    }

    func rank(of word: [UInt8]) -> Int {
        if word.isEmpty { return 0 }
        if name.starts(with: word) { return 7 }
        if tags.contains(word) { return 6 }
        let words = name.indices.filter { $0 > 0 && !Self.isLetter(name[$0 - 1]) }
        if words.contains(where: { name[$0...].starts(with: word) }) { return 5 }
        if tags.contains(where: { $0.starts(with: word) }) { return 4 }
        if SearchArena.contains(word, in: name) { return 3 }
        return SearchArena.contains(word, in: host) ? 2 : 1
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x61...0x7A, 0x80...: true
        default: false
        }
    }
}

extension Query.Node {
    fileprivate func rank(of row: RankedRow) -> Int {
        switch self {
        case .all(let nodes): nodes.map { $0.rank(of: row) }.reduce(0, +)
        case .any(let nodes): nodes.map { $0.rank(of: row) }.max() ?? 0
        case .term(.text(.word(let word), .anywhere)), .term(.text(.word(let word), .name)),
            .term(.tag(let word)):
            row.rank(of: word.folded)
        case .term(.tagged(let tag)): row.rank(of: tag.folded)
        case .not, .term: 0
        }
    }
}
