/// Windows and tabs that a browser or an extension saved.
extension JSONTree {
    /// Whether an object is what an extension saved of the open windows at a time: with them, with
    /// their tabs, or with folders of links, as Session Buddy calls windows and tabs.
    static func isSession(_ node: Node) -> Bool {
        node.members?.contains { key, node in
            switch FieldName.plain(key) {
            case "windows": node.elements != nil || node.members != nil
            case "tabs": node.elements?.isEmpty == false
            case "folders": node.elements?.contains { $0["links"] != nil } == true
            default: false
            }
        } ?? false
    }

    /// The page that a tab of Firefox's own sessions shows, and those before and after it; `nil`
    /// for all else.
    static func pages(ofTab node: Node) -> (shown: Node, others: [Node])? {
        guard var pages = node["entries"]?.elements,
            let index = node["index"]?.text.flatMap({ Int($0) }),
            pages.indices.contains(index - 1), pages.allSatisfy({ $0["url"] != nil })
        else { return nil }
        let shown = pages.remove(at: index - 1)
        return (shown, pages)
    }

    /// Whether a member has the tabs or windows that were closed before the session was saved.
    static func areClosed(_ key: String) -> Bool { key == "_closedTabs" || key == "_closedWindows" }
}
