extension Query {
    /// A whole tag, however it is spelled: see ``Tags``.
    struct Tag: Sendable, Hashable {
        /// The key that all spellings share. Empty when any tag will do.
        let key: Tags.Key
        /// The bytes to find in text that is folded for searching. Other tags may fold to them too:
        /// tags that differ in accents.
        let folded: [UInt8]

        init(_ name: String) {
            key = Tags.key(sought: name)
            folded = FoldedText.bytes(of: name)
        }

        /// Whether one of the tags in a text, which are separated by spaces, is this one.
        func isAmong(_ tags: String) -> Bool {
            tags.utf8.split(separator: 0x20).contains { tag in
                if key.isEmpty || key.isSpelled(tag) { return true }
                // Letters beyond ASCII, and the byte 0, fold to others.
                guard tag.contains(where: { $0 >= 0x80 || $0 == 0 }) else { return false }
                return Tags.key(sought: String(tag) ?? "") == key
            }
        }
    }
}
