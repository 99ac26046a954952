/// The plan for a device with its own bookmarks that joins a cloud with bookmarks.
///
/// Nothing is discarded. The same page on both sides becomes one bookmark, the cloud's: with the
/// tags of both, and with a differing name, notes, description or folder kept beside the visible
/// one, as after any conflict.
public struct JoinPlan: Sendable, Hashable {
    /// How many bookmarks this device has of its own.
    public var own: Int
    /// How many the cloud has.
    public var there: Int
    /// The ids of pairs that are the same in all that a person types.
    public var same: [Pair] = []
    /// The ids of pairs that are about the same page and differ.
    public var differing: [Pair] = []
    /// How many bookmarks have one id on both sides, and are the same.
    public var sharedSame = 0
    /// How many bookmarks have one id on both sides, and differ: they were merged field by field.
    public var sharedDiffering = 0

    /// The same page on both sides.
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

    /// In numbers, for a person: `37 bookmarks here, 512 there, 12 the same, 3 differ`. Zeros are
    /// words or left out.
    public var summary: String {
        var parts = [
            (own == 0 ? "No bookmarks" : counted(own, "bookmark")) + " here",
            (there == 0 ? "none" : grouped(there)) + " there",
        ]
        if alike > 0 { parts.append("\(grouped(alike)) the same") }
        if differ > 0 { parts.append("\(grouped(differ)) \(differ == 1 ? "differs" : "differ")") }
        return parts.joined(separator: ", ")
    }

    /// How many pages are on both sides, and the same in all that a person types.
    public var alike: Int { same.count + sharedSame }
    /// How many pages are on both sides, and differ.
    public var differ: Int { differing.count + sharedDiffering }

    /// Whether two bookmarks are the same in all that a person types; the order of tags aside.
    public static func areSame(_ one: Bookmark, _ other: Bookmark) -> Bool {
        var (one, other) = (one.draft, other.draft)
        let sameTags = Set(one.tags) == Set(other.tags)
        (one.tags, other.tags) = ([], [])
        return sameTags && one == other
    }
}
