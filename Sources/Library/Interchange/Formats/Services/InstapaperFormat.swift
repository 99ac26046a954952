extension RecordFormat {
    /// A CSV export of Instapaper. `Folder` names a folder, or one of three lists that every
    /// account has; a starred page gets a tag.
    static let instapaper = RecordFormat(
        format: .instapaper, signature: ["url", "title", "selection", "folder"],
        mapping: RecordMapping(
            [
                .name: ["title"], .url: ["url"], .tags: ["tags"], .notes: ["selection"],
                .folder: ["folder"], .added: ["timestamp"],
            ], tags: .commas),
        finish: { bookmark, _ in
            bookmark.isUnread = bookmark.folder == "Unread"
            bookmark.isArchived = bookmark.folder == "Archive"
            if bookmark.folder == "Starred", !bookmark.tags.contains("starred") {
                bookmark.tags.append("starred")
            }
            if ["Unread", "Archive", "Starred"].contains(bookmark.folder) { bookmark.folder = "" }
        })
}
