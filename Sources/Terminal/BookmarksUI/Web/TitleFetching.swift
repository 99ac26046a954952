import Bookmarks
import KeyValueStore
import Screen

/// The titles of pages, fetched for bookmarks that are added without a name.
public struct TitleFetching: Activity {
    /// Whether to fetch the title after the address of a new bookmark was typed.
    public var isOn = false
    /// Whether the settings decide that.
    public var isDecided = true
    /// Whether the person was already offered to have titles fetched, in this list or before.
    public var wasOffered = false
    /// The latest added bookmarks, if they have no names.
    private var untitled: [String] = []
    /// The bookmarks whose titles are being fetched, by address.
    private var awaited: [String: String] = [:]
    /// The bookmarks whose titles are fetched next.
    private var waiting: [String] = []
    /// The number of pages to fetch at once.
    private static let atOnce = 4

    mutating func respond(to answer: PageAnswer, _ view: ShellView) -> [PageCommand] {
        guard let page = answer.answer(of: FetchPage.self)?.answer,
            let id = awaited.removeValue(forKey: page.url)
        else { return [] }
        return [command(giving: id, page, view)].compactMap(\.self) + fetchNext(view)
    }

    /// Follows bookmarks that were added without names, and fetches their titles if that is on.
    mutating func follow(_ ids: [String], _ view: ShellView) -> [PageCommand] {
        untitled = ids.filter { view.list.row(id: $0).map(Self.canHaveTitle) ?? false }
        return isOn && view.sync.phase != .offline ? fetchUntitled(view) : []
    }

    /// Follows a bookmark that was added. One that was saved without a name in a form waits for
    /// its title.
    mutating func follow(_ id: String, savedBy form: Form?, _ view: ShellView) -> [PageCommand] {
        untitled = []
        guard let form, form.draft.name.isEmpty else { return [] }
        untitled = [id]
        if form.id != nil { return [] }
        if let page = form.late { return [command(giving: id, page, view)].compactMap(\.self) }
        let url = form.editor(of: .url).text.trimmed
        if form.fetching == url { awaited[url] = id }
        return []
    }

    /// Puts the title of a page into a bookmark, or says why there is none.
    private func command(
        giving id: String, _ page: FetchedPage, _ view: ShellView
    ) -> PageCommand? {
        if page.problem == nil, !page.title.isEmpty { return .edit(TakeTitle(page, of: id)) }
        // A bookmark that has a name by now needs no title.
        guard let row = view.list.row(id: id), !row.isDeleted, row.name.isEmpty,
            page.isPage(at: row.url)
        else { return nil }
        let words = page.problem.map { "The title was not fetched: \($0)" }
        return .announce(.warning, words ?? "The page has no title")
    }

    /// Whether to offer to fetch titles now that a form was saved: once, where a page may have one
    /// and the settings say nothing. The message waits for no answer, so it does not interrupt.
    func isOffered(for form: Form, _ view: ShellView) -> Bool {
        form.id == nil && form.draft.name.isEmpty && form.askedPage.isEmpty
            && Self.isOnWeb(form.draft.url) && canOffer(view)
    }

    /// The same for several that were added at once.
    func isOffered(for ids: [String], _ view: ShellView) -> Bool {
        canOffer(view)
            && ids.contains { view.list.row(id: $0).map(Self.canHaveTitle) ?? false }
    }

    private func canOffer(_ view: ShellView) -> Bool {
        !isDecided && !wasOffered && view.sync.phase != .offline
            && view.keys.name(of: .toggleTitles, in: view.context) != nil
    }

    private static func isOnWeb(_ url: String) -> Bool {
        ["http", "https"].contains(WebAddress(stored: url).scheme)
    }

    private static func canHaveTitle(_ row: BookmarkRow) -> Bool {
        !row.isDeleted && row.name.isEmpty && isOnWeb(row.url)
    }

    private mutating func fetchUntitled(_ view: ShellView) -> [PageCommand] {
        waiting += untitled
        untitled = []
        return fetchNext(view)
    }

    private mutating func fetchNext(_ view: ShellView) -> [PageCommand] {
        if view.sync.phase == .offline { waiting = [] }
        var commands: [PageCommand] = []
        while awaited.count < Self.atOnce, !waiting.isEmpty {
            // A bookmark that was named in the meantime keeps its name.
            guard let row = view.list.row(id: waiting.removeFirst()), Self.canHaveTitle(row),
                awaited[row.url] == nil
            else { continue }
            awaited[row.url] = row.id
            commands.append(.request(FetchPage(url: row.url)))
        }
        return commands
    }

    /// Fetches titles from now on, or stops that. The bookmarks that were added last get theirs at
    /// once.
    mutating func toggle(_ view: ShellView) -> [PageCommand] {
        isOn.toggle()
        isDecided = true
        let what = isOn ? "Titles are fetched from now on" : "Titles are no longer fetched"
        let commands: [PageCommand] = [
            .say(
                .info, view.text(what, .toggleTitles, to: isOn ? "stop that" : "fetch them again")),
            .edit(ChangeSetting("fetch-titles", to: isOn ? "on" : "off", isTold: true)),
        ]
        if !isOn { waiting = [] }
        return isOn && view.sync.phase != .offline ? commands + fetchUntitled(view) : commands
    }
}
