import BookmarkLibrary
import Bookmarks
import HTTPService
import HTTPTypes
import Hummingbird
import Interchange

extension BookmarkPages {
    // MARK: Adding

    @Sendable func addPage(_ visit: Visit) async throws -> Response {
        let draft = BookmarkDraft(
            name: visit.parameter("name"), url: visit.parameter("url"),
            tags: Tags.parsed(visit.parameter("tags")), notes: visit.parameter("notes"),
            description: visit.parameter("description"), folder: visit.parameter("folder"))
        return addForm(draft, visit)
    }

    private func addForm(
        _ draft: BookmarkDraft, _ visit: Visit, problem: HTML? = nil, evenIfThere: Bool = false,
        status: HTTPResponse.Status = .badRequest
    ) -> Response {
        let again: HTML =
            evenIfThere
            ? """
            <label class="check"><input type="checkbox" name="again" value="1"> Add it again</label>
            """ : ""
        return PageFrame(
            title: "Add a bookmark", message: problem,
            content: """
                <form class="fields" method="post" action="/add">
                \(visit.hidden)\(Self.fields(of: draft, isNew: true))\(again)
                <p><button>Add</button></p>
                </form>
                """
        ).response(problem == nil ? .ok : status)
    }

    /// The form that was sent before, with what the person typed.
    @Sendable func addAgain(_ visit: Visit, _ form: FormFields) async throws -> Response {
        addForm(
            Self.draft(form, BookmarkDraft()), visit,
            problem: "Nothing was added: this form was sent before. To send it again, press Add.",
            evenIfThere: form.value("again") != nil, status: .forbidden)
    }

    @Sendable func add(_ visit: Visit, _ form: FormFields) async throws -> Response {
        var draft = Self.draft(form, BookmarkDraft())
        if draft.name.isEmpty, let page = await titles.summary(draft.url) {
            draft.name = page.title
            if draft.description.isEmpty { draft.description = page.description }
        }
        let wish = draft
        let isAgain = form.value("again") == "1"
        do {
            _ = try await blocking {
                try await library.use { opened in
                    var draft = wish
                    draft.url = try WebAddress.meant(by: wish.url).text
                    return try opened.controller.add(draft, evenIfThere: isAgain)
                }
            }
        } catch BookmarkError.duplicate(let row, _) {
            let link: HTML =
                visit.token.scope == .write
                ? "<a href=\"/edit/\(row.id)\">\(.text(row.title))</a>" : "“\(.text(row.title))”"
            return addForm(
                draft, visit,
                problem: "You already have this page: \(link). To keep both, tick “Add it again”.",
                evenIfThere: true)
        } catch let error as WebAddressError {
            return addForm(draft, visit, problem: "\(.text(error.message))")
        } catch let error as DraftError {
            return addForm(draft, visit, problem: "\(.text(error.message))")
        }
        if visit.token.scope == .add {
            return PageFrame(
                title: "Added",
                content: "<p>“\(.text(draft.name.isEmpty ? draft.url : draft.name))”</p>"
            ).response()
        }
        return PageFrame.redirect(to: "/?done=added")
    }

    // MARK: Editing

    private func bookmark(_ visit: Visit) async throws -> Bookmark {
        let id = visit.context.parameters.get("id") ?? ""
        let found = try await blocking {
            try await library.use { opened in
                try opened.controller.isLive(id: id) ? opened.controller.bookmark(id: id) : nil
            }
        }
        guard let found else { throw PageRefusal.gone }
        return found
    }

    @Sendable func editPage(_ visit: Visit) async throws -> Response {
        let bookmark = try await bookmark(visit)
        return editForm(bookmark.draft, from: bookmark.draft, bookmark.id, visit)
    }

    private func editForm(
        _ draft: BookmarkDraft, from original: BookmarkDraft, _ id: String, _ visit: Visit,
        problem: HTML? = nil, status: HTTPResponse.Status = .badRequest
    ) -> Response {
        PageFrame(
            title: "Edit the bookmark", message: problem,
            content: """
                <form class="fields" method="post" action="/edit/\(id)">
                \(visit.hidden)\(Self.originals(original))\(Self.fields(of: draft, isNew: false))
                <p class="actions"><button>Save</button> <a href="/">Cancel</a></p>
                </form>
                """
        ).response(problem == nil ? .ok : status)
    }

    /// The form that was sent before, with what the person typed.
    @Sendable func editAgain(_ visit: Visit, _ form: FormFields) async throws -> Response {
        let bookmark = try await bookmark(visit)
        let original = Self.draft(form, bookmark.draft, before: "was-")
        return editForm(
            Self.draft(form, original), from: original, bookmark.id, visit,
            problem:
                "Nothing was changed: this form was sent before. To send it again, press Save.",
            status: .forbidden)
    }

