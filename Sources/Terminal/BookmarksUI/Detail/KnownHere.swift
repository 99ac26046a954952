public import Bookmarks

/// Facts about a bookmark that this device does not sync.
public struct KnownHere: Sendable, Hashable {
    /// The result of its link check; `nil` if it was never checked.
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
