/// Salvages truncated JSON: keeps complete entries and the folders around them.
enum TruncatedJSON {
    static func error(line: Int) -> ImportError {
        ImportError(line: line, "the file ends in the middle; was it cut off?")
    }

    /// Whether a list without an end has a complete entry: an object, a list or an address.
    static func hasCompleteEntry(_ elements: [Node]) -> Bool {
        elements.contains { $0.members != nil || $0.elements != nil || isAddress($0) }
    }

    /// Whether an object without an end is a folder with a complete entry. An object with an
    /// address is an entry itself.
    ///
    /// - Parameter isAnyWhole: whether its last member has a complete entry.
    static func isFolderWithEntry(_ members: [(key: String, node: Node)], isAnyWhole: Bool) -> Bool
    {
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
