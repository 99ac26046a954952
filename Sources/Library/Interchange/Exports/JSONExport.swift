import Bookmarks

/// Writes JSON with all fields: an array, or one object per line.
enum JSONExport {
    /// Appends a bookmark as an object.
    static func append(_ bookmark: Bookmark, to bytes: inout [UInt8]) {
        JSONText.append(plain: "{\"added\":", to: &bytes)
        JSONText.append(number: bookmark.added, to: &bytes)
        JSONText.append(
            plain: bookmark.isArchived ? ",\"archived\":true" : ",\"archived\":false", to: &bytes)
        append(",\"description\":", bookmark.description, to: &bytes)
        append(",\"device\":", bookmark.device, to: &bytes)
        append(",\"folder\":", bookmark.folder, to: &bytes)
        append(",\"id\":", bookmark.id, to: &bytes)
        JSONText.append(plain: ",\"modified\":", to: &bytes)
        JSONText.append(number: bookmark.modified, to: &bytes)
        append(",\"name\":", bookmark.name, to: &bytes)
        append(",\"notes\":", bookmark.notes, to: &bytes)
        if !bookmark.position.isEmpty { append(",\"position\":", bookmark.position, to: &bytes) }
        JSONText.append(plain: ",\"tags\":[", to: &bytes)
        for (index, tag) in bookmark.tags.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            JSONText.append(tag, to: &bytes)
        }
        JSONText.append(
            plain: bookmark.isUnread ? "],\"unread\":true" : "],\"unread\":false", to: &bytes)
        append(",\"url\":", bookmark.url, to: &bytes)
        bytes.append(UInt8(ascii: "}"))
    }

    private static func append(_ name: StaticString, _ value: String, to bytes: inout [UInt8]) {
        JSONText.append(plain: name, to: &bytes)
        JSONText.append(value, to: &bytes)
    }
}
