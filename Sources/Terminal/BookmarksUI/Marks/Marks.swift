import Bookmarks

/// The bookmarks that a person marked, to do something with all of them.
///
/// Marks are ids, so they survive filters, sorting and remote changes.
public struct Marks: Sendable, Hashable {
    public internal(set) var ids: Set<String> = []
    /// The fixed end of a range whose other end is the selection; `nil` if there is no range.
    var anchor: Anchor?

    /// One end of a range.
    struct Anchor: Sendable, Hashable {
        var id: String
        /// The index in the list.
        var index: Int
    }

    /// Whether nothing is marked and there is no range.
    public var isEmpty: Bool { ids.isEmpty && anchor == nil }

    /// Returns the numbers of marked bookmarks and of the range for a title, after two blanks.
    func words(range: Int?) -> String { counts(range: range).map { "  " + $0 } ?? "" }

    /// Returns these numbers without the blanks; `nil` if nothing is marked.
    func counts(range: Int?) -> String? {
        var words = ids.isEmpty ? [] : ["\(grouped(ids.count)) marked"]
        if let range { words.append("\(grouped(range)) in range") }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }
}
