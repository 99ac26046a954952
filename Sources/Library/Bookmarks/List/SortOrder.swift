/// The order of a list. Ties are broken by id, so that every device shows the same order.
public struct SortOrder: Sendable, Hashable {
    /// A field that bookmarks can be sorted by.
    public enum Field: String, Sendable, Hashable, CaseIterable {
        case added, modified, name, url
        /// How well it answers the query: see ``Relevance``. Equal answers, and everything without
        /// a query, are sorted by when they were added.
        case relevance
        /// When it was opened from this device last. A bookmark never opened counts as the
        /// earliest.
        case opened
        /// How many times it was opened from this device; of the same number, the one opened last
        /// counts as more.
        case frequency
        /// The order that a person made: see ``ManualPlace``.
        case manual

        /// Whether the order that people expect begins with the greatest: the latest, the most.
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

    /// The order that people expect of a field, in the list and on the command line.
    public static func natural(_ field: Field) -> SortOrder {
        SortOrder(field, descending: field.isDescendingByNature)
    }

    /// The order that a person names: a field for its natural order, or a minus and a field for the
    /// reverse. `nil` for an unknown field.
    public init?(named name: String) {
        let isReversed = name.hasPrefix("-")
        guard let field = Field(rawValue: String(name.dropFirst(isReversed ? 1 : 0))) else {
            return nil
        }
        self = isReversed ? Self.natural(field).reversed : .natural(field)
    }

    /// The same from the other end.
    public var reversed: SortOrder { SortOrder(field, descending: !isDescending) }

    /// The best answers first, and without a query the newest.
    public static let bestFirst = SortOrder(.relevance, descending: true)

    /// Newest first.
    public static let standard = SortOrder(.added, descending: true)
}
