/// A column of the list, in the notation of settings.
public struct ListColumn: Sendable, Hashable {
    /// The fact about a bookmark that the column shows.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case name, host, url, tags
        /// The age and the date of the time by which the list is sorted, otherwise of the date
        /// added.
        case age, date
    }

    /// The fact that the column shows.
    public var kind: Kind
    /// The width in terminal columns; `nil` for a suitable width.
    public var width: Int?

    public init(_ kind: Kind, width: Int? = nil) {
        self.kind = kind
        self.width = width
    }

    /// The default columns.
    public static let standard = [
        ListColumn(.name), ListColumn(.host), ListColumn(.tags), ListColumn(.age),
    ]

    /// Reads columns in the notation of settings, such as `name:40 host tags age`. `nil` if a
    /// column is unknown or repeated, a width is invalid, or the name is missing.
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
