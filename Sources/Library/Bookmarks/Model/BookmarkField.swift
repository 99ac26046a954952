extension Bookmark {
    /// The fields that a person edits, by their names in the store.
    public enum Field: String, Sendable, Hashable, CaseIterable {
        case url, name, tags, folder, notes, description, unread, archived

        /// Whether a value that loses a conflict is kept until the person chooses. Tags merge, and
        /// of a yes and a no the later one is meant.
        public var keepsLostValues: Bool {
            switch self {
            case .url, .name, .folder, .notes, .description: true
            case .tags, .unread, .archived: false
            }
        }

        /// The names of the fields whose lost values are kept.
        static let withLostValues = allCases.filter(\.keepsLostValues).map(\.rawValue)
    }
}
