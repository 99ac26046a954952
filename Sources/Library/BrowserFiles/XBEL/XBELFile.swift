/// A bookmarks file as floccus writes and reads it: folders, bookmarks, their order and numbers.
///
/// Separators, descriptions and dates of other programs do not pass through such a file.
public struct XBELFile: Sendable, Hashable {
    /// A folder or a bookmark.
    public struct Entry: Sendable, Hashable {
        /// Its number, which stays the same for as long as the entry exists. Below zero where the
        /// file has no usable one: each such entry has its own.
        public var number: Int
        /// The number of the folder around it; 0 at the top.
        public var parent: Int
        /// Without white space around it.
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

    /// The entries, each folder before its contents, those of one folder in their order.
    public var entries: [Entry]
    /// The highest number that was given to an entry; `nil` where the file does not say.
    public var highest: Int?

    public init(entries: [Entry] = [], highest: Int? = nil) {
        self.entries = entries
        self.highest = highest
    }

    /// The children of each folder, in order; 0 is the top.
    var children: [Int: [Int]] {
        var children: [Int: [Int]] = [:]
        for entry in entries { children[entry.parent, default: []].append(entry.number) }
        return children
    }

    /// How many bookmarks there are.
    var bookmarkCount: Int { entries.count { !$0.isFolder } }

    /// The most bytes that a file may have.
    public static let maximumBytes = 64 << 20
    /// The most entries that a file may have.
    public static let maximumEntries = 400_000
    /// How deep folders may stand in each other.
    public static let maximumDepth = 4200
    /// Numbers go through JavaScript, which counts exactly up to here.
    static let maximumNumber = 1 << 53 - 1
}

/// The numbers of a file, in ranges: a served text names the beginning of a fresh one as its
/// highest number, and the browser numbers new entries from there. So a number tells which text it
/// was made from, and no two browsers give out the same one.
public enum NumberRange {
    static let size = 1 << 20

    /// The range that a number belongs to.
    public static func of(_ number: Int) -> Int { number / size }

    /// The highest number of a text that was served with a range.
    public static func highest(_ range: Int) -> Int { range * size }
}

/// The reason why an upload is not taken in.
public struct XBELError: Error, Sendable, Hashable, CustomStringConvertible {
    public var description: String

    init(_ description: String) { self.description = description }
}
