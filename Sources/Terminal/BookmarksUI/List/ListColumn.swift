/// A column of the list, as settings name it.
public struct ListColumn: Sendable, Hashable {
    /// The fact about a bookmark that it shows.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case name, host, url, tags
        /// The age of the time that the list is sorted by, otherwise of the addition; and its date.
        case age, date
    }

    /// The fact that it shows.
    public var kind: Kind
    /// How many columns of the terminal it has; `nil` for as many as suit it.
    public var width: Int?

    public init(_ kind: Kind, width: Int? = nil) {
        self.kind = kind
        self.width = width
    }

    /// The columns of everybody who chose none.
    public static let standard = [
        ListColumn(.name), ListColumn(.host), ListColumn(.tags), ListColumn(.age),
    ]

    /// Reads columns as settings have them, such as `name:40 host tags age`; `nil` for an unknown
    /// one, a width that is none, one that comes twice, and where the name is missing.
    public static func columns(in text: String) -> [ListColumn]? {
        var columns: [ListColumn] = []
        for word in text.split(separator: " ") {
            let parts = word.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count <= 2, let kind = Kind(rawValue: String(parts[0])),
                !columns.contains(where: { $0.kind == kind })
            else { return nil }
            var column = ListColumn(kind)
            if parts.count == 2 {
                guard let width = Int(parts[1]), 1...500 ~= width else { return nil }
                column.width = width
            }
            columns.append(column)
        }
        return columns.contains { $0.kind == .name } ? columns : nil
    }
}
