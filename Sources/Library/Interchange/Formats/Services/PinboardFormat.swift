extension RecordFormat {
    /// Pinboard's JSON, where `description` is the title, and `extended` the description.
    static let pinboard = RecordFormat(
        format: .pinboard, signature: ["href", "description", "extended"],
        mapping: RecordMapping(
            [
                .name: ["description"], .url: ["href"], .tags: ["tags"], .notes: ["extended"],
                .added: ["time"], .unread: ["toread"],
            ], tags: .blanks))
}
