public import Bookmarks

/// Writes nothing; the next real mirror catches up.
public struct NoMirror: DefaultsMirror {
    public init() {}

    public func setNeedsUpdate() {}
}
