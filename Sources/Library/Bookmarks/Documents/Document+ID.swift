public import Documents

extension Document {
    /// The id of the document with a key; `nil` for the id of a bookmark.
    public static func id(ofKey key: String) -> String? {
        key.hasPrefix(keyPrefix) ? String(key.dropFirst(keyPrefix.count)) : nil
    }

    /// The ids of the pages of the bookmark with an id, or of its files of a name, in the order in
    /// which they are taken.
    ///
    /// Two devices that save the same page or attach the same file for the first time, at the same
    /// time, write one document: otherwise there would be two, and neither a version of the other.
    /// A note has the id of its bookmark for that. A later id is for a document saved after the one
    /// before was deleted, which undo may bring back.
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
