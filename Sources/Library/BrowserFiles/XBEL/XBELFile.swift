/// A bookmarks file of floccus: folders, bookmarks, their order and numbers.
///
/// Such a file has no separators, descriptions or dates.
public struct XBELFile: Sendable, Hashable {
    /// A folder or a bookmark.
    public struct Entry: Sendable, Hashable {
        /// The entry's number, which stays as long as the entry exists. Negative and unique if the
        /// file has no usable number.
        public var number: Int
        /// The number of the parent folder; 0 at the top.
        public var parent: Int
        /// The title, without surrounding white space.
        public var title: String
        /// The URL; `nil` for a folder.
        public var url: String?

        public init(number: Int, parent: Int, title: String, url: String? = nil) {
            self.number = number
            self.parent = parent
            self.title = title
            self.url = url
        }

        /// Whether it is a folder.
        public var isFolder: Bool { url == nil }
    }

    /// The entries: each folder before its contents, which are in order.
    public var entries: [Entry]
    /// The highest number ever given to an entry; `nil` if the file lacks it.
    public var highest: Int?

    public init(entries: [Entry] = [], highest: Int? = nil) {
        self.entries = entries
        self.highest = highest
    }

    /// Returns the children of each folder, in order; 0 is the top.
    var children: [Int: [Int]] {
        var children: [Int: [Int]] = [:]
        for entry in entries { children[entry.parent, default: []].append(entry.number) }
        return children
    }

    /// The number of bookmarks.
    var bookmarkCount: Int { entries.count { !$0.isFolder } }

    /// The maximum size of a file, in bytes.
    public static let maximumBytes = 64 << 20
    /// The maximum number of entries.
    public static let maximumEntries = 400_000
    /// The maximum depth of folders.
    public static let maximumDepth = 4200
    /// The largest number that JavaScript represents exactly.
    static let maximumNumber = 1 << 53 - 1
}

/// The ranges of a file's numbers. A served text gives the beginning of a fresh range as its
/// highest number, and the browser numbers new entries from there. So a number tells which text it
/// was made from, and no two browsers use the same one.
public enum NumberRange {
    static let size = 1 << 20
    /// The end of the ranges that uploads may begin. JavaScript holds numbers below 2^53 exactly.
    static let end = 1 << 31

    /// Returns the range of a number.
    public static func of(_ number: Int) -> Int { number / size }

    /// Returns the highest number in a text served with a range.
    public static func highest(_ range: Int) -> Int { range * size }
}

/// The reason why an upload is refused.
public struct XBELError: Error, Sendable, Hashable, CustomStringConvertible {
    public var description: String

    init(_ description: String) { self.description = description }
}
