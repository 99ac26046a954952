extension RecordFormat {
    /// Pocket's CSV, with and without a `cursor`; vertical bars separate tags. ``NetscapeFormat``
    /// reads Pocket's pages of links.
    static let pocket = RecordFormat(
        format: .pocket, signature: ["title", "url", "time_added", "tags", "status"],
        mapping: RecordMapping(
            [
                .name: ["title"], .url: ["url"], .tags: ["tags"], .added: ["time_added"],
                .status: ["status"],
            ], tags: .bars),
        finish: { bookmark, _ in
            // Pocket uses the URL as the title of a page without one.
            if bookmark.name == bookmark.url { bookmark.name = "" }
        })
}
