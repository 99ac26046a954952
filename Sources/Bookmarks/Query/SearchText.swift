/// Text as a search compares it, for those who look for bookmarks elsewhere than in a list: in a
/// database.
public enum SearchText {
    /// The text of a bookmark in which ``Query/pieces`` are looked for.
    ///
    /// Whoever stores it must make it anew when a version of the program folds otherwise.
    public static func folded(_ row: BookmarkRow) -> [UInt8] { SearchArena([row]).bytes }

    /// Whether all pieces stand in a text.
    public static func contains(_ pieces: [[UInt8]], in text: UnsafeRawBufferPointer) -> Bool {
        pieces.allSatisfy { SearchArena.contains($0, in: text) }
    }
}

extension Query {
    /// Bytes that all stand in the text of every bookmark that this query finds, the longest first:
    /// they find the fewest. They may stand in others too. None when there is no such text.
    public var pieces: [[UInt8]] {
        conditions.compactMap(\.piece).filter { !$0.isEmpty }.sorted { $0.count > $1.count }
    }

    /// What every bookmark that is found must fulfil.
    var parts: [Node] {
        if case .all(let nodes) = root { nodes } else { [root] }
    }

    private var conditions: [Condition] {
        parts.compactMap { if case .term(let condition) = $0 { condition } else { nil } }
    }
}

extension Query.Condition {
    /// Bytes that stand in the text of every bookmark that fulfils this.
    var piece: [UInt8]? {
        switch self {
        case .text(_, .notes), .text(.expression, _), .folder, .before, .after, .conflict,
            .duplicate:
            nil
        case .text(.word(let word), _): word.folded
        case .tag(let word): [SearchArena.tagStart] + word.folded
        case .site(let word): word.folded
        }
    }

    /// Whether ``piece`` says all: what has it fulfils this.
    var isPiece: Bool {
        switch self {
        case .text(.word(let word), .anywhere): !word.isExact
        case .tag(let word): !word.isExact
        default: false
        }
    }

    /// Whether whatever fulfils `other` fulfils this too.
    func isImplied(by other: Self) -> Bool {
        switch (self, other) {
        case (.text(.word(let word), let field), .text(.word(let whole), let place)):
            // A field with nothing to look for asks something else.
            if whole.isEmpty || word.isEmpty { return self == other }
            guard field == place || (field == .anywhere && place != .notes) else { return false }
            return word.isImplied(by: whole) { SearchArena.contains($0, in: $1) }
        case (.text(.word(let word), .anywhere), .tag(let whole)):
            return word.isImplied(by: whole) { SearchArena.contains($0, in: $1) }
        case (.tag(let word), .tag(let whole)):
            return word.isImplied(by: whole) { $1.starts(with: $0) }
        default: return self == other
        }
    }
}

extension Query.Word {
    fileprivate func isImplied(by other: Self, _ has: ([UInt8], [UInt8]) -> Bool) -> Bool {
        isExact ? other.isExact && has(bytes, other.bytes) : has(bytes, other.folded)
    }
}
