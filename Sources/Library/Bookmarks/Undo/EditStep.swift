import Documents
import Replication

/// The changes of one command.
struct EditStep: Sendable, Hashable {
    /// The title for the message line: `Deleted “Swift.org”`.
    var title: String
    var changes: [Change]

    struct Change: Sendable, Hashable {
        /// The id of the bookmark, or the key of the document.
        var id: String
        /// The fields as the person saw them, and the new fields; `nil` if the bookmark did not
        /// exist, or is to be deleted.
        var before: [String: PropertyListValue]?
        var after: [String: PropertyListValue]?
        /// The values that lost a conflict and are to be kept; `nil` leaves them as they are.
        var lostAfter: [SupersededValue]?
        /// Whether the change counts as an edit even if it changes nothing: see
        /// ``StoreWrite/Content/isRenewed``.
        var isRenewed = false
        /// Whether values that others wrote since ``before``, unseen by the author, are kept as
        /// lost values.
        var keepsUnseen = false
        /// The state that the person who deletes the bookmark saw. If the bookmark was edited
        /// since, it stays.
        var seen: BookmarkDraft?

        /// Whether the change would delete unseen edits.
        func isOutdated(by record: Record?) -> Bool {
            guard let seen, let record else { return false }
            return Bookmark(id: id, record: record).map { $0.draft != seen } ?? false
        }

        /// Returns the value to store, given the `current` one.
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
            // Also without a former value: another process may have begun the same document.
            for field in Document.sets where fields[field] != current[field] {
                fields[field] = Document.set(
                    of: Document.versions(in: current), changedFrom: before?[field],
                    to: after[field])
            }
            return fields
        }
    }
}
