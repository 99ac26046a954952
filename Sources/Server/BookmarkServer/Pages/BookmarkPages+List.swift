import BookmarkLibrary
import Bookmarks
import DeviceStore
import HTTPService
import HTTPTypes
import Hummingbird
import Replication

extension BookmarkPages {
    /// The number of bookmarks on a page.
    private static let pageSize = 50

    /// A bookmark of the list, with all its fields.
    private struct Shown: Sendable {
        var bookmark: Bookmark
        var isOpenable: Bool
        /// Whether the bookmark is in the trash.
        var isDeleted: Bool
    }

    /// The content of the list.
    private struct Found: Sendable {
        var shown: [Shown] = []
        var count = 0
        /// The place of this part in the list.
        var place: ListPlace
        /// The reason why the query cannot be answered.
        var problem: String?
        var nextUndo: KeptStep?
    }

    @Sendable func list(_ visit: Visit) async throws -> Response {
        let place = ListPlace(FormFields(of: visit.request))
        let text = place.query
        let found = try await blocking { try await library.use { try Self.find(place, $0) } }
        return PageFrame(
            title: "Bookmarks", message: try await message(visit, found),
            content: """
                <form class="search" role="search" action="/">
                <input type="search" name="q" value="\(text)" aria-label="Search bookmarks" \
                placeholder="Search: words, #tag, site:…, is:unread" autocomplete="off">
                <button>Search</button>
                </form>
                \(Self.summary(found, text))
                <ul class="bookmarks">
                \(found.shown.map { Self.item($0, visit, found.place) })
                </ul>
                \(Self.neighbours(found))
                """
        ).response()
    }

    private static func find(_ place: ListPlace, _ opened: OpenedLibrary) throws -> Found {
        var found = Found(place: place)
        found.nextUndo = opened.controller.nextUndoStep
        let query: Query
        do {
            let searches = try opened.home.preferences.current().searches
            let clock = QueryClock(now: Double(DeviceStore.milliseconds()) / 1000)
            query = try Query(place.query, at: clock, searches: searches)
        } catch let error as QueryError {
            found.problem = error.message
            return found
        }
        let rows: [BookmarkRow]
        do { rows = try Self.rows(query, opened) } catch let error as CostlyExpression {
            found.problem = "\(error)"
            return found
        }
        found.count = rows.count
        // The last bookmark of the last page may be gone by now.
        let last = max(0, rows.count - 1) / pageSize * pageSize
        if place.offset >= rows.count { found.place.offset = last }
        let part = rows.dropFirst(found.place.offset).prefix(pageSize)
        let details = try opened.home.catalog.details(ofIDs: part.map(\.id))
        found.shown = part.map { row in
            Shown(
                bookmark: Bookmark(row, details[row.id] ?? BookmarkDetails()),
                isOpenable: WebAddress(stored: row.url).isOpenable,
                isDeleted: row.isDeleted)
        }
        return found
    }

    private static func rows(_ query: Query, _ opened: OpenedLibrary) throws -> [BookmarkRow] {
        guard query.documentTerms.isEmpty, !query.asksForDeleted else {
            // Only the catalog can search documents.
            return try opened.home.catalog.rows(matching: query, sortedBy: .standard)
        }
        try opened.controller.filter(query)
        let list = opened.controller.list
        return (0..<list.count).map { list[$0] }
    }

    /// Returns the message about the form that led here, with a button that undoes its change.
    private func message(_ visit: Visit, _ found: Found) async throws -> HTML? {
        let done = visit.parameter("done")
        if done == "undone" { return "Undone." }
        if done == "overtaken" {
            return "Something else was done since, so nothing was undone."
        }
        guard !done.isEmpty, let step = found.nextUndo, visit.token.scope == .write else {
            return nil
        }
        return """
            \(.text("\(step.title).")) <form method="post" action="/undo">\(visit.hidden)\
            \(found.place.hidden)<input type="hidden" name="step" value="\(Int(step.number))">\
            <button class="quiet">Undo</button></form>
            """
    }

    private static func summary(_ found: Found, _ text: String) -> HTML {
        if let problem = found.problem {
            return "<p class=\"bad\" role=\"alert\">\(.text(problem))</p>"
        }
        if found.count == 0 {
            return text.isEmpty
                ? "<p>There are no bookmarks yet. <a href=\"/add\">Add one</a>.</p>"
                : "<p>Nothing matches. <a href=\"/\">Show all bookmarks</a>.</p>"
        }
        return "<p class=\"hint\">\(counted(found.count, "bookmark"))</p>"
    }

