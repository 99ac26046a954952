import Documents

extension Query {
    /// The name of a field before a colon.
    enum FieldName: String, CaseIterable {
        case name, url, note, notes, description, tag, site, `in`, folder, before, after, text, has
        case file, `is`
    }

    /// The names of the fields that people type before a colon, such as `site`.
    public static let fields = FieldName.allCases.filter { $0 != .notes }.map(\.rawValue)

    /// A word after `is:`.
    public enum Fact: String, Sendable, CaseIterable {
        case unread, archived, unopened, conflict, duplicate, broken, saved, remote, unsent
        case deleted

        /// A description of the bookmarks that the fact finds, in one line for people.
        public var meaning: String {
            switch self {
            case .conflict: "Two edits at once wait for your choice"
            case .duplicate: "Another bookmark leads to the same page"
            case .broken: "The page was gone at the last check"
            case .saved: "A page, a note or a file is saved"
            case .remote: "A document is not on this device yet"
            case .unsent: "An edit or a document waits to be sent"
            case .unread: "Marked to be read"
            case .archived: "Archived, so not in the list"
            case .unopened: "Never opened on this device"
            case .deleted: "Only deleted bookmarks"
            }
        }

        var condition: Condition {
            switch self {
            case .conflict: .conflict
            case .duplicate: .duplicate
            case .broken: .broken
            case .saved: .document(.saved)
            case .remote: .document(.remote)
            case .unsent: .document(.unsent)
            case .unread: .unread
            case .archived: .archived
            case .unopened: .unopened
            case .deleted: .deleted
            }
        }
    }

    /// The kinds of documents for `has:`.
    static let kept: [(name: String, kind: Document.Kind)] = Document.Kind.allCases.map {
        ($0.rawValue, $0)
    }

    /// The words of all kinds of documents, for `has:`.
    public static let kinds = kept.map(\.name)

    /// The words of all facts, in their order.
    public static let facts = Fact.allCases.map(\.rawValue)
}
