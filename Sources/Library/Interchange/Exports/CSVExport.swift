import Bookmarks

/// Writes CSV (RFC 4180) with all fields, named in the first row.
enum CSVExport {
    /// The names of the columns. Append new ones at the end, because scripts count columns.
    static let header =
        "id,name,url,tags,notes,folder,added,modified,device,position,description,unread,archived"
        + "\r\n"

    static func row(_ bookmark: Bookmark) -> String {
        let fields = [
            bookmark.id, bookmark.name, bookmark.url, Tags.text(bookmark.tags), bookmark.notes,
            bookmark.folder, Decimal.text(bookmark.added), Decimal.text(bookmark.modified),
            bookmark.device, bookmark.position, bookmark.description, "\(bookmark.isUnread)",
            "\(bookmark.isArchived)",
        ]
        return fields.map(quoted).joined(separator: ",") + "\r\n"
    }

    private static func quoted(_ field: String) -> String {
        guard field.utf8.contains(where: { ",\"\r\n;\t".utf8.contains($0) }) else { return field }
        // Work on bytes: a quote and the scalar after it may be one `Character`.
        var bytes = [UInt8(ascii: "\"")]
        for byte in field.utf8 {
            if byte == bytes[0] { bytes.append(byte) }
            bytes.append(byte)
        }
        return String(decoding: bytes + [bytes[0]], as: UTF8.self)
    }
}
