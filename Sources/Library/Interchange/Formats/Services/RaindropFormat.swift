extension RecordFormat {
    private static let raindropMapping = RecordMapping(
        [
            .name: ["title"], .url: ["url", "link"], .tags: ["tags"],
            .notes: ["note", "highlights"], .description: ["excerpt"],
            .folder: ["folder", "collection.title"], .added: ["created"],
            .modified: ["lastUpdate"],
        ], tags: .commas)

    /// Raindrop's CSV. Slashes separate folders; `Unsorted` is not a folder.
    static let raindrop = RecordFormat(
        format: .raindrop, signature: ["url", "note", "excerpt", "folder", "created"],
        mapping: raindropMapping, finish: { bookmark, _ in leaveUnsorted(&bookmark) })

    /// The replies of Raindrop's API: a page of `items`, or the items alone.
    static let raindropJSON = RecordFormat(
        format: .raindrop, signature: ["link", "title", "excerpt", "tags", "created"],
        mapping: raindropMapping, finish: { bookmark, _ in leaveUnsorted(&bookmark) })

    private static func leaveUnsorted(_ bookmark: inout ImportedBookmark) {
        if bookmark.folder == "Unsorted" { bookmark.folder = "" }
    }
}
