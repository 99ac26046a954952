extension RecordFormat {
    static let omnivore = RecordFormat(
        format: .omnivore, signature: ["slug", "title", "url", "savedAt"],
        mapping: RecordMapping([
            .name: ["title"], .url: ["url"], .tags: ["labels"], .description: ["description"],
            .added: ["savedAt"], .modified: ["updatedAt"],
        ]),
        alsoRead: ["state"],
        finish: { bookmark, record in
            bookmark.isUnread = record["state"]?.text == "Active"
            bookmark.isArchived = record["state"]?.text == "Archived"
        })
}
