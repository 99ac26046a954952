import Bookmarks

/// Writes OPML 2.0: outlines of type `link`.
enum OPMLExport {
    static func text(_ bookmarks: [Bookmark]) -> String {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <opml version="2.0" xmlns:cloudy="cloudy:outline">
            <head><title>Bookmarks</title></head>
            <body>

            """
        FolderWalk.forEach(bookmarks) { step in
            switch step {
            case .open(let name, _): text += "<outline text=\"\(MarkupText.xml(name))\">\n"
            case .bookmark(let bookmark, _): append(bookmark, to: &text)
            case .close: text += "</outline>\n"
            }
        }
        return text + "</body>\n</opml>\n"
    }

    private static func append(_ bookmark: Bookmark, to text: inout String) {
        text += "<outline type=\"link\" text=\"\(MarkupText.xml(bookmark.name))\""
        text += " url=\"\(MarkupText.xml(bookmark.url))\""
        if let created = FileTime(bookmark.added)?.mail { text += " created=\"\(created)\"" }
        if !bookmark.tags.isEmpty {
            text += " category=\"\(MarkupText.xml(bookmark.tags.joined(separator: ",")))\""
        }
        if !bookmark.notes.isEmpty {
            text += " description=\"\(MarkupText.xml(bookmark.notes))\""
        }
        if !bookmark.description.isEmpty {
            text +=
                " \(OPMLFormat.Attribute.description)=\"\(MarkupText.xml(bookmark.description))\""
        }
        if bookmark.isUnread { text += " \(OPMLFormat.Attribute.unread)=\"true\"" }
        if bookmark.isArchived { text += " \(OPMLFormat.Attribute.archived)=\"true\"" }
        text += "/>\n"
    }
}
