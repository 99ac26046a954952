extension RecordFormat {
    /// `description` is the title there, and `extended` the description.
    static let pinboard = RecordFormat(
        format: .pinboard, signature: ["href", "description", "extended"],
        mapping: RecordMapping(
            [
                .name: ["description"], .url: ["href"], .tags: ["tags"], .notes: ["extended"],
                .added: ["time"], .unread: ["toread"],
            ], tags: .blanks))
}
