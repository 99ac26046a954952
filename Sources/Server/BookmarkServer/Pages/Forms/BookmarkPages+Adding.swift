import BookmarkLibrary
import Bookmarks
import HTTPService
import HTTPTypes
import Hummingbird
import Interchange

extension BookmarkPages {
    @Sendable func addPage(_ visit: Visit) async throws -> Response {
        let draft = BookmarkDraft(
            name: visit.parameter("name"), url: visit.parameter("url"),
            tags: Tags.parsed(visit.parameter("tags")), notes: visit.parameter("notes"),
            description: visit.parameter("description"), folder: visit.parameter("folder"))
        let known = try await known(draft.url, visit)
        return try await addForm(
            draft, visit, message: known, evenIfThere: known != nil, status: .ok)
    }

    private func addForm(
        _ draft: BookmarkDraft, _ visit: Visit, message: HTML?, evenIfThere: Bool = false,
        status: HTTPResponse.Status = .badRequest
    ) async throws -> Response {
        let again: HTML =
            evenIfThere
            ? """
            <label class="check"><input type="checkbox" name="again" value="1"> Add it again</label>
            """ : ""
        let fields = Self.fields(of: draft, isNew: true, try await labelNames(visit))
        return PageFrame(
            title: "Add a bookmark", message: message,
            content: """
                <form class="fields" method="post" action="/add">
                \(visit.hidden)\(fields)\(again)
                <p><button>Add</button></p>
                </form>
                """
        ).response(status)
    }

    /// Shows the form again, with the texts that the person typed.
    @Sendable func addAgain(
        _ visit: Visit, _ form: FormFields, _ why: FormAgain
    ) async throws -> Response {
        try await addForm(
            Self.draft(form, BookmarkDraft()), visit, message: why.message("added", "Add"),
            evenIfThere: form.value("again") != nil,
            status: why == .loggedIn ? .ok : .forbidden)
    }

    @Sendable func add(_ visit: Visit, _ form: FormFields) async throws -> Response {
        var draft = Self.draft(form, BookmarkDraft())
        if draft.name.isEmpty, let page = await titles.summary(draft.url) {
            draft.name = page.title
            if draft.description.isEmpty { draft.description = page.description }
        }
        let typed = draft
        let isAgain = form.value("again") == "1"
        do {
            _ = try await blocking {
                try await library.use(as: visit.session) { opened in
                    var draft = typed
                    draft.url = try WebAddress.entered(typed.url).text
                    return try opened.controller.add(draft, evenIfThere: isAgain)
                }
            }
        } catch BookmarkError.duplicate {
            return try await addForm(
                draft, visit, message: try await known(draft.url, visit), evenIfThere: true)
        } catch let error as WebAddressError {
            return try await addForm(draft, visit, message: "\(.text(error.message))")
        } catch let error as DraftError {
            return try await addForm(draft, visit, message: "\(.text(error.message))")
        }
        if visit.token.scope == .add {
            return PageFrame(
                title: "Added",
                content: "<p>“\(.text(draft.name.isEmpty ? draft.url : draft.name))”</p>"
            ).response()
        }
        return PageFrame.redirect(to: ListPlace().path(done: "added"))
    }

    /// Describes the bookmark of a page; `nil` if the page has none.
    private func known(_ url: String, _ visit: Visit) async throws -> HTML? {
        let found = try await blocking {
            try await library.use { opened -> Bookmark? in
                guard !url.isEmpty, let address = try? WebAddress.interpreting(url) else {
                    return nil
                }
                return try opened.home.catalog.rows(pageKey: address.pageKey).first
                    .flatMap { try opened.controller.bookmark(id: $0.id) }
            }
        }
        guard let found else { return nil }
        // A token that only adds learns whether a URL is there, and nothing else.
        if visit.token.scope == .add {
            return "You already have this page. To keep both, tick “Add it again”."
        }
        let canEdit = visit.token.scope == .write
        let name: HTML =
            canEdit
            ? "<a href=\"/edit/\(found.id)\">\(.text(found.title))</a>"
            : "“\(.text(found.title))”"
        var facts = ["added \(Self.day(found.added))"]
        if !found.folder.isEmpty { facts.append("in \(found.folder)/") }
        if !found.tags.isEmpty { facts.append(found.tags.map { "#" + $0 }.joined(separator: " ")) }
        if found.isArchived { facts.append("archived") }
        let edit: HTML =
            canEdit ? " To change it: <a href=\"/edit/\(found.id)\">Edit</a>." : ""
        return """
            You already have this page: \(name), \(.text(facts.joined(separator: ", "))).\(edit) \
            To keep both, tick “Add it again”.
            """
    }
}
