public import Bookmarks
public import DefaultsFile
public import Replication

/// The whole content of a property list, for tests that write it at once.
public struct DefaultsContent: Sendable, Hashable {
    /// In the order of the list.
    public var bookmarks: [Bookmark]
    /// Deleted bookmarks that can still be restored.
    public var recentlyDeleted: [Bookmark]
    /// The program's settings, by name.
    public var settings: [String: PropertyListValue]

    public init(
        bookmarks: [Bookmark] = [], recentlyDeleted: [Bookmark] = [],
        settings: [String: PropertyListValue] = [:]
    ) {
        self.bookmarks = bookmarks
        self.recentlyDeleted = recentlyDeleted
        self.settings = settings
    }
}

extension DefaultsFile {
    /// Replaces the file with one that has this content.
    @discardableResult
    public func write(
        _ content: DefaultsContent, replacing expected: Expectation = .anything
    ) throws -> Fingerprint {
        try write(settings: content.settings, replacing: expected) { write in
            for bookmark in content.bookmarks { try write(bookmark) }
        } recentlyDeleted: { write in
            for bookmark in content.recentlyDeleted { try write(bookmark) }
        }
    }
}
