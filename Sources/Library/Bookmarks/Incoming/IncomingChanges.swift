import KeyValueStore
import Replication

/// Finds what is new in the changes of other devices and of other processes of this device.
///
/// It remembers the deletions made here and the conflicts already announced.
final class IncomingChanges {
    private let stored: StoredBookmarks
    private let catalog: any BookmarkCatalog
    private let shown: ShownList
    /// The conflicts that were announced, or that the list had when it was opened.
    private var announcedConflicts: [String: String] = [:]
    /// The ids of bookmarks that were deleted here and not restored here since.
    private var deletedHere: Set<String> = []

    init(_ stored: StoredBookmarks, _ catalog: any BookmarkCatalog, _ shown: ShownList) {
        self.stored = stored
        self.catalog = catalog
        self.shown = shown
    }

    /// Marks the conflicts of the newly opened list as known.
    func begin() { announcedConflicts = shown.conflicts }

    /// Records the changes written here.
    func noteOwn(_ changes: [EntryChange]) {
        for change in changes {
            guard let id = StoredBookmarks.id(change.key) else { continue }
            noteOwn(id, isDeleted: change.new.record.isTombstone)
        }
    }

    /// Records that this session wrote a bookmark.
    func noteOwn(_ id: String, isDeleted: Bool) {
        if isDeleted { deletedHere.insert(id) } else { deletedHere.remove(id) }
    }

    /// Returns the changes for the person, and the ids of bookmarks whose rows the list must
    /// update.
    func received(in change: ExternalChange) throws -> (received: ReceivedChanges, ids: [String]) {
        var received = ReceivedChanges()
        var ids: [String] = []
        let names = change.keys.compactMap { StoredBookmarks.id($0.name) }
        if names.isEmpty { return (received, ids) }
        let returns = try returns(among: names)
        let edited = try editedWhilePartial(names)
        for (changed, record) in zip(change.keys, try stored.store.records(of: change)) {
            guard let id = StoredBookmarks.id(changed.name), shown.isAbout(id) else { continue }
            let wasThere = !shown.isOpen || shown.contains(id) || edited.contains(id)
            let bookmark = record.flatMap { Bookmark(id: id, record: $0) }
            let isThere = record?.isTombstone == false
            ids.append(id)
            if !isThere && !wasThere && !shown.rows.isPartial { continue }
            var kind = kind(of: id, isThere: isThere, wasThere: wasThere)
            if let back = returns[id], kind == .added || kind == .broughtBack {
                // A restore by another terminal of this device stays `.broughtBack`.
                let isSibling = kind == .broughtBack && changed.device == nil
                if !isSibling, kind == .added || back.isRestoring { kind = .restored }
            }
            let fields = try isThere ? newConflicts(of: bookmark, record) : Conflicts()
            // A bookmark deleted here has no visible fields that could lose.
            let isEdited = kind == .edited
            received.changes.append(
                ReceivedChanges.Change(
                    id: id, name: bookmark?.title ?? id, kind: kind, device: changed.device,
                    isRemote: changed.device != nil && change.reason != .initialSyncChange,
                    lostFields: isEdited ? fields.lost : [],
                    keptFields: isEdited ? fields.kept : []))
        }
        return (received, ids)
    }

    private func kind(of id: String, isThere: Bool, wasThere: Bool) -> ReceivedChanges.Kind {
        if !isThere { return .deleted }
        if wasThere { return .edited }
        return deletedHere.remove(id) == nil ? .added : .broughtBack
    }

    /// Returns the changes that brought back those of these bookmarks that the list does not have.
    private func returns(among ids: [String]) throws -> [String: BookmarkChange] {
        guard shown.isOpen else { return [:] }
        let missing = ids.filter { !shown.contains($0) }
        return missing.isEmpty ? [:] : try catalog.returns(ofIDs: missing)
    }

    /// Returns those of these bookmarks that were edited, and have no row yet because the list is
    /// still loading. A new bookmark has no history, and a returned one was restored last.
    private func editedWhilePartial(_ ids: [String]) throws -> Set<String> {
        guard shown.isOpen, shown.rows.isPartial else { return [] }
        let unknown = ids.filter { !shown.contains($0) && !deletedHere.contains($0) }
        if unknown.isEmpty { return [] }
        let latest = try catalog.latestChanges(ofIDs: unknown)
        return Set(latest.filter { $0.value.kind == .edited }.keys)
    }

    /// Updates the list to the current conflicts, and returns what is new: see
    /// ``BookmarksController/receive(conflicts:)``.
    func receive(conflicts: [String: String]) throws -> ReceivedChanges {
        guard shown.isOpen else { return ReceivedChanges() }
        let before = shown.conflicts
        let ids = try Set(conflicts.keys).union(before.keys).sorted().filter { id in
            // The store announces additions and deletions, and the list follows them then.
            try conflicts[id] != before[id] && (shown.contains(id) || shown.rows.isPartial)
                && stored.isLive(id: id)
        }
        try shown.follow(ids)
        // Rows were read again and may be unchanged: the catalog may have been late.
        let changed = ids.filter { shown.conflicts[$0] != before[$0] }
        if changed.isEmpty { return ReceivedChanges() }
        let own = try stored.store.actor()
        return ReceivedChanges(
            changes: try changed.compactMap { id in
                guard let record = try stored.record(id: id),
                    let bookmark = Bookmark(id: id, record: record)
                else { return nil }
                var change = ReceivedChanges.Change(id: id, name: bookmark.title, kind: .reconciled)
                // If another device's value shows, the store has yet to announce it.
                guard record.actor == own else { return change }
                let fields = try newConflicts(of: bookmark, record)
                announcedConflicts[id] = shown.conflicts[id]
                (change.keptFields, change.device) = (fields.kept, fields.device)
                return change
            })
    }

    /// The fields of conflicts that were not announced yet.
    private struct Conflicts {
        /// The fields in which a value of this device lost.
        var lost: [String] = []
        /// The fields in which a value of this device won, and the device whose value lost, if only
        /// one.
        var kept: [String] = []
        var device: String?
    }

    private func newConflicts(of bookmark: Bookmark?, _ record: Record?) throws -> Conflicts {
        guard shown.isOpen, let bookmark, let record, !bookmark.lostValues.isEmpty else {
            return Conflicts()
        }
        let told = Set(
            (announcedConflicts[bookmark.id] ?? "").split(separator: " ").map(String.init))
        announcedConflicts[bookmark.id] = bookmark.lost
        let isOwn = try record.actor == stored.store.actor()
        let here = try stored.store.deviceName()
        let new = bookmark.lostValues.filter {
            ($0.device == here) != isOwn && !told.contains($0.sign)
        }
        var fields: [String] = []
        for lost in new where !fields.contains(lost.field) { fields.append(lost.field) }
        if !isOwn { return Conflicts(lost: fields) }
        let devices = Set(new.map(\.device))
        return Conflicts(kept: fields, device: devices.count == 1 ? devices.first : nil)
    }
}
