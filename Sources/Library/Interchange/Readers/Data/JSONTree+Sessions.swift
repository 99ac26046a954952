/// Windows and tabs that a browser or an extension saved.
extension JSONTree {
    /// Whether an object is what an extension saved of the open windows at a time: with them, or
    /// with lists of their tabs.
    static func isSession(_ node: Node) -> Bool {
        node.members?.contains { key, node in
            switch FieldName.plain(key) {
            case "windows": node.elements != nil || node.members != nil
            case "tabs": node.elements?.first?.elements != nil
            default: false
            }
        } ?? false
    }
}
