import Documents
import KeyValueStore
import Replication

// A step may have a hundred thousand changes and is kept for long, so a trace has only what undo
// needs. For an added or deleted bookmark, the record itself keeps the fields, and a fingerprint
// tells whether they are still the same. So the journal stores no text of bookmarks deleted
// forever.

/// The changes of a step in one bookmark, as far as undo needs them.
///
/// Undo is a new edit. It resets only the fields that the step changed, except those that were
/// changed since.
struct EditTrace: Sendable, Hashable {
    /// The id of the bookmark, or the key of the document.
    var id: String
    var what: What
    /// The lost values that the command dropped, and those that it added.
    var lost = LostChange()

    enum What: Sendable, Hashable {
        /// The bookmark was added, with fields of this fingerprint.
        case added(UInt64)
        /// The bookmark was deleted, with fields of this fingerprint.
        case deleted(UInt64)
        case edited([FieldChange])
    }

    struct FieldChange: Sendable, Hashable {
        var field: String
        /// The former value; `nil` if the field was missing.
        var before: PropertyListValue?
        var after: PropertyListValue?
    }

    struct LostChange: Sendable, Hashable {
        var removed: [SupersededValue] = []
        var added: [SupersededValue] = []

        var isEmpty: Bool { removed.isEmpty && added.isEmpty }
    }

    /// Makes the trace of a write; `nil` if no visible field changed.
    init?(_ change: EntryChange) {
        if change.key.hasPrefix(Document.keyPrefix) {
            id = change.key
        } else if let bookmark = StoredBookmarks.id(change.key) {
            id = bookmark
        } else {
            return nil
        }
        let (before, record) = (change.old?.record, change.new.record)
        let (old, new) = (before?.value?.dictionary, record.value?.dictionary)
        let (lost, kept) = (before?.superseded ?? [], record.superseded)
        switch (old, new) {
        case (nil, nil): return nil
        case (nil, let new?): what = .added(ContentHash.of(new))
        case (let old?, nil): what = .deleted(ContentHash.of(old))
        case (let old?, let new?):
            what = .edited(FieldChange.between(old, new))
            if lost != kept {
                self.lost = LostChange(
                    removed: lost.filter { !kept.contains($0) },
                    added: kept.filter { !lost.contains($0) })
            }
        }
    }

    init(id: String, what: What, lost: LostChange = LostChange()) {
        self.id = id
        self.what = what
        self.lost = lost
    }

    /// Whether the trace is about a document.
    var isDocument: Bool { id.hasPrefix(Document.keyPrefix) }

    /// The trace of the opposite change.
    var opposite: EditTrace {
        let lost = LostChange(removed: self.lost.added, added: self.lost.removed)
        let what: What =
            switch what {
            case .added(let fields): .deleted(fields)
            case .deleted(let fields): .added(fields)
            case .edited(let fields):
                .edited(
                    fields.map {
                        FieldChange(field: $0.field, before: $0.after, after: $0.before)
                    })
            }
        return EditTrace(id: id, what: what, lost: lost)
    }
}

extension EditTrace.FieldChange {
    /// Returns the fields in which two dictionaries differ, by name.
    static func between(
        _ old: [String: PropertyListValue], _ new: [String: PropertyListValue]
    ) -> [Self] {
        Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
            .map { Self(field: $0, before: old[$0], after: new[$0]) }
    }
}
