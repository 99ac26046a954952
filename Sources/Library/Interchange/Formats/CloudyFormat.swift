import Bookmarks

extension RecordFormat {
    /// The output of `cloudy export` and `cloudy list --json`.
    static let cloudy = RecordFormat(
        format: .cloudy, signature: ["id", "name", "url", "tags", "notes", "added", "modified"],
        mapping: RecordMapping(
            [
                .name: ["name"], .url: ["url"], .tags: ["tags"], .notes: ["notes"],
                .description: ["description"], .folder: ["folder"], .added: ["added"],
                .modified: ["modified"], .unread: ["unread"], .archived: ["archived"],
            ], tags: .blanks),
        alsoRead: ["id", "device", "position"],
        finish: { bookmark, record in
            // Not normalized: the path is already in Cloudy's form.
            if let folder = record["folder"]?.string { bookmark.folder = folder }
            if let notes = record["notes"]?.string { bookmark.notes = notes }
            if let text = record["description"]?.string { bookmark.description = text }
            if let place = record["position"]?.string, ManualPlace.isWellFormed(place) {
                bookmark.position = place
            }
        })
}
