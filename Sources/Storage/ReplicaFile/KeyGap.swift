/// Keys between two others, in the order of the database: that of their bytes.
struct KeyGap {
    /// Not part of it.
    var after: String
    /// Not part of it; `nil` for no end.
    var before: [UInt8]?

    func contains(_ key: String) -> Bool {
        after.utf8.lexicographicallyPrecedes(key.utf8)
            && before.map { key.utf8.lexicographicallyPrecedes($0) } ?? true
    }
}
