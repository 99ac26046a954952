public import Bookmarks

/// For who writes no property list: what it lacks then, the next who opens one finds by itself.
public struct NoMirror: DefaultsMirror {
    public init() {}

    public func setNeedsUpdate() {}
}
