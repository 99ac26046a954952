/// A range of keys between two others, in the order of the database: by their bytes.
struct KeyGap {
    /// The lower end, excluded.
    var after: String
    /// The upper end, excluded; `nil` for no end.
    var before: [UInt8]?

    func contains(_ key: String) -> Bool {
        after.utf8.lexicographicallyPrecedes(key.utf8)
            && before.map { key.utf8.lexicographicallyPrecedes($0) } ?? true
    }
}
