extension RecordFormat {
    /// An export of Omnivore, or replies of its API. Everything that is not archived is in the
    /// inbox.
    static let omnivore = RecordFormat(
        format: .omnivore, signature: ["slug", "title", "url", "savedAt"],
        mapping: RecordMapping([
            .name: ["title"], .url: ["url"], .tags: ["labels"], .description: ["description"],
            .added: ["savedAt"], .modified: ["updatedAt"], .archived: ["isArchived"],
        ]),
        alsoRead: ["state"],
        finish: { bookmark, record in
            guard let state = record["state"]?.text else { return }
            if state.lowercased() == "archived" { bookmark.isArchived = true }
            bookmark.isUnread = !bookmark.isArchived
        })
}
