import BookmarkLibrary
import Bookmarks
import HTTPService

extension BookmarkPages {
    /// The names of tags and folders that a form offers.
    struct LabelNames: Sendable {
        /// The tags, the most used first.
        var tags: [String] = []
        var folders: [String] = []
    }

    /// The most names to offer. A longer list would make each form slow to load.
    private static let mostOffered = 300

    /// Returns the names to offer; none for a token that may only add.
    func labelNames(_ visit: Visit) async throws -> LabelNames {
        if visit.token.scope == .add { return LabelNames() }
        return try await blocking {
            try await library.use { opened in
                let tags = TagCount.namesByUse(try opened.controller.tagCounts())
                let folders = try opened.home.catalog.folders(withArchived: false).keys
                return LabelNames(
                    tags: Array(tags.prefix(Self.mostOffered)),
                    folders: Array(
                        folders.filter { !$0.isEmpty }.sorted().prefix(Self.mostOffered)))
            }
        }
    }

    static func fields(of draft: BookmarkDraft, isNew: Bool, _ names: LabelNames) -> HTML {
        let focus: HTML = isNew && draft.url.isEmpty ? " autofocus" : ""
        return """
            <label>URL
            <input type="text" inputmode="url" name="url" value="\(draft.url)" required\(focus)>
            </label>
            <label>Name
            <input type="text" name="name" value="\(draft.name)">
            </label>
            <label>Tags
            <input type="text" name="tags" value="\(Tags.text(draft.tags))" autocomplete="off" \
            autocapitalize="none" list="tags">
            </label>
            <label>Folder
            <input type="text" name="folder" value="\(draft.folder)" autocomplete="off" \
            list="folders">
            </label>
            <label>Description
            <textarea name="description" rows="2">
            \(draft.description)</textarea>
            </label>
            <label>Notes
            <textarea name="notes">
            \(draft.notes)</textarea>
            </label>
            \(flag("unread", "Unread", draft.isUnread))
            \(isNew ? "" : flag("archived", "Archived", draft.isArchived))
            \(offers("tags", tagOffers(names.tags, after: draft.tags)))
            \(offers("folders", names.folders))
            """
    }

    /// Returns the offers for tags. A browser replaces the whole field with an offer, so each one
    /// begins with the current tags.
    private static func tagOffers(_ names: [String], after tags: [String]) -> [String] {
        let there = Set(tags.map(Tags.stored))
        return names.filter { !there.contains(Tags.stored($0)) }.map { Tags.text(tags + [$0]) }
    }

    private static func offers(_ id: String, _ values: [String]) -> HTML {
        let options = values.map { value -> HTML in "<option value=\"\(value)\">" }
        return "<datalist id=\"\(id)\">\(options)</datalist>"
    }

    private static func flag(_ name: String, _ label: String, _ isOn: Bool) -> HTML {
        let checked: HTML = isOn ? " checked" : ""
        return """
            <label class="check"><input type="checkbox" name="\(name)" value="1"\(checked)> \
            \(label)</label>
            """
    }

    /// Returns hidden fields with the values that the person saw. The form sends them back. As in a
    /// browser, fields of one line have no line breaks.
    static func originals(_ draft: BookmarkDraft) -> HTML {
        let texts = FormClash.texts.map { ($0.name, $0.shown(draft)) }
        let values =
            texts + [
                ("tags", Tags.text(draft.tags)), ("unread", draft.isUnread ? "1" : ""),
                ("archived", draft.isArchived ? "1" : ""),
            ]
        return HTML(
            values.map { name, value in
                "<input type=\"hidden\" name=\"was-\(name)\" value=\"\(value)\">\n"
            })
    }

    /// Returns the draft with the fields of a form; missing fields stay unchanged.
    static func draft(
        _ form: FormFields, _ draft: BookmarkDraft, before prefix: String = ""
    ) -> BookmarkDraft {
        func text(_ name: String) -> String? {
            // Browsers end lines with two characters.
            form.value(prefix + name)?.replacing("\r\n", with: "\n")
        }
        var draft = draft
        for field in FormClash.texts {
            if let value = text(field.name) { draft[keyPath: field.path] = value }
        }
        draft.folder = FolderPath.normalized(draft.folder)
        if let tags = text("tags") { draft.tags = Tags.parsed(tags) }
        // A browser does not send a box that is not ticked.
        draft.isUnread = text("unread") == "1"
        draft.isArchived = text("archived") == "1"
        return draft
    }
}
