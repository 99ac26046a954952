/// Data that a query will need in addition to the rows, read while the person still types.
public struct ForeseenFacts: Sendable {
    /// A kind of data that can be read ahead.
    public enum Kind: Sendable, Hashable {
        /// The bookmarks that share a page.
        case duplicates
        /// Notes, descriptions and folders.
        case details
    }

    private(set) var duplicates: Set<String>?
    /// The ids of rows, and their details by index in these ids.
    private(set) var details: (ids: [String], arena: DetailsArena)?

    /// Reads the data, which takes a while if there are many bookmarks.
    public init(_ kind: Kind, from facts: some BookmarkFacts) throws {
        switch kind {
        case .duplicates: duplicates = try facts.duplicates()
        case .details:
            let noted = try facts.noted()
            var arena = DetailsArena()
            for (number, details) in noted.values.enumerated() {
                arena.append(details, of: Int32(number))
            }
            details = (Array(noted.keys), arena)
        }
    }
}

extension BookmarkList {
    /// Takes data that was read ahead, unless the list has changed since this ``revision``. The
    /// list drops it after the next query if that does not need it.
    public mutating func add(_ foreseen: ForeseenFacts, of revision: Int) {
        guard revision == self.revision else { return }
        if let duplicates = foreseen.duplicates {
            self.duplicates = duplicates
            knowsDuplicates = true
        }
        if let details = foreseen.details, knownNumbers == 0, lookedUp.isEmpty {
            lookedUp = details.arena.renumbered(
                details.ids.map { index.number(of: $0, in: rows) })
            knownNumbers = Int32(rows.count)
        }
    }
}