    /// Sets only what the person changed: what came from elsewhere since the form was loaded stays.
    @Sendable func edit(_ visit: Visit, _ form: FormFields) async throws -> Response {
        let bookmark = try await bookmark(visit)
        let original = Self.draft(form, bookmark.draft, before: "was-")
        let draft = Self.draft(form, original)
        do {
            try await blocking {
                try await library.use { opened in
                    var edited = draft
                    if original.url != draft.url {
                        edited.url = try WebAddress.meant(by: draft.url).text
                    }
                    try opened.controller.edit(
                        id: bookmark.id, from: original, to: edited,
                        evenIfThere: original.url == draft.url)
                }
            }
        } catch BookmarkError.duplicate(let row, _) {
            return editForm(
                draft, from: original, bookmark.id, visit,
                problem:
                    """
                    Another bookmark has this page: \
                    <a href="/edit/\(row.id)">\(.text(row.title))</a>
                    """)
        } catch let error as WebAddressError {
            return editForm(
                draft, from: original, bookmark.id, visit, problem: "\(.text(error.message))")
        } catch let error as DraftError {
            return editForm(
                draft, from: original, bookmark.id, visit, problem: "\(.text(error.message))")
        }
        return PageFrame.redirect(to: original == draft ? "/" : "/?done=changed")
    }

    @Sendable func delete(_ visit: Visit, _ form: FormFields) async throws -> Response {
        let id = visit.context.parameters.get("id") ?? ""
        try await blocking { _ = try await library.use { try $0.controller.delete(ids: [id]) } }
        return PageFrame.redirect(to: "/?done=deleted")
    }

    /// Takes back the step that the person saw, and no other one that came since.
    @Sendable func undo(_ visit: Visit, _ form: FormFields) async throws -> Response {
        let wanted = form.value("step").flatMap { Int64($0) }
        let isUndone = try await blocking {
            try await library.use { opened in
                guard opened.controller.nextUndoStep?.number == wanted else { return false }
                return try opened.controller.undo() != nil
            }
        }
        return PageFrame.redirect(to: isUndone ? "/?done=undone" : "/?done=overtaken")
    }

    // MARK: Fields

    private static func fields(of draft: BookmarkDraft, isNew: Bool) -> HTML {
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
            autocapitalize="none">
            </label>
            <label>Folder
            <input type="text" name="folder" value="\(draft.folder)">
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
            """
    }

    private static func flag(_ name: String, _ label: String, _ isOn: Bool) -> HTML {
        let checked: HTML = isOn ? " checked" : ""
        return """
            <label class="check"><input type="checkbox" name="\(name)" value="1"\(checked)> \
            \(label)</label>
            """
    }

    /// The values as the person saw them, which the form carries back: those of one line without
    /// line breaks, as a browser sends them.
    private static func originals(_ draft: BookmarkDraft) -> HTML {
        let values: [(String, String)] = [
            ("url", draft.url), ("name", draft.name), ("tags", Tags.text(draft.tags)),
            ("folder", draft.folder), ("description", draft.description), ("notes", draft.notes),
            ("unread", draft.isUnread ? "1" : ""), ("archived", draft.isArchived ? "1" : ""),
        ]
        let isOfLines = Set(["description", "notes"])
        return HTML(
            values.map { name, value in
                let value = isOfLines.contains(name) ? value : value.replacing("\n", with: "")
                return "<input type=\"hidden\" name=\"was-\(name)\" value=\"\(value)\">\n"
            })
    }

    /// The draft with what a form says; a field that it does not have stays.
    private static func draft(
        _ form: FormFields, _ draft: BookmarkDraft, before prefix: String = ""
    ) -> BookmarkDraft {
        func text(_ name: String) -> String? {
            // Browsers end lines with two characters.
            form.value(prefix + name)?.replacing("\r\n", with: "\n")
        }
        var draft = draft
        if let url = text("url") { draft.url = url }
        if let name = text("name") { draft.name = name }
        if let tags = text("tags") { draft.tags = Tags.parsed(tags) }
        if let folder = text("folder") { draft.folder = FolderPath.normalized(folder) }
        if let description = text("description") { draft.description = description }
        if let notes = text("notes") { draft.notes = notes }
        // A browser leaves out a box that is not ticked.
        draft.isUnread = text("unread") == "1"
        draft.isArchived = text("archived") == "1"
        return draft
    }
}
