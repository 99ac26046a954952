import BookmarkLibrary
import Bookmarks
import Hummingbird
import Interchange

extension LinkdingRoutes {
    func addBookmarks(to group: RouterGroup<ServedContext>) {
        add(
            "bookmarks", to: group,
            [
                Call(.get, .read) { try await list($0, $1, isArchived: false) },
                Call(.post, .add) { try await post($0, $1) },
            ])
        add(
            "bookmarks/archived", to: group,
            [
                Call(.get, .read) { try await list($0, $1, isArchived: true) }
            ])
        // Cloudy shares no bookmarks with other people.
        add(
            "bookmarks/shared", to: group,
            [
                Call(.get, .read) { request, _ in
                    LinkdingListAnswer(request, isSecure: isSecure).response(
                        results: [], count: 0)
                }
            ])
        add(
            "bookmarks/check", to: group,
            [Call(.get, .read, .add) { try await check($0, $1) }]
        )
        add(
            "bookmarks/:id", to: group,
            [
                Call(.get, .read) { _, context in
                    let number = try context.number("id")
                    return .json(try await use(context) { try $0.json($0.bookmark(number)) })
                },
                Call(.put, .write) { try await change($0, $1, isWhole: true) },
                Call(.patch, .write) { try await change($0, $1, isWhole: false) },
                Call(.delete, .write) { _, context in
                    let number = try context.number("id")
                    try await use(context) { try $0.delete(number) }
                    return Response(status: .noContent)
                },
            ])
        for (name, isArchived) in [("archive", true), ("unarchive", false)] {
            add(
                RouterPath("bookmarks/:id/\(name)"), to: group,
                [
                    Call(.post, .write) { _, context in
                        let number = try context.number("id")
                        try await use(context) { try $0.setArchived(isArchived, number) }
                        return Response(status: .noContent)
                    }
                ])
        }
    }

    private func list(
        _ request: Request, _ context: ServedContext, isArchived: Bool
    ) async throws -> Response {
        let answer = LinkdingListAnswer(request, isSecure: isSecure)
        let parameters = FormFields(of: request)
        let page = answer.page
        let bundleNumber = parameters.value("bundle").flatMap { Int($0) }
        let text = parameters.value("q") ?? ""
        let unread = parameters.value("unread")
        // No bookmark is shared, so none of them matches.
        if parameters.value("shared") == "yes" { return answer.response(results: [], count: 0) }
        let sort = parameters.value("sort").flatMap { LinkdingListRequest.Sort(rawValue: $0) }
        let since = (
            added: parameters.value("added_since").flatMap { LinkdingDate.time($0) },
            modified: parameters.value("modified_since").flatMap { LinkdingDate.time($0) }
        )
        let (results, count) = try await use(context) { library in
            var listRequest = LinkdingListRequest()
            let bundle = bundleNumber.flatMap { try? library.bundle($0) }
            if let bundle { listRequest.filter = bundle.filter }
            listRequest.filter.text = text
            listRequest.filter.isArchived = isArchived
            if let unread, ["yes", "no"].contains(unread) {
                listRequest.filter.isUnread = unread == "yes"
            }
            listRequest.sort = sort ?? .addedDescending
            (listRequest.addedSince, listRequest.modifiedSince) = (since.added, since.modified)
            listRequest.page = page
            return try library.list(listRequest)
        }
        return answer.response(results: results, count: count)
    }

    private func post(_ request: Request, _ context: ServedContext) async throws -> Response {
        var draft = try await LinkdingDraft(input(request, context), isWhole: true)
        let parameters = FormFields(of: request)
        let isScraping = parameters.value("disable_scraping") == nil
        let lacksText = (draft.title ?? "").isEmpty || (draft.description ?? "").isEmpty
        let url = draft.url ?? ""
        if isScraping, lacksText, try await use(context, { try $0.bookmark(at: url) == nil }),
            let page = await titles.summary(url)
        {
            if (draft.title ?? "").isEmpty { draft.title = String(page.title.prefix(512)) }
            if (draft.description ?? "").isEmpty { draft.description = page.description }
        }
        let typed = draft
        let mayChange = context.token?.scope == .write
        return .json(
            try await use(context) { library in
                if !mayChange, try library.bookmark(at: url) != nil {
                    throw LinkdingError(
                        .forbidden,
                        detail: "This bookmark exists already, and the token may only add others.")
                }
                return try library.json(library.post(typed))
            }, status: .created)
    }

    private func change(
        _ request: Request, _ context: ServedContext, isWhole: Bool
    ) async throws -> Response {
        let number = try context.number("id")
        // An unknown bookmark is reported before problems with the fields.
        _ = try await use(context) { try $0.bookmark(number) }
        let draft = try await LinkdingDraft(input(request, context), isWhole: isWhole)
        return .json(
            try await use(context) { library in
                try library.json(library.change(library.bookmark(number), draft))
            })
    }

    /// Returns the facts about an address: its bookmark, and the title and description of its page.
    private func check(
        _ request: Request, _ context: ServedContext
    ) async throws -> Response {
        let url = FormFields(of: request).value("url")
        let mayRead = context.token?.scope != .add
        let there = try await use(context) { library in
            try url.flatMap { try library.bookmark(at: $0) }.map { found in
                // A token that only adds learns whether an address is there, and nothing else.
                try library.json(
                    mayRead
                        ? found : Bookmark(id: found.id, name: "", url: url ?? "", added: 0))
            }
        }
        let page = if let url { await titles.summary(url) } else { PageSummary?.none }
        func text(_ text: String?) -> JSONValue {
            text.flatMap { $0.isEmpty ? nil : .string($0) } ?? .null
        }
        return .json([
            "bookmark": there ?? .null, "auto_tags": [],
            "metadata": [
                "url": url.map { .string($0) } ?? .null, "title": text(page?.title),
                "description": text(page?.description), "preview_image": nil,
            ],
        ])
    }
}

/// The answer to a call for a list: a page of it, and the addresses of the pages before and after
/// it.
struct LinkdingListAnswer: Sendable {
    let request: Request
    let page: LinkdingPage
    private let isSecure: Bool

    init(_ request: Request, isSecure: Bool) {
        self.request = request
        self.isSecure = isSecure
        let parameters = FormFields(of: request)
        let limit = parameters.count("limit") ?? 0
        page = LinkdingPage(
            limit: limit == 0 ? 100 : limit, offset: parameters.count("offset") ?? 0)
    }

    func response(results: [JSONValue], count: Int) -> Response {
        let next = page.offset + page.limit
        return .json([
            "count": .integer(count),
            "next": next < count ? .string(address(offset: next)) : .null,
            "previous": page.offset > 0
                ? .string(address(offset: max(0, page.offset - page.limit))) : .null,
            "results": .array(results),
        ])
    }

    /// Returns the address of another page, with the host that the client used.
    private func address(offset: Int) -> String {
        let scheme = request.isOverTLS(isSecure) ? "https" : "http"
        let host = request.head.authority ?? "localhost"
        var parameters = (request.uri.query ?? "").split(separator: "&").filter {
            !$0.hasPrefix("offset=") && !$0.hasPrefix("limit=") && $0 != "offset" && $0 != "limit"
        }.map(String.init)
        parameters.insert("limit=\(page.limit)", at: 0)
        if offset > 0 { parameters.append("offset=\(offset)") }
        return "\(scheme)://\(host)\(request.uri.path)?\(parameters.joined(separator: "&"))"
    }
}
