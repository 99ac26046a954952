extension Query {
    /// Whether the query searches notes, descriptions or the text of documents, which no row of the
    /// list shows.
    public var looksIntoDetails: Bool { root.looksIntoDetails }

    /// Returns the part of the notes or the description with a hit of the query; `nil` without a
    /// hit.
    public func snippet(notes: String, description: String) -> TextSnippet? {
        for (text, field) in [(notes, ShownField.notes), (description, .description)] {
            let text = text.collapsed
            let hits = self.hits(in: text, of: field, limit: .max)
            if let snippet = TextSnippet(of: text, hits: hits) { return snippet }
        }
        return nil
    }

    /// Returns the hits in tags of each condition that neither the name nor the address fulfils.
    ///
    /// - Parameter tags: each with a `#` before it.
    public func hits(inTags tags: String, besides row: BookmarkRow) -> [[Range<String.Index>]] {
        parts.compactMap { part -> [Range<String.Index>]? in
            let query = Query(part)
            let hits = query.hits(in: tags, of: .tags)
            let isSeen =
                hits.isEmpty || !query.hits(in: row.name, of: .name).isEmpty
                || !query.hits(in: row.url, of: .url).isEmpty
            return isSeen ? nil : hits
        }
    }
}

extension Query.Node {
    fileprivate var looksIntoDetails: Bool {
        switch self {
        case .all(let nodes), .any(let nodes): nodes.contains { $0.looksIntoDetails }
        case .not: false
        case .term(.text(_, .notes)), .term(.text(_, .description)): true
        case .term(.document(.text(let phrase))): !phrase.tokens.isEmpty
        case .term: false
        }
    }
}
