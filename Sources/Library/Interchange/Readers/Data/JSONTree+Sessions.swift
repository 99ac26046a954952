/// Windows and tabs that a browser or an extension saved.
extension JSONTree {
    /// Whether an object is a saved session of open windows: it has windows, tabs, or, as in
    /// Session Buddy, folders of links.
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

    /// Returns the page that a tab of a Firefox session shows, and the pages before and after it;
    /// `nil` for any other object.
    static func pages(ofTab node: Node) -> (shown: Node, others: [Node])? {
        guard var pages = node["entries"]?.elements,
            let index = node["index"]?.text.flatMap({ Int($0) }),
            index >= 1, index <= pages.count, pages.allSatisfy({ $0["url"] != nil })
        else { return nil }
        let shown = pages.remove(at: index - 1)
        return (shown, pages)
    }

    /// Whether a member has tabs or windows that were closed before the session was saved.
    static func namesClosedTabs(_ key: String) -> Bool {
        key == "_closedTabs" || key == "_closedWindows"
    }
}
