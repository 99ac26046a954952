/// A person's edit in the property list.
public enum HandEdit: Sendable, Hashable {
    /// A bookmark was added. The id is the one in the file, or `nil` for a new id if that is
    /// missing, invalid, or taken by an earlier entry. If the store has a deleted bookmark of this
    /// id, it is restored.
    case add(id: String?, BookmarkDraft, added: Double?)
    /// Fields of a written bookmark were changed. Unchanged fields are equal in both drafts.
    case edit(id: String, from: BookmarkDraft, to: BookmarkDraft)
    /// A written bookmark was removed from the file.
    case delete(id: String, written: BookmarkDraft)
    /// An entry can't be applied; its stored bookmark stays as it is. The index counts from 0.
    case refuse(index: Int, reason: String)
}

/// Finds the edits by hand in a property list.
public enum HandEdits {
    /// Returns the edits that lead from the bookmarks last written to those found, in the order of
    /// the file, deletions last.
    ///
    /// Comparing with the *written* bookmarks, and not with the stored ones, leaves out edits that
    /// were meanwhile made elsewhere. Order does not count. If an id occurs twice in the file, the
    /// first entry is the bookmark, and the others are added as copies.
    ///
    /// Nothing is deleted while an entry can't be read and has no id: it could be any of the
    /// missing bookmarks.
    public static func between(written: [Bookmark], found: FoundDefaults) -> [HandEdit] {
        var missing = Dictionary(
            written.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let writtenIDs = Set(missing.keys)
        var taken: Set<String> = []
        var edits: [(index: Int, edit: HandEdit)] = []
        for var entry in found.bookmarks {
            if let id = entry.id, let bookmark = missing.removeValue(forKey: id) {
                taken.insert(id)
                if !found.hasAllFields { entry.draft.takeLaterFields(of: bookmark.draft) }
                if let edit = edit(bookmark, entry) { edits.append((entry.index, edit)) }
            } else {
                let canKeepID = entry.id.map {
                    BookmarkID.isWellFormed($0) && !writtenIDs.contains($0)
                        && taken.insert($0).inserted
                }
                edits.append((entry.index, add(entry, id: canKeepID == true ? entry.id : nil)))
            }
        }
        for entry in found.malformed {
            if let id = entry.id { missing.removeValue(forKey: id) }
            edits.append((entry.index, .refuse(index: entry.index, reason: entry.reason)))
        }
        edits.sort { $0.index < $1.index }
        let canDelete = found.malformed.allSatisfy { $0.id != nil }
        let deletions =
            canDelete ? written.filter { missing.removeValue(forKey: $0.id) != nil } : []
        return edits.map(\.edit) + deletions.map { .delete(id: $0.id, written: $0.draft) }
    }

    /// Returns the reason why an entry cannot be applied; `nil` if it can.
    ///
    /// - Parameter written: the bookmark as it was written; `nil` for a new entry.
    public static func refusal(
        of entry: FoundDefaults.Entry, replacing written: Bookmark?
    ) -> String? {
        switch written.map({ edit($0, entry) }) ?? add(entry, id: nil) {
        case .refuse(_, let reason): reason
        default: nil
        }
    }

    private static func add(_ entry: FoundDefaults.Entry, id: String?) -> HandEdit {
        var draft = entry.draft
        do throws(WebAddressError) {
            draft.url = try WebAddress(typed: draft.url).text
        } catch {
            return .refuse(index: entry.index, reason: error.message)
        }
        draft.tags = Tags.parsed(Tags.text(draft.tags))
        do throws(DraftError) {
            try draft.check()
        } catch {
            return .refuse(index: entry.index, reason: error.message)
        }
        return .add(id: id, draft, added: entry.added)
    }

    private static func edit(_ bookmark: Bookmark, _ entry: FoundDefaults.Entry) -> HandEdit? {
        let written = bookmark.draft
        var edited = written
        let found = entry.draft
        // XML can't hold some characters, which were replaced, and other programs turn carriage
        // returns into line feeds when they rewrite the file. Neither is an edit.
        func isEdited(_ field: KeyPath<BookmarkDraft, String>) -> Bool {
            let writable = PropertyListText.writable(written[keyPath: field])
            return found[keyPath: field] != writable
                && withLineFeeds(found[keyPath: field]) != withLineFeeds(writable)
        }
        if isEdited(\.name) { edited.name = found.name }
        if isEdited(\.notes) { edited.notes = found.notes }
        if isEdited(\.description) { edited.description = found.description }
        if isEdited(\.folder) { edited.folder = found.folder }
        edited.isUnread = found.isUnread
        edited.isArchived = found.isArchived
        let writtenTags = Set(written.tags.map(PropertyListText.writable))
        if Set(found.tags) != writtenTags {
            edited.tags = Tags.unique(
                found.tags.flatMap { writtenTags.contains($0) ? [$0] : Tags.parsed($0) })
        }
        if isEdited(\.url) {
            do { edited.url = try WebAddress(typed: found.url).text } catch {
                return .refuse(index: entry.index, reason: error.message)
            }
        }
        do throws(DraftError) {
            try edited.check(against: written)
        } catch {
            return .refuse(index: entry.index, reason: error.message)
        }
        return edited == written ? nil : .edit(id: bookmark.id, from: written, to: edited)
    }

    /// Replaces all line ends by line feeds.
    private static func withLineFeeds(_ text: String) -> String {
        String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
    }
}

extension BookmarkDraft {
    /// Copies the fields that a property list of the first layout does not have.
    public mutating func takeLaterFields(of other: BookmarkDraft) {
        description = other.description
        isUnread = other.isUnread
        isArchived = other.isArchived
    }
}
