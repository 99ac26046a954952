extension Database {
    /// Enough for some million bookmarks; the rest of the file is read without mapping.
    private static let mappedBytes = 1 << 30

    /// Runs `body`, which reads much of the file once, with the file mapped into memory: its pages
    /// are read in place instead of being copied one by one.
    ///
    /// If the disk cannot read a page, the result is a SIGBUS instead of an error. So the file is
    /// mapped only during this call, and `body` must not write. Call it outside of transactions.
    public func readingInPlace<T>(_ body: () throws -> T) throws -> T {
        try execute("PRAGMA mmap_size = \(Self.mappedBytes)")
        defer { try? execute("PRAGMA mmap_size = 0") }
        return try body()
    }
}
