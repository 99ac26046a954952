extension RecordFormat {
    /// Pocket's CSV, with and without a `cursor`. Tags have bars between them. Its pages of links
    /// are read as ``NetscapeFormat``.
    static let pocket = RecordFormat(
        format: .pocket, signature: ["title", "url", "time_added", "tags", "status"],
        mapping: RecordMapping(
            [
                .name: ["title"], .url: ["url"], .tags: ["tags"], .added: ["time_added"],
                .status: ["status"],
            ], tags: .bars),
        finish: { bookmark, _ in
            // Pocket calls a page without a title by its URL.
            if bookmark.name == bookmark.url { bookmark.name = "" }
        })
}
