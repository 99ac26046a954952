/// The bookmarks that a person marked, to do something with all of them.
///
/// They are ids, so that they outlive filters, sorting and what other devices change.
public struct Marks: Sendable, Hashable {
    public internal(set) var ids: Set<String> = []
    /// Where the range begins that goes to the selection, while there is one.
    var anchor: Anchor?

    /// One end of a range.
    struct Anchor: Sendable, Hashable {
        var id: String
        /// Where it stands in the list.
        var index: Int
    }

    /// Whether nothing is marked and no range is begun.
    public var isEmpty: Bool { ids.isEmpty && anchor == nil }
}
