/// A plain file or a collection of them.
public struct PlainFile: Sendable, Hashable {
    public var isCollection: Bool
    public var length: Int
    /// In milliseconds since 1970.
    public var modified: Int64
    /// Changes with the content.
    public var tag: UInt64

    public init(isCollection: Bool, length: Int, modified: Int64, tag: UInt64) {
        self.isCollection = isCollection
        self.length = length
        self.modified = modified
        self.tag = tag
    }
}

/// Keeps plain files, such as pages that a browser saves, by the names along their paths. The top
/// is a collection that is always there.
///
/// Each call happens as a whole or not at all. Writing throws ``BrowserLibraryError`` when a limit
/// is reached.
public protocol PlainFiles {
    /// The file or folder at a path; `nil` for nothing.
    func file(at path: [String]) throws -> PlainFile?
    /// The content of a file; `nil` if none is there.
    func bytes(at path: [String]) throws -> [UInt8]?
    /// The names in a collection, sorted.
    func names(in path: [String]) throws -> [String]
    /// Makes or replaces a file. Its collection is there.
    func write(_ bytes: [UInt8], at path: [String], time: Int64) throws
    /// Makes a collection. The one around it is there.
    func makeCollection(at path: [String], time: Int64) throws
    /// Removes a file, or a collection with all in it.
    func remove(at path: [String]) throws
    /// Copies a file or a collection, in place of any at the target.
    ///
    /// - Parameters:
    ///   - isMove: whether the original goes.
    ///   - isShallow: whether a collection is copied without its contents.
    func copy(
        from path: [String], to other: [String], isMove: Bool, isShallow: Bool, time: Int64) throws
}
