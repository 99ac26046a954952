extension Query {
    /// A whole tag in any spelling: see ``Tags``.
    struct Tag: Sendable, Hashable {
        /// The key that all spellings share. Empty if any tag matches.
        let key: Tags.Key
        /// The bytes to find in folded text. Tags that differ in accents fold to the same bytes.
        let folded: [UInt8]

        init(_ name: String) {
            key = Tags.key(sought: name)
            folded = FoldedText.bytes(of: name)
        }

        /// Whether the tag is among those in a text, separated by spaces.
        func isAmong(_ tags: String) -> Bool {
            tags.utf8.split(separator: 0x20).contains { tag in
                if key.isEmpty || key.isSpelled(tag) { return true }
                // Letters beyond ASCII and the byte 0 fold to others.
                guard tag.contains(where: { $0 >= 0x80 || $0 == 0 }) else { return false }
                return Tags.key(sought: String(tag) ?? "") == key
            }
        }
    }
}
