extension RecordFormat {
    /// Articles of feeds in the format of Google Reader, which FreshRSS, Inoreader, Feedly and
    /// others use. `origin` is the feed of an article; `content` or `summary` is its text.
    static let reader = RecordFormat(
        format: .reader, signature: ["title", "categories", "alternate", "origin"],
        mapping: RecordMapping([
            .name: ["title"], .url: ["canonical.0.href", "alternate.0.href"],
            .tags: ["categories"], .notes: ["annotations"],
            .added: ["actionTimestamp", "timestampUsec", "crawlTimeMsec", "crawled"],
        ]),
        finish: { bookmark, record in
            let categories = record["categories"]?.elements?.compactMap(RecordText.name) ?? []
            bookmark.tags = TagText.clean(categories.compactMap(label))
            bookmark.isUnread = categories.contains { $0.hasSuffix("/state/com.google/unread") }
        })

    /// Returns the name of the label in `user/-/label/name`; `nil` for a state of the article.
    private static func label(_ category: String) -> String? {
        let steps = category.split(separator: "/", maxSplits: 3)
        guard steps.count == 4, steps[0] == "user", ["label", "state"].contains(steps[2]) else {
            return category
        }
        return steps[2] == "label" ? String(steps[3]) : nil
    }
}
