extension Bookmark {
    /// A field that a person edits; the raw value is its name in the store.
    public enum Field: String, Sendable, Hashable, CaseIterable {
        case url, name, tags, folder, notes, description, unread, archived

        /// Whether a value that loses a conflict is kept until the person chooses. Tags merge, and
        /// of yes or no the later value wins.
        public var keepsLostValues: Bool {
            switch self {
            case .url, .name, .folder, .notes, .description: true
            case .tags, .unread, .archived: false
            }
        }

        /// The names of the fields whose losing values are kept.
        static let withLostValues = allCases.filter(\.keepsLostValues).map(\.rawValue)
    }
}
