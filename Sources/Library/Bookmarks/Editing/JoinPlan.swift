/// The plan for a device with its own bookmarks that joins a cloud with bookmarks.
///
/// Nothing is discarded. If both sides have the same page, the cloud's bookmark stays. It gets the
/// tags of both; a differing name, notes, description or folder is kept as after any conflict.
public struct JoinPlan: Sendable, Hashable {
    /// The number of bookmarks that only this device has.
    public var own: Int
    /// The number of bookmarks that the cloud has.
    public var there: Int
    /// The pairs that are the same in all fields that a person types.
    public var same: [Pair] = []
    /// The pairs that are about the same page and differ.
    public var differing: [Pair] = []
    /// The number of bookmarks that have the same id on both sides, and are the same.
    public var sharedSame = 0
    /// The number of bookmarks that have the same id on both sides, and differ: they were merged
    /// field by field.
    public var sharedDiffering = 0

    /// The ids of two bookmarks of the same page, one on each side.
    public struct Pair: Sendable, Hashable {
        public var own: String
        public var there: String

        public init(own: String, there: String) {
            self.own = own
            self.there = there
        }
    }

    public init(own: Int, there: Int) {
        self.own = own
        self.there = there
    }

    /// The plan in numbers, for a person: `37 bookmarks here, 512 there, 12 the same, 3 differ`.
    public var summary: String {
        var parts = [
            (own == 0 ? "No bookmarks" : counted(own, "bookmark")) + " here",
            (there == 0 ? "none" : grouped(there)) + " there",
        ]
        if sameCount > 0 { parts.append("\(grouped(sameCount)) the same") }
        if differingCount > 0 {
            parts.append("\(grouped(differingCount)) \(differingCount == 1 ? "differs" : "differ")")
        }
        return parts.joined(separator: ", ")
    }

    /// The number of pages that are on both sides, and are the same in all fields that a person
    /// types.
    public var sameCount: Int { same.count + sharedSame }
    /// The number of pages that are on both sides, and differ.
    public var differingCount: Int { differing.count + sharedDiffering }

    /// Whether two bookmarks are the same in all fields that a person types, whatever the order of
    /// tags.
    public static func areSame(_ one: Bookmark, _ other: Bookmark) -> Bool {
        var (one, other) = (one.draft, other.draft)
        let sameTags = Set(one.tags) == Set(other.tags)
        (one.tags, other.tags) = ([], [])
        return sameTags && one == other
    }
}
