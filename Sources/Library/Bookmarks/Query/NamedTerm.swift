extension Query {
    /// A term that names a tag or a folder, and that bookmarks must fulfil.
    public struct NamedTerm: Sendable, Hashable {
        /// The name as typed, without quotes or escapes.
        public let name: String
        let condition: Condition
        /// The range of the term in the query, in Unicode scalars.
        let range: Range<Int>

        /// Makes a term; `nil` for a condition that names neither a tag nor a folder.
        init?(_ condition: Condition, named name: String, _ range: Range<Int>) {
            switch condition {
            case .tag, .tagged, .folder, .within: break
            default: return nil
            }
            if name.isEmpty { return nil }
            (self.condition, self.name, self.range) = (condition, name, range)
        }
    }

    /// Returns this query with another name in a term, in the term's own notation.
    public func text(replacing term: NamedTerm, by name: String) -> String {
        QueryText.replacing(term.range, of: text, by: term.text(naming: name))
    }
}

extension Query.NamedTerm {
    /// Whether the term names a folder; otherwise, it names a tag.
    public var isOfFolder: Bool {
        switch condition {
        case .folder, .within: true
        default: false
        }
    }

    /// Returns the term with another name.
    public func text(naming name: String) -> String {
        notation.text(naming: name)
    }

    private var notation: QueryText.Notation {
        switch condition {
        case .tag: .sign
        case .folder: .beginning
        case .within: .folder
        default: .tag
        }
    }

    /// Returns the name that was probably meant, out of all tags or all folders; `nil` if this name
    /// is among them, or none is similar. Of equally similar names, the first one wins.
    public func closestName(among names: [String]) -> String? {
        var best: (rank: Int, name: String)?
        let sought = Likeness(name)
        for name in names {
            if finds(name) { return nil }
            guard let rank = sought.rank(of: name, isPath: isOfFolder) else { continue }
            if best.map({ rank < $0.rank }) ?? true { best = (rank, name) }
        }
        return best?.name
    }

    /// Whether the term matches a tag or a folder.
    private func finds(_ name: String) -> Bool {
        let tags = isOfFolder ? "" : name
        let row = BookmarkRow(id: "", name: "", url: "", tags: tags, added: 0, modified: 0)
        let details = BookmarkDetails(folder: isOfFolder ? name : "")
        // Only expressions can fail, and this query has none.
        return (try? Query(.term(condition)).matches(QuerySubject(row, details: details))) ?? false
    }
}

/// Measures how similar other names are to a typed name.
private struct Likeness {
    private let typed: String

    init(_ name: String) { typed = Self.folded(name) }

    private static func folded(_ name: String) -> String {
        String(decoding: FoldedText.bytes(of: name), as: UTF8.self)
    }

    /// Returns a rank, the lower the better; `nil` for a name that is not similar.
    func rank(of name: String, isPath: Bool) -> Int? {
        let whole = Self.folded(name)
        let last = isPath ? whole.split(separator: "/").last.map(String.init) ?? whole : whole
        if last == typed || whole.hasSuffix("/" + typed) { return 0 }
        if whole.isLikelySlip(for: typed) { return 1 }
        if last.isLikelySlip(for: typed) { return 2 }
        if typed.utf8.count < 2 { return nil }
        if last.hasPrefix(typed) { return 3 }
        return typed.utf8.count > 2 && last.contains(typed) ? 4 : nil
    }
}
