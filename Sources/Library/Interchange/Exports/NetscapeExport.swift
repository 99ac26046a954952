import Bookmarks

/// Writes the HTML format that every browser imports.
enum NetscapeExport {
    static func text(_ bookmarks: [Bookmark]) -> String {
        var text = """
            <!DOCTYPE NETSCAPE-Bookmark-file-1>
            <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
            <TITLE>Bookmarks</TITLE>
            <H1>Bookmarks</H1>
            <DL><p>

            """
        FolderWalk.forEach(bookmarks) { step in
            switch step {
            case .open(let name, let depth):
                let indent = indent(depth)
                text += "\(indent)<DT><H3>\(MarkupText.escaped(name))</H3>\n\(indent)<DL><p>\n"
            case .bookmark(let bookmark, let depth):
                append(bookmark, indent(depth), to: &text)
            case .close(let depth): text += "\(indent(depth))</DL><p>\n"
            }
        }
        return text + "</DL><p>\n"
    }

    private static func indent(_ depth: Int) -> String {
        String(repeating: "    ", count: min(depth, 20) + 1)
    }

    private static func append(_ bookmark: Bookmark, _ indent: String, to text: inout String) {
        text += "\(indent)<DT><A HREF=\"\(MarkupText.escaped(bookmark.url))\""
        text += date("ADD_DATE", bookmark.added) + date("LAST_MODIFIED", bookmark.modified)
        if !bookmark.tags.isEmpty {
            text += " TAGS=\"\(MarkupText.escaped(bookmark.tags.joined(separator: ",")))\""
        }
        if bookmark.isUnread { text += " TOREAD=\"1\"" }
        if bookmark.isArchived { text += " ARCHIVED=\"1\"" }
        if !bookmark.description.isEmpty {
            // All on one line, since some browsers read line by line.
            let description = MarkupText.onOneLine(MarkupText.escaped(bookmark.description))
            text += " \(NetscapeParser.description.uppercased())=\"\(description)\""
        }
        // Browsers show nothing for a link without a text.
        text += ">\(MarkupText.escaped(bookmark.title))</A>\n"
        if !bookmark.notes.isEmpty {
            text += "\(indent)<DD>\(MarkupText.escaped(bookmark.notes))\n"
        }
    }

    private static func date(_ name: String, _ seconds: Double) -> String {
        Int64(exactly: seconds.rounded(.down)).map { " \(name)=\"\($0)\"" } ?? ""
    }
}
