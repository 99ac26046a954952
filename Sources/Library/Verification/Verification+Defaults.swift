import Bookmarks
import Replication

extension Verification {
    /// Compares the property list with the replica.
    mutating func checkDefaults() -> VerificationReport.Place? {
        let defaults = evidence.defaults
        switch defaults.state {
        case .missing:
            if !bookmarks.isEmpty || !deleted.isEmpty {
                found(
                    waiting: "There is no property list at \(defaults.path): it was removed, or "
                        + "not written yet.", [], next: "cloudy sync writes it.")
            }
            return nil
        case .unreadable(let reason, let isSetAside):
            found(
                damage: reason, [],
                next: isSetAside
                    ? "cloudy list sets the file aside and writes a new one from the replica, "
                        + "which has all bookmarks."
                    : "Move \(defaults.path) away; cloudy sync then writes a new one from the "
                        + "replica, which has all bookmarks.")
            return nil
        case .read(let content, let isAsWritten):
            var (live, gone) = (
                Self.compared(content.bookmarks), Self.compared(content.recentlyDeleted)
            )
            if !content.hasAllFields {
                Self.complete(&live, from: bookmarks)
                Self.complete(&gone, from: deleted)
            }
            compare(live, gone, content, isAsWritten)
            return Self.place(live, gone, records: nil)
        }
    }

    static func compared(_ entries: [FoundDefaults.Entry]) -> [String: ComparedBookmark] {
        let named = entries.map { entry in
            // A person added this entry, so it has no id.
            let id = entry.id ?? "entry \(entry.index + 1)"
            return (id, ComparedBookmark(id: id, draft: entry.draft, added: entry.added ?? 0))
        }
        return Dictionary(named, uniquingKeysWith: { first, _ in first })
    }

    /// Adds the fields that a file of the first layout lacks.
    private static func complete(
        _ found: inout [String: ComparedBookmark], from stored: [String: ComparedBookmark]
    ) {
        for (id, bookmark) in stored { found[id]?.draft.takeLaterFields(of: bookmark.draft) }
    }

    private mutating func compare(
        _ live: [String: ComparedBookmark], _ gone: [String: ComparedBookmark],
        _ content: FoundDefaults, _ isAsWritten: Bool
    ) {
        let path = evidence.defaults.path
        let behind = evidence.defaults.behind
        let differing = Self.differing(live, bookmarks).union(Self.differing(gone, deleted))
        if !behind.isEmpty {
            found(
                waiting:
                    "The property list is behind by \(summary(of: Array(behind))). An open list "
                    + "writes it a moment after an edit, or half a minute for a very long list.",
                Array(behind), next: "An open list catches up by itself; or: cloudy sync")
        }
        let refused = refused(content, among: differing)
        let others = Array(differing.subtracting(behind).subtracting(refused))
        let malformed = content.malformed.map { "entry \($0.index + 1)" }
        if !malformed.isEmpty {
            found(
                waiting: "\(Self.count(malformed.count, "entry").entries) of the property list "
                    + "can't be read: \(Self.examples(of: content.malformed.map(\.reason)))",
                malformed,
                next: "Correct \(path) in an editor. The next command reads what it can and sets "
                    + "the file aside unchanged.")
        }
        guard !others.isEmpty else { return }
        if isAsWritten {
            found(
                damage: "The property list is as Cloudy wrote it, but the replica differs in "
                    + "\(summary(of: others)): another program changed one of them.",
                others, next: "Remove \(path); cloudy sync then writes a new one from the replica.")
        } else {
            found(
                waiting: "Someone edited the property list, and Cloudy has not read these edits "
                    + "yet: \(summary(of: others)).",
                others, next: "The next command, such as cloudy list, reads them.")
        }
    }

    /// Returns the names of entries whose edits by hand cannot be applied.
    private mutating func refused(
        _ content: FoundDefaults, among differing: Set<String>
    ) -> Set<String> {
        var refused: [String: String] = [:]
        for entry in content.bookmarks {
            let name = entry.id ?? "entry \(entry.index + 1)"
            guard differing.contains(name) else { continue }
            let stored = evidence.replica.entries.first {
                $0.key == BookmarksController.keyPrefix + name && !$0.record.isTombstone
            }
            let written = stored.flatMap { Bookmark(id: name, record: $0.record) }
            refused[name] = HandEdits.refusal(of: entry, replacing: written)
        }
        guard let first = refused.keys.min(), let reason = refused[first] else { return [] }
        found(
            damage: "Someone edited the property list, and these edits are invalid: "
                + "\(summary(of: Array(refused.keys))). \(reason)",
            Array(refused.keys),
            next: "Correct them in \(evidence.defaults.path). Otherwise the next command keeps the "
                + "bookmarks as they were, and sets the file aside.")
        return Set(refused.keys)
    }

    /// Returns the ids of bookmarks that differ.
    private static func differing(
        _ a: [String: ComparedBookmark], _ b: [String: ComparedBookmark]
    ) -> Set<String> {
        Set(a.keys).union(b.keys).filter { a[$0] != b[$0] }
    }
}

extension String {
    /// The plural of `entry`: `1 entry`, `2 entries`.
    fileprivate var entries: String { hasSuffix("ys") ? dropLast(2) + "ies" : self }
}
