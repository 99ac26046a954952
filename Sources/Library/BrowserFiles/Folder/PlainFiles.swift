/// A plain file, or a collection of files.
public struct PlainFile: Sendable, Hashable {
    public var isCollection: Bool
    public var length: Int
    /// The time when it was modified, in milliseconds since 1970.
    public var modified: Int64
    /// A value that changes with the content.
    public var tag: UInt64

    public init(isCollection: Bool, length: Int, modified: Int64, tag: UInt64) {
        self.isCollection = isCollection
        self.length = length
        self.modified = modified
        self.tag = tag
    }
}

/// Stores plain files, such as pages that a browser saves, by path. The top collection always
/// exists.
///
/// Each call is atomic. Writing throws ``BrowserLibraryError`` when a limit is reached.
public protocol PlainFiles {
    /// Returns the file or collection at a path; `nil` if there is none.
    func file(at path: [String]) throws -> PlainFile?
    /// Returns the content of a file; `nil` if there is none.
    func bytes(at path: [String]) throws -> [UInt8]?
    /// Returns the names in a collection, sorted.
    func names(in path: [String]) throws -> [String]
    /// Creates or replaces a file. Its collection must exist.
    func write(_ bytes: [UInt8], at path: [String], time: Int64) throws
    /// Creates a collection. Its parent must exist.
    func makeCollection(at path: [String], time: Int64) throws
    /// Removes a file, or a collection with its contents.
    func remove(at path: [String]) throws
    /// Copies a file or a collection, and replaces any at the target.
    ///
    /// - Parameters:
    ///   - isMove: whether to remove the original.
    ///   - isShallow: whether to copy a collection without its contents.
    func copy(
        from path: [String], to other: [String], isMove: Bool, isShallow: Bool, time: Int64) throws
}
