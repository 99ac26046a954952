import Bookmarks

/// An edit in a form, compared with the changes of the bookmark since the form was opened.
struct FormClash: Sendable {
    /// The bookmark as the form first showed it, as the person wants it, and as it is now.
    var original: BookmarkDraft
    var typed: BookmarkDraft
    var now: BookmarkDraft

    /// A text field. Tags merge as a set, and a box has only two states, so these never clash.
    struct Field: Sendable {
        var name: String
        var label: String
        var path: any WritableKeyPath<BookmarkDraft, String> & Sendable
        var isOfLines = false

        /// Returns the value in the form of a web form: browsers drop line breaks from fields of
        /// one line, and pages have no other control characters.
        func shown(_ draft: BookmarkDraft) -> String {
            let text = draft[keyPath: path].replacing("\r\n", with: "\n").unicodeScalars
            let kept = text.filter { scalar in
                switch scalar {
                case "\n": isOfLines
                case "\t": true
                default: scalar.properties.generalCategory != .control
                }
            }
            return String(String.UnicodeScalarView(kept))
        }
    }

    static let texts: [Field] = [
        Field(name: "url", label: "URL", path: \.url),
        Field(name: "name", label: "Name", path: \.name),
        Field(name: "folder", label: "Folder", path: \.folder),
        Field(name: "description", label: "Description", path: \.description, isOfLines: true),
        Field(name: "notes", label: "Notes", path: \.notes, isOfLines: true),
    ]

    /// The fields that were changed to different texts here and elsewhere.
    var fields: [Field] {
        Self.texts.filter { field in
            let (before, mine, theirs) = (
                field.shown(original), field.shown(typed), field.shown(now)
            )
            return mine != before && theirs != before && mine != theirs
        }
    }

    /// The original and the typed draft, with the stored text of each field that looked the same
    /// in the form: what a page cannot show was not changed.
    var asStored: (original: BookmarkDraft, typed: BookmarkDraft) {
        var (original, typed) = (original, typed)
        for field in Self.texts where field.shown(original) == field.shown(now) {
            let stored = now[keyPath: field.path]
            if field.shown(typed) == field.shown(original) { typed[keyPath: field.path] = stored }
            original[keyPath: field.path] = stored
        }
        return (original, typed)
    }

    /// The next values of the form: the typed ones, and the stored values of all other fields.
    var merged: BookmarkDraft {
        var draft = now
        for field in Self.texts where field.shown(typed) != field.shown(original) {
            draft[keyPath: field.path] = typed[keyPath: field.path]
        }
        let removed = original.tags.filter { !typed.tags.contains($0) }
        let added = typed.tags.filter { !original.tags.contains($0) }
        draft.tags = Tags.unique(now.tags.filter { !removed.contains($0) } + added)
        if typed.isUnread != original.isUnread { draft.isUnread = typed.isUnread }
        if typed.isArchived != original.isArchived { draft.isArchived = typed.isArchived }
        return draft
    }

    /// The part of the form that asks which text of each field to keep.
    var choices: HTML {
        HTML(
            fields.map { field in
                """
                <fieldset>
                <legend>\(field.label): which one?</legend>
                \(choice(field, "typed", "Yours", typed, isChosen: true))
                \(choice(field, "now", "The version saved in the meantime", now, isChosen: false))
                </fieldset>

                """
            })
    }

    private func choice(
        _ field: Field, _ value: String, _ label: String, _ draft: BookmarkDraft, isChosen: Bool
    ) -> HTML {
        let checked: HTML = isChosen ? " checked" : ""
        let text = field.shown(draft)
        let shown: HTML = text.isEmpty ? "nothing" : "<span class=\"text\">\(.text(text))</span>"
        return """
            <label class="check"><input type="radio" name="take-\(field.name)" \
            value="\(value)"\(checked)> <span>\(label): \(shown)</span></label>
            """
    }

    /// Returns the typed draft with the person's choices in an earlier clash.
    static func chosen(
        _ form: FormFields, _ typed: BookmarkDraft, from original: BookmarkDraft
    ) -> BookmarkDraft {
        var draft = typed
        for field in texts where form.value("take-\(field.name)") == "now" {
            draft[keyPath: field.path] = original[keyPath: field.path]
        }
        return draft
    }
}
