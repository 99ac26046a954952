extension EditText {
    /// The text's block for one bookmark.
    struct Block: Sendable, Hashable {
        var id: String
        /// Where it begins in the text.
        var line = 0
        var isDeletion = false
        /// The fields that are named, and only they; the others are empty.
        var draft: BookmarkDraft
        /// The fields that are named, and their lines.
        var lines: [Field: Int] = [:]

        enum Field: String, Sendable, CaseIterable {
            case url, name, tags, folder, notes
        }
    }
}

extension EditText.Block {
    /// The original block of a bookmark.
    init(id: String, draft: BookmarkDraft) {
        self.init(id: id, draft: draft, lines: [:])
        self.draft.tags = Tags.unique(draft.tags)
    }

    /// The block as it stands in the text; ends with a new line.
    var text: String {
        let values = [
            (Field.url, EditValue.text(draft.url)), (.name, EditValue.text(draft.name)),
            (.tags, draft.tags.map(EditValue.text(ofTag:)).joined(separator: " ")),
            (.folder, EditValue.text(draft.folder)), (.notes, EditValue.text(notes: draft.notes)),
        ]
        // No blank stands at the end of a line, where an editor might take it away.
        let lines = values.map { field, value in
            field.rawValue + (value.isEmpty || value.hasPrefix("\n") ? ":" : ": ") + value
        }
        return (["bookmark \(id)"] + lines).joined(separator: "\n") + "\n"
    }

    /// The edit of a bookmark; `nil` for none.
    func edit(of original: BookmarkDraft) throws(EditTextError) -> BookmarkEdit? {
        var edited = original
        for field in lines.keys {
            switch field {
            case .url: edited.url = draft.url
            case .name: edited.name = draft.name
            case .tags: edited.tags = draft.tags
            case .folder: edited.folder = draft.folder
            case .notes: edited.notes = draft.notes
            }
        }
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

    /// Throws for a field that is too long, with its line.
    private func check(
        _ edited: BookmarkDraft, _ original: BookmarkDraft
    ) throws(EditTextError) {
        for field in Field.allCases {
            var one = original
            switch field {
            case .url: one.url = edited.url
            case .name: one.name = edited.name
            case .tags: one.tags = edited.tags
            case .folder: one.folder = edited.folder
            case .notes: one.notes = edited.notes
            }
            do throws(DraftError) { try one.check(against: original) } catch {
                throw EditTextError(line: lines[field] ?? line, message: error.message)
            }
        }
    }
}
