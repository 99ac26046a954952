extension EditText {
    /// The block of one bookmark in the text.
    struct Block: Sendable, Hashable {
        var id: String
        /// The number of the block's first line.
        var line = 0
        var isDeletion = false
        /// The values of the fields that the block names; other fields are empty.
        var draft: BookmarkDraft
        /// The line numbers of the fields that the block names.
        var lines: [Bookmark.Field: Int] = [:]
    }
}

extension EditText.Block {
    /// The original block of a bookmark.
    init(id: String, draft: BookmarkDraft) {
        self.init(id: id, draft: draft, lines: [:])
        self.draft.tags = Tags.unique(draft.tags)
    }

    /// The block as text; ends with a line break.
    var text: String {
        let values = [
            (Bookmark.Field.url, EditValue.text(draft.url)),
            (.name, EditValue.text(draft.name)),
            (.tags, draft.tags.map(EditValue.text(ofTag:)).joined(separator: " ")),
            (.folder, EditValue.text(draft.folder)), (.notes, EditValue.text(notes: draft.notes)),
            (.description, EditValue.text(notes: draft.description)),
            (.unread, EditValue.text(draft.isUnread)),
            (.archived, EditValue.text(draft.isArchived)),
        ]
        // No line ends with a blank, which an editor might remove.
        let lines = values.map { field, value in
            field.rawValue + (value.isEmpty || value.hasPrefix("\n") ? ":" : ": ") + value
        }
        return (["bookmark \(id)"] + lines).joined(separator: "\n") + "\n"
    }

    /// Returns the edit of a bookmark; `nil` if nothing changed.
    func edit(of original: BookmarkDraft) throws(EditTextError) -> BookmarkEdit? {
        var edited = original
        for field in lines.keys { edited.set(field, from: draft) }
        guard edited != original else { return nil }
        if edited.url != original.url {
            do throws(WebAddressError) {
                edited.url = try WebAddress(typed: edited.url).text
            } catch {
                throw EditTextError(line: lines[.url] ?? line, message: error.message)
            }
        }
        try check(edited, original)
        return edited == original
            ? nil : BookmarkEdit(id: id, original: original, edited: edited)
    }

    /// Throws for a field that is too long, and names its line.
    private func check(
        _ edited: BookmarkDraft, _ original: BookmarkDraft
    ) throws(EditTextError) {
        for field in Bookmark.Field.allCases {
            var one = original
            one.set(field, from: edited)
            do throws(DraftError) { try one.check(against: original) } catch {
                throw EditTextError(line: lines[field] ?? line, message: error.message)
            }
        }
    }
}

extension BookmarkDraft {
    /// Copies a field from another draft.
    fileprivate mutating func set(_ field: Bookmark.Field, from other: BookmarkDraft) {
        switch field {
        case .url: url = other.url
        case .name: name = other.name
        case .tags: tags = other.tags
        case .folder: folder = other.folder
        case .notes: notes = other.notes
        case .description: description = other.description
        case .unread: isUnread = other.isUnread
        case .archived: isArchived = other.isArchived
        }
    }
}
