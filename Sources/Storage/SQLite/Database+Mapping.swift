extension Database {
    /// Some million bookmarks; the rest of the file is read without mapping.
    private static let mappedBytes = 1 << 30

    /// Runs `body`, which reads much of the file once, with the file mapped into memory: its pages
    /// are read where the system has them, and not copied one by one.
    ///
    /// A disk that cannot read a page is a SIGBUS then, where it is an error otherwise. So the file
    /// is mapped for no longer than this, and `body` must write nothing. Call it outside of
    /// transactions.
    public func readingInPlace<T>(_ body: () throws -> T) throws -> T {
        try execute("PRAGMA mmap_size = \(Self.mappedBytes)")
        defer { try? execute("PRAGMA mmap_size = 0") }
        return try body()
    }
}
