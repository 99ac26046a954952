public import Documents

extension Document {
    /// Returns the id of the document with a key; `nil` for the id of a bookmark.
    public static func id(ofKey key: String) -> String? {
        key.hasPrefix(keyPrefix) ? String(key.dropFirst(keyPrefix.count)) : nil
    }

    /// Returns the ids for the pages of a bookmark, or for its files of the same name, in the order
    /// of use.
    ///
    /// Two devices that save the same page or attach the same file at the same time must write the
    /// same document; otherwise there would be two, and neither a version of the other. For the
    /// same reason, a note has the id of its bookmark. Later ids are for documents saved after a
    /// former one was deleted, since undo may restore that one.
    public static func ids(ofFirst kind: Kind, named name: String = "", of id: String)
        -> some Sequence<String>
    {
        (0...).lazy.map { number in
            let meant = [kind.rawValue, id, name, "\(number)"].joined(separator: "\n")
            let digits = ChunkName(of: Array(meant.utf8)).description.prefix(16)
            return BookmarkID.make(random: UInt64(digits, radix: 16) ?? 0)
        }
    }
}
