import Documents
import Replication

/// The changes that one command is to make.
struct EditStep: Sendable, Hashable {
    /// The title of the command, for the message line: `Deleted “Swift.org”`.
    var title: String
    var changes: [Change]

    struct Change: Sendable, Hashable {
        /// The id of the bookmark, or the key of the document.
        var id: String
        /// The fields as the person saw them and as they will be; `nil` when the bookmark was not
        /// there, or will be deleted.
        var before: [String: PropertyListValue]?
        var after: [String: PropertyListValue]?
        /// The values that lost a conflict, to be kept; `nil` leaves them alone.
        var lostAfter: [SupersededValue]?
        /// Whether it is an edit also where it changes nothing: see
        /// ``StoreWrite/Content/isRenewed``.
        var isRenewed = false
        /// Whether values that others wrote since ``before``, unseen by the author of the change,
        /// are kept beside the new value.
        var keepsUnseen = false
        /// The state that was seen by the person who deletes the bookmark. One that was edited
        /// since stays.
        var seen: BookmarkDraft?

        /// Whether it would delete unseen edits.
        func isOutdated(by record: Record?) -> Bool {
            guard let seen, let record else { return false }
            return Bookmark(id: id, record: record).map { $0.draft != seen } ?? false
        }

        /// The value to store now, when `current` is there, to make the change.
        func value(_ current: [String: PropertyListValue]?) -> [String: PropertyListValue]? {
            guard let after else { return nil }
            guard let current else { return after }
            var fields = after
            if let before {
                fields = current
                for (field, value) in after where before[field] != value { fields[field] = value }
                for field in before.keys where after[field] == nil { fields[field] = nil }
                if fields["tags"] != current["tags"] {
                    fields["tags"] = Tags.value(
                        of: current["tags"], changedFrom: before["tags"], to: after["tags"])
                }
            }
            // Also where there was none before: another process may have begun the same document.
            for field in Document.sets where fields[field] != current[field] {
                fields[field] = Document.set(
                    of: Document.versions(in: current), changedFrom: before?[field],
                    to: after[field])
            }
            return fields
        }
    }
}
