import BookmarkLibrary
import Bookmarks
import HTTPService
import HTTPTypes
import Hummingbird

extension BookmarkPages {
    private func bookmark(_ visit: Visit) async throws -> Bookmark {
        let found = try await blocking {
            try await library.use { try Self.bookmark(visit.id, $0) }
        }
        guard let found else { throw PageRefusal.gone }
        return found
    }

    private static func bookmark(_ id: String, _ opened: OpenedLibrary) throws -> Bookmark? {
        try opened.controller.isLive(id: id) ? opened.controller.bookmark(id: id) : nil
    }

    @Sendable func editPage(_ visit: Visit) async throws -> Response {
        let bookmark = try await bookmark(visit)
        return try await editForm(
            bookmark.draft, from: bookmark.draft, visit, ListPlace(FormFields(of: visit.request)),
            status: .ok)
    }

    private func editForm(
        _ draft: BookmarkDraft, from original: BookmarkDraft, _ visit: Visit, _ place: ListPlace,
        message: HTML? = nil, choices: HTML = "", status: HTTPResponse.Status = .badRequest
    ) async throws -> Response {
        let fields = Self.fields(of: draft, isNew: false, try await labelNames(visit))
        return PageFrame(
            title: "Edit the bookmark", message: message,
            content: """
                <form class="fields" method="post" action="/edit/\(visit.id)">
                \(visit.hidden)\(place.hidden)\(Self.originals(original))\(choices)\(fields)
                <p class="actions"><button>Save</button> <a href="\(place.path())">Cancel</a></p>
                </form>
                """
        ).response(status)
    }

    /// Shows the form again, with the texts that the person typed.
    @Sendable func editAgain(
        _ visit: Visit, _ form: FormFields, _ why: FormAgain
    ) async throws -> Response {
        let bookmark = try await bookmark(visit)
        let original = Self.draft(form, bookmark.draft, before: "was-")
        return try await editForm(
            Self.draft(form, original), from: original, visit, ListPlace(form),
            message: why.message("changed", "Save"),
            status: why == .loggedIn ? .ok : .forbidden)
    }

    /// Saves only the person's changes: changes from elsewhere since the form was loaded stay. If
    /// both changed the same field to different texts, the person chooses.
    @Sendable func edit(_ visit: Visit, _ form: FormFields) async throws -> Response {
        let place = ListPlace(form)
        let bookmark = try await bookmark(visit)
        let original = Self.draft(form, bookmark.draft, before: "was-")
        let draft = FormClash.chosen(form, Self.draft(form, original), from: original)
        let clash: FormClash?
        do {
            clash = try await blocking {
                try await library.use(as: visit.session) { opened in
                    try Self.save(draft, from: original, visit.id, opened)
                }
            }
        } catch BookmarkError.duplicate(let row, _) {
            return try await editForm(
                draft, from: original, visit, place,
                message:
                    """
                    Another bookmark has this page: \
                    <a href="/edit/\(row.id)">\(.text(row.title))</a>
                    """)
        } catch let error as WebAddressError {
            return try await editForm(
                draft, from: original, visit, place, message: "\(.text(error.message))")
        } catch let error as DraftError {
            return try await editForm(
                draft, from: original, visit, place, message: "\(.text(error.message))")
        }
        if let clash {
            return try await editForm(
                clash.merged, from: clash.now, visit, place,
                message: """
                    This bookmark was changed elsewhere after you opened it, so nothing was saved \
                    yet. Choose below, then press Save.
                    """, choices: clash.choices, status: .conflict)
        }
        return PageFrame.redirect(to: place.path(done: original == draft ? nil : "changed"))
    }

    /// Saves an edit. If others have changed the same fields, returns the differences instead.
    private static func save(
        _ draft: BookmarkDraft, from original: BookmarkDraft, _ id: String, _ opened: OpenedLibrary
    ) throws -> FormClash? {
        guard let now = try bookmark(id, opened) else { throw PageRefusal.gone }
        let clash = FormClash(original: original, typed: draft, now: now.draft)
        if !clash.fields.isEmpty { return clash }
        let stored = clash.asStored
        var edited = stored.typed
        let isSamePage = stored.original.url == edited.url
        if !isSamePage { edited.url = try WebAddress.entered(edited.url).text }
        try opened.controller.edit(
            id: id, from: stored.original, to: edited, evenIfThere: isSamePage)
        return nil
    }

    @Sendable func delete(_ visit: Visit, _ form: FormFields) async throws -> Response {
        try await blocking {
            _ = try await library.use(as: visit.session) {
                try $0.controller.delete(ids: [visit.id])
            }
        }
        return PageFrame.redirect(to: ListPlace(form).path(done: "deleted"))
    }

    /// Undoes the step that the person saw, but no step that came since.
    @Sendable func undo(_ visit: Visit, _ form: FormFields) async throws -> Response {
        let wanted = form.value("step").flatMap { Int64($0) }
        let isUndone = try await blocking {
            try await library.use(as: visit.session) { opened in
                guard opened.controller.nextUndoStep?.number == wanted else { return false }
                return try opened.controller.undo() != nil
            }
        }
        return PageFrame.redirect(
            to: ListPlace(form).path(done: isUndone ? "undone" : "overtaken"))
    }
}
