/// Folds and compares text for searches outside a list, such as in a database.
public enum SearchText {
    /// Returns the text of a bookmark in which ``Query/pieces`` are searched.
    ///
    /// Rebuild stored texts when a version of the program folds differently.
    public static func folded(_ row: BookmarkRow) -> [UInt8] { SearchArena([row]).bytes }

    /// Returns a text folded for searches: texts that differ only in case and accents become equal.
    public static func folded(_ text: some StringProtocol) -> [UInt8] { FoldedText.bytes(of: text) }

    /// Whether a folded text contains a folded word.
    public static func contains(_ word: [UInt8], in text: [UInt8]) -> Bool {
        SearchArena.contains(word, in: text)
    }

    /// Whether a text contains at least one piece of each group.
    public static func contains(_ pieces: [[[UInt8]]], in text: UnsafeRawBufferPointer) -> Bool {
        pieces.allSatisfy { group in group.contains { SearchArena.contains($0, in: text) } }
    }
}

extension Query {
    /// Groups of bytes: the text of every bookmark that the query finds contains at least one piece
    /// of each group. Other texts may contain them, too. The longest single pieces come first,
    /// because they find the fewest.
    public var pieces: [[[UInt8]]] {
        parts.compactMap(\.pieces).sorted { a, b in
            a.count != b.count ? a.count < b.count : a[0].count > b[0].count
        }
    }

    /// The conditions that every found bookmark must fulfil.
    var parts: [Node] {
        if case .all(let nodes) = root { nodes } else { [root] }
    }
}

extension Query.Node {
    /// Pieces of which the text of every matching bookmark contains at least one.
    var pieces: [[UInt8]]? {
        switch self {
        case .term(let condition):
            return condition.piece.flatMap { $0.isEmpty ? nil : [$0] }
        case .all(let nodes):
            return nodes.compactMap(\.pieces).min { $0.count < $1.count }
        case .any(let nodes):
            let pieces = nodes.map(\.pieces)
            return pieces.contains(nil) ? nil : pieces.flatMap { $0 ?? [] }
        case .not: return nil
        }
    }

    /// Whether ``pieces`` are sufficient: any text with one of them matches.
    var isPieces: Bool {
        switch self {
        case .term(let condition): condition.isPiece && pieces != nil
        case .any(let nodes): nodes.allSatisfy(\.isPieces)
        case .all, .not: false
        }
    }
}

extension Query.Condition {
    /// Bytes that the text of every matching bookmark contains.
    var piece: [UInt8]? {
        switch self {
        case .text(_, .notes), .text(_, .description), .folder, .within, .before, .after,
            .conflict, .duplicate, .broken, .document, .unopened, .unread, .archived, .deleted:
            nil
        case .text(.expression(let expression), _): expression.longestRequired
        case .text(.word(let word), _): word.folded
        case .tag(let word): [SearchArena.tagStart] + word.folded
        case .tagged(let tag): [SearchArena.tagStart] + tag.folded
        case .site(let word): word.folded
        }
    }

    /// Whether ``piece`` is sufficient: any text with it matches.
    var isPiece: Bool {
        switch self {
        case .text(.word(let word), .anywhere): !word.isExact
        case .tag(let word): !word.isExact
        case .tagged(let tag): tag.key.isEmpty
        default: false
        }
    }

    /// Whether every bookmark that fulfils `other` also fulfils this.
    func isImplied(by other: Self) -> Bool {
        switch (self, other) {
        case (.text(.word(let word), let field), .text(.word(let whole), let place)):
            // An empty pattern tests something else.
            if whole.isEmpty || word.isEmpty { return self == other }
            guard field == place || (field == .anywhere && !place.isOfDetails) else {
                return false
            }
            return word.isImplied(by: whole) { SearchArena.contains($0, in: $1) }
        case (.text(.word(let word), .anywhere), .tag(let whole)):
            return word.isImplied(by: whole) { SearchArena.contains($0, in: $1) }
        case (.text(.word(let word), .anywhere), .tagged(let tag)) where !word.isExact:
            return SearchArena.contains(word.bytes, in: tag.folded)
        case (.tag(let word), .tagged(let tag)) where !word.isExact:
            return tag.folded.starts(with: word.bytes)
        case (.tag(let word), .tag(let whole)):
            return word.isImplied(by: whole) { $1.starts(with: $0) }
        case (
            .text(.expression(let expression), let field),
            .text(.expression(let other), let otherField)
        ) where !expression.letters.isEmpty && expression.isExact == other.isExact:
            // Every match of ~humm also matches ~hum.
            return field == otherField && other.letters.starts(with: expression.letters)
        default: return self == other
        }
    }
}

extension Expression {
    /// The longest text that every match contains, folded for searching; `nil` if it is so short
    /// that it is nearly everywhere.
    var longestRequired: [UInt8]? {
        let texts = requiredTexts.map { FoldedText.bytes(of: $0) }
        return texts.max { $0.count < $1.count }.flatMap { $0.count > 2 ? $0 : nil }
    }
}

extension Query.Word {
    fileprivate func isImplied(by other: Self, _ has: ([UInt8], [UInt8]) -> Bool) -> Bool {
        isExact ? other.isExact && has(bytes, other.bytes) : has(bytes, other.folded)
    }
}
