public import Documents

extension Document {
    /// The id of the first page of the bookmark with an id, or of its file of a name.
    ///
    /// Two devices that save the same page or attach the same file for the first time, at the same
    /// time, write one document: otherwise there would be two, and neither a version of the other.
    /// A note has the id of its bookmark for that.
    public static func id(ofFirst kind: Kind, named name: String = "", of id: String) -> String {
        let meant = [kind.rawValue, id, name].joined(separator: "\n")
        let digits = ChunkName(of: Array(meant.utf8)).description.prefix(16)
        return BookmarkID.make(random: UInt64(digits, radix: 16) ?? 0)
    }
}
