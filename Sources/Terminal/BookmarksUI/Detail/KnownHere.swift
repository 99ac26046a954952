public import Bookmarks

/// What this device knows of a bookmark and does not exchange with others.
public struct KnownHere: Sendable, Hashable {
    /// What was found of its link; `nil` when that was never looked at.
    public var link: LinkState?
    /// How many times it was opened from this device.
    public var opens: Int
    /// When it was opened from this device last, in seconds since 1970.
    public var opened: Double

    public init(link: LinkState? = nil, opens: Int = 0, opened: Double = 0) {
        self.link = link
        self.opens = opens
        self.opened = opened
    }
}
