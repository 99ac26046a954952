extension RecordFormat {
    /// An export of wallabag, or a page of its API with `_embedded.items`. An entry has a whole
    /// article, which becomes a saved page.
    static let wallabag = RecordFormat(
        format: .wallabag, signature: ["is_archived", "is_starred", "url", "title"],
        mapping: RecordMapping([
            .name: ["title"], .url: ["given_url", "url", "origin_url"], .tags: ["tags"],
            .notes: ["annotations"], .added: ["created_at"], .modified: ["updated_at"],
        ]),
        alsoRead: ["is_archived", "content"],
        finish: { bookmark, record in
            if let isArchived = record["is_archived"]?.isTrue {
                bookmark.isArchived = isArchived
                bookmark.isUnread = !isArchived
            }
            if let url = record["url"]?.string, !url.isEmpty { bookmark.url = url }
        },
        html: { record in
            guard let html = record["content"]?.string, !html.trimmed.isEmpty,
                !html.trimmed.hasPrefix(fetchingError)
            else { return nil }
            return html
        })

    /// wallabag's text for an article that it could not fetch.
    private static let fetchingError = "wallabag can't retrieve contents for this article."
}
