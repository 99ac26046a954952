/// The order of a list. Ties are broken by id, so that every device shows the same order.
public struct SortOrder: Sendable, Hashable {
    /// A field that bookmarks can be sorted by.
    public enum Field: String, Sendable, Hashable, CaseIterable {
        case added, modified, name, url
        /// The relevance of the bookmark to the query: see ``Relevance``. Equal answers, and all
        /// bookmarks without a query, are sorted by the date added.
        case relevance
        /// The time when this device last opened the bookmark. A bookmark never opened counts as
        /// the earliest.
        case opened
        /// The number of times that this device opened the bookmark; of equal counts, the one
        /// opened last ranks higher.
        case frequency
        /// The order that a person made: see ``ManualPlace``.
        case manual

        /// Whether people expect the order to begin with the greatest value: the latest, the most.
        public var isDescendingByNature: Bool {
            switch self {
            case .added, .modified, .relevance, .opened, .frequency: true
            case .name, .url, .manual: false
            }
        }
    }

    public var field: Field
    public var isDescending: Bool

    public init(_ field: Field, descending: Bool = false) {
        self.field = field
        isDescending = descending
    }

    /// Returns the order that people expect of a field, in the list and on the command line.
    public static func natural(_ field: Field) -> SortOrder {
        SortOrder(field, descending: field.isDescendingByNature)
    }

    /// Reads an order as typed: the name of a field for its natural order, with a minus for the
    /// reverse. `nil` for an unknown field.
    public init?(named name: String) {
        let isReversed = name.hasPrefix("-")
        guard let field = Field(rawValue: String(name.dropFirst(isReversed ? 1 : 0))) else {
            return nil
        }
        self = isReversed ? Self.natural(field).reversed : .natural(field)
    }

    /// The reverse order.
    public var reversed: SortOrder { SortOrder(field, descending: !isDescending) }

    /// The best answers first; without a query, the newest first.
    public static let bestFirst = SortOrder(.relevance, descending: true)

    /// Newest first.
    public static let standard = SortOrder(.added, descending: true)
}
