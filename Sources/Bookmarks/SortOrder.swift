/// How a list is sorted. Ties are broken by id, so that every device shows the same order.
public struct SortOrder: Sendable, Hashable {
    /// What bookmarks are compared by.
    public enum Field: String, Sendable, Hashable, CaseIterable {
        case added, modified, name, url
    }

    public var field: Field
    public var isDescending: Bool

    public init(_ field: Field, descending: Bool = false) {
        self.field = field
        isDescending = descending
    }

    /// Newest first.
    public static let standard = SortOrder(.added, descending: true)
}
