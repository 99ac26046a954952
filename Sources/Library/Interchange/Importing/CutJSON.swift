/// Salvages JSON that ends in the middle: folders with their whole entries, and no entry that is
/// not whole.
enum CutJSON {
    static func error(line: Int) -> ImportError {
        ImportError(line: line, "the file ends in the middle; was it cut off?")
    }

    /// Whether a list that has no end has an entry that is whole: an object, a list or an address.
    static func isKept(_ elements: [Node]) -> Bool {
        elements.contains { $0.members != nil || $0.elements != nil || isAddress($0) }
    }

    /// Whether an object that has no end is a folder with an entry that is whole. One that has an
    /// address of its own is an entry.
    ///
    /// - Parameter isAnyWhole: whether its last member has an entry.
    static func isKept(_ members: [(key: String, node: Node)], isAnyWhole: Bool) -> Bool {
        if members.contains(where: { isField($0.key, .url) && isAddress($0.node) }) { return false }
        return isAnyWhole
            || members.contains { key, node in
                isAddress(node) && FieldName.place(FieldName.plain(key)) == nil
                    || node.members?.contains { isField($0.key, .url) } == true
            }
    }

    private static func isField(_ key: String, _ part: RecordMapping.Part) -> Bool {
        FieldName.place(FieldName.plain(key))?.part == part
    }

    private static func isAddress(_ node: Node) -> Bool { node.string?.isLikeURL == true }
}
