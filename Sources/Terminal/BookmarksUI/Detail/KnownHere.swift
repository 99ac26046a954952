public import Bookmarks
public import Documents

/// Facts about a bookmark that its record does not tell.
public struct KnownHere: Sendable, Hashable {
    /// The result of its link check; `nil` if it was never checked.
    public var link: LinkState?
    /// How many times it was opened from this device.
    public var opens: Int
    /// When it was opened from this device last, in seconds since 1970.
    public var opened: Double
    /// The conflicts of its documents, which wait for a person.
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
