extension Query {
    /// A term that names a tag or a folder, and that bookmarks must fulfil.
    public struct NamedTerm: Sendable, Hashable {
        /// The name, as it was typed without signs.
        public let name: String
        let condition: Condition
        /// The Unicode scalars of the query that it takes.
        let range: Range<Int>

        /// `nil` for a condition that names neither a tag nor a folder.
        init?(_ condition: Condition, named name: String, _ range: Range<Int>) {
            switch condition {
            case .tag, .tagged, .folder, .within: break
            default: return nil
            }
            if name.isEmpty { return nil }
            (self.condition, self.name, self.range) = (condition, name, range)
        }
    }

    /// The same query with a term that names something else, in the term's own notation.
    public func text(replacing term: NamedTerm, by name: String) -> String {
        QueryText.replacing(term.range, of: text, by: term.text(naming: name))
    }
}

extension Query.NamedTerm {
    /// Whether it names a folder, and not a tag.
    public var isOfFolder: Bool {
        switch condition {
        case .folder, .within: true
        default: false
        }
    }

    /// The same term with another name.
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

    /// The name that was probably meant, of all tags or all folders; `nil` if this one is among
    /// them, or if none is like it. Of several that are alike, the first counts.
    public func meant(among names: [String]) -> String? {
        var best: (rank: Int, name: String)?
        let sought = Likeness(name)
        for name in names {
            if finds(name) { return nil }
            guard let rank = sought.rank(of: name, isPath: isOfFolder) else { continue }
            if best.map({ rank < $0.rank }) ?? true { best = (rank, name) }
        }
        return best?.name
    }

    /// Whether a tag or a folder is one that it asks for.
    private func finds(_ name: String) -> Bool {
        let tags = isOfFolder ? "" : name
        let row = BookmarkRow(id: "", name: "", url: "", tags: tags, added: 0, modified: 0)
        let details = BookmarkDetails(folder: isOfFolder ? name : "")
        // Names are asked no expressions, which alone can fail.
        return (try? Query(.term(condition)).matches(QuerySubject(row, details: details))) ?? false
    }
}

/// How like others a typed name is.
private struct Likeness {
    private let typed: String

    init(_ name: String) { typed = Self.folded(name) }

    private static func folded(_ name: String) -> String {
        String(decoding: FoldedText.bytes(of: name), as: UTF8.self)
    }

    /// The lower the better; `nil` where nothing is alike.
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
