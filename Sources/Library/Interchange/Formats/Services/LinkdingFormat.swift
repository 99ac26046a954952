extension RecordFormat {
    /// The replies of linkding's API: a page of `results`, or the results alone.
    static let linkding = RecordFormat(
        format: .linkding, signature: ["url", "title", "description", "tag_names"],
        mapping: RecordMapping([
            .name: ["title", "website_title"], .url: ["url"], .tags: ["tag_names"],
            .notes: ["notes"], .description: ["description", "website_description"],
            .added: ["date_added"], .modified: ["date_modified"], .unread: ["unread"],
            .archived: ["is_archived"],
        ]))
}