    private static func item(_ shown: Shown, _ visit: Visit, _ place: ListPlace) -> HTML {
        let bookmark = shown.bookmark
        let name: HTML =
            shown.isOpenable
            ? """
            <a class="name" href="\(bookmark.url)" rel="noreferrer">\(.text(bookmark.title))</a>
            """
            : "<span class=\"name\">\(.text(bookmark.title))</span>"
        let unread: HTML = bookmark.isUnread ? " <span class=\"hint\">(unread)</span>" : ""
        let description: HTML =
            bookmark.description.isEmpty ? "" : "<div>\(.text(bookmark.description))</div>"
        let actions: HTML =
            visit.token.scope == .write && !shown.isDeleted
            ? """
            <form class="actions" method="post" action="/delete/\(bookmark.id)">\(visit.hidden)\
            \(place.hidden)<a href="/edit/\(bookmark.id)\(place.suffix)" \
            aria-label="Edit \(bookmark.title)">Edit</a>\
            <button class="quiet" aria-label="Delete \(bookmark.title)">Delete</button></form>
            """ : ""
        return """
            <li>\(name)\(unread)
            <div class="facts">\(facts(bookmark))</div>
            \(description)\(actions)</li>

            """
    }

    private static func facts(_ bookmark: Bookmark) -> HTML {
        let host: HTML = "\(.text(URLReference(bookmark.url).authority ?? bookmark.url)) · "
        let tags = bookmark.tags.map { tag -> HTML in
            " <a href=\"/?q=\(search("tag", tag))\">#\(.text(tag))</a>"
        }
        let folder: HTML =
            bookmark.folder.isEmpty
            ? ""
            : """
             <a href="/?q=\(search("in", bookmark.folder))">\(.text(bookmark.folder + "/"))</a>
            """
        return "\(host)<time>\(day(bookmark.added))</time>\(tags)\(folder)"
    }

    /// Returns the day of a time, such as `2026-11-26`.
    static func day(_ moment: Double) -> String {
        let time = CalendarTime(moment)
        let rest = [time.month, time.day].map { $0 < 10 ? "-0\($0)" : "-\($0)" }
        return "\(time.year)\(rest.joined())"
    }

    /// Returns a search for the value of a field, as a part of an address.
    private static func search(_ field: String, _ value: String) -> String {
        let phrase = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return encoded("\(field):\"\(phrase)\"")
    }

    private static func neighbours(_ found: Found) -> HTML {
        let offset = found.place.offset
        func link(_ offset: Int, _ name: String) -> HTML {
            let place = ListPlace(query: found.place.query, offset: offset)
            return "<a href=\"\(place.path())\">\(name)</a>"
        }
        var links: [HTML] = []
        if offset > 0 { links.append(link(max(0, offset - pageSize), "Newer")) }
        if offset + pageSize < found.count { links.append(link(offset + pageSize, "Older")) }
        return links.isEmpty ? "" : "<nav class=\"pages\" aria-label=\"Pages\">\(links)</nav>"
    }

    // MARK: Tags and folders

    @Sendable func labels(_ visit: Visit) async throws -> Response {
        let (tags, folders) = try await blocking {
            try await library.use { opened in
                (
                    try opened.controller.tagCounts(),
                    try opened.home.catalog.folders(withArchived: false).filter { !$0.key.isEmpty }
                        .sorted { $0.key < $1.key }.map { (path: $0.key, count: $0.value) }
                )
            }
        }
        func section(_ title: String, _ items: [HTML]) -> HTML {
            items.isEmpty
                ? "<h2>\(title)</h2><p>None yet.</p>"
                : "<h2>\(title)</h2><ul class=\"labels\">\(items)</ul>"
        }
        let tagItems = tags.map { tag -> HTML in
            """
            <li><a href="/?q=\(Self.search("tag", tag.name))">#\(.text(tag.name))</a> \
            <span class="hint">\(tag.count)</span></li>
            """
        }
        let folderItems = folders.map { path, count -> HTML in
            """
            <li><a href="/?q=\(Self.search("in", path))">\(.text(path))</a> \
            <span class="hint">\(count)</span></li>
            """
        }
        return PageFrame(
            title: "Tags and folders",
            content: section("Tags", tagItems) + section("Folders", folderItems)
        ).response()
    }

    // MARK: The button

    /// Returns the page with the bookmarklet: a button for the browser that adds the current page.
    @Sendable func button(_ visit: Visit) async throws -> Response {
        let host = visit.request.head.authority ?? ""
        let place = "\(visit.request.isOverTLS(isSecure) ? "https" : "http")://\(host)"
        let script =
            "javascript:(()=>{const e=t=>encodeURIComponent(t.slice(0,400));"
            + "open('\(place)/add?url='+encodeURIComponent(location.href)+'&name='"
            + "+e(document.title)+'&description='+e((document.querySelector("
            + "'meta[name=description]')||{}).content||''),'_blank','noopener')})()"
        return PageFrame(
            title: "Browser button",
            content: """
                <p>Drag this link to the bookmarks bar of your browser:</p>
                <p><a class="handle" href="\(script)">Add to Cloudy</a></p>
                <p>It does nothing here. On any other page, click it in the bookmarks bar: a new \
                tab opens with the address, the title and the description of that page. Press Add \
                there.</p>
                <h2>This browser</h2>
                <p>It is logged in with the token “\(.text(visit.token.name))”.</p>
                <form method="post" action="/logout">\(visit.hidden)<button>Log out</button></form>
                """
        ).response()
    }
}
