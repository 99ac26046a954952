public import Bookmarks
public import Documents

/// Facts about a bookmark that its record does not have.
public struct KnownHere: Sendable, Hashable {
    /// The result of the link check; `nil` if the link was never checked.
    public var link: LinkState?
    /// The number of times that this device opened the bookmark.
    public var opens: Int
    /// The time when this device last opened the bookmark, in seconds since 1970.
    public var opened: Double
    /// The conflicts of the bookmark's documents that wait for a person.
    public var conflicts: [DocumentConflict]

    public init(
        link: LinkState? = nil, opens: Int = 0, opened: Double = 0,
        conflicts: [DocumentConflict] = []
    ) {
        self.conflicts = conflicts
        self.link = link
        self.opens = opens
        self.opened = opened
    }
}
