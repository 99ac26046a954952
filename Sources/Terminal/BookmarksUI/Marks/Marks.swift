import Bookmarks

/// The bookmarks that a person marked, to do something with all of them.
///
/// They are ids, so that they outlive filters, sorting and changes of other devices.
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

    /// How many are marked and in the range, as a title says it behind two blanks.
    func words(range: Int?) -> String { counts(range: range).map { "  " + $0 } ?? "" }

    /// The same without the blanks; `nil` where nothing is marked.
    func counts(range: Int?) -> String? {
        var words = ids.isEmpty ? [] : ["\(grouped(ids.count)) marked"]
        if let range { words.append("\(grouped(range)) in range") }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }
}
