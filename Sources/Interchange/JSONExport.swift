import Bookmarks

/// Writes JSON with everything that Cloudy knows: an array, or an object on each line.
enum JSONExport {
    static func array(_ bookmarks: [Bookmark]) -> String {
        guard !bookmarks.isEmpty else { return "[]\n" }
        var text = ""
        text.reserveCapacity(bookmarks.count * 256)
        for bookmark in bookmarks {
            text += text.isEmpty ? "[\n" : ",\n"
            append(bookmark, to: &text)
        }
        return text + "\n]\n"
    }

    static func lines(_ bookmarks: [Bookmark]) -> String {
        var text = ""
        for bookmark in bookmarks {
            append(bookmark, to: &text)
            text += "\n"
        }
        return text
    }

    private static func append(_ bookmark: Bookmark, to text: inout String) {
        text += "{\"added\":\(JSONText.number(bookmark.added)),\"device\":"
        JSONText.append(bookmark.device, to: &text)
        text += ",\"folder\":"
        JSONText.append(bookmark.folder, to: &text)
        text += ",\"id\":"
        JSONText.append(bookmark.id, to: &text)
        text += ",\"modified\":\(JSONText.number(bookmark.modified)),\"name\":"
        JSONText.append(bookmark.name, to: &text)
        text += ",\"notes\":"
        JSONText.append(bookmark.notes, to: &text)
        if !bookmark.position.isEmpty {
            text += ",\"position\":"
            JSONText.append(bookmark.position, to: &text)
        }
        text += ",\"tags\":["
        for (index, tag) in bookmark.tags.enumerated() {
            if index > 0 { text += "," }
            JSONText.append(tag, to: &text)
        }
        text += "],\"url\":"
        JSONText.append(bookmark.url, to: &text)
        text += "}"
    }
}
