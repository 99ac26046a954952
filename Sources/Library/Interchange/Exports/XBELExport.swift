import Bookmarks

/// Writes the XML Bookmark Exchange Language, version 1.0.
enum XBELExport {
    static func text(_ bookmarks: [Bookmark]) -> String {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE xbel PUBLIC "+//IDN python.org//DTD XML Bookmark Exchange Language \
            1.0//EN//XML" \
            "http://www.python.org/topics/xml/dtds/xbel-1.0.dtd">
            <xbel version="1.0">

            """
        FolderWalk.forEach(bookmarks) { step in
            switch step {
            case .open(let name, _):
                text += "<folder><title>\(MarkupText.xml(name))</title>\n"
            case .bookmark(let bookmark, _): append(bookmark, to: &text)
            case .close: text += "</folder>\n"
            }
        }
        return text + "</xbel>\n"
    }

    private static func append(_ bookmark: Bookmark, to text: inout String) {
        text += "<bookmark href=\"\(MarkupText.xml(bookmark.url))\""
        if let added = FileTime(bookmark.added)?.iso { text += " added=\"\(added)\"" }
        if let modified = FileTime(bookmark.modified)?.iso { text += " modified=\"\(modified)\"" }
        text += ">"
        if !bookmark.name.isEmpty { text += "<title>\(MarkupText.xml(bookmark.name))</title>" }
        let info = info(bookmark)
        if !info.isEmpty { text += "<info>\(info)</info>" }
        if !bookmark.notes.isEmpty { text += "<desc>\(MarkupText.xml(bookmark.notes))</desc>" }
        text += "</bookmark>\n"
    }

    private static func info(_ bookmark: Bookmark) -> String {
        func metadata(_ owner: XBELParser.Owner, _ text: String = "") -> String {
            "<metadata owner=\"\(owner.rawValue)\">\(MarkupText.xml(text))</metadata>"
        }
        var info = bookmark.tags.isEmpty ? "" : metadata(.tags, Tags.text(bookmark.tags))
        if !bookmark.description.isEmpty { info += metadata(.description, bookmark.description) }
        if bookmark.isUnread { info += metadata(.unread) }
        if bookmark.isArchived { info += metadata(.archived) }
        return info
    }
}
