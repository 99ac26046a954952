import Bookmarks
import KeyValueStore
import Screen

/// The titles of pages, fetched for bookmarks that are added without a name.
public struct TitleFetching: Activity {
    /// Whether the title of a page is fetched when its address was typed for a new bookmark.
    public var isOn = false
    /// Whether the settings say so, or the opposite.
    public var isDecided = true
    /// Whether it was offered to fetch titles from now on, in this list or before.
    public var wasOffered = false
    /// The bookmark that was added last without a name.
    private var untitled: String?
    /// The bookmarks that were saved without a name while their titles were fetched, by address.
    private var awaited: [String: String] = [:]

    mutating func take(_ answer: PageAnswer, _ view: ShellView) -> [PageCommand] {
        guard let page = answer.answer(of: FetchPage.self)?.answer,
            let id = awaited.removeValue(forKey: page.url)
        else { return [] }
        return [command(giving: id, page, view)].compactMap(\.self)
    }

    /// Follows a bookmark that was added. One that was saved without a name in a form waits for
    /// its title.
    mutating func follow(_ id: String, savedBy form: Form?, _ view: ShellView) -> [PageCommand] {
        untitled = nil
        guard let form, form.draft.name.isEmpty else { return [] }
        untitled = id
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
        guard form.id == nil, form.draft.name.isEmpty, form.askedPage.isEmpty,
            !isDecided, !wasOffered, view.sync.phase != .offline
        else { return false }
        let scheme = WebAddress(stored: form.draft.url).scheme
        return (scheme == "http" || scheme == "https")
            && view.keys.name(of: .toggleTitles, in: view.context) != nil
    }

    /// Fetches titles from now on, or stops that. The bookmark that was added last gets its title
    /// at once.
    mutating func toggle(_ view: ShellView) -> [PageCommand] {
        isOn.toggle()
        isDecided = true
        let what = isOn ? "Titles are fetched from now on" : "Titles are no longer fetched"
        let commands: [PageCommand] = [
            .say(
                .info, view.text(what, .toggleTitles, to: isOn ? "stop that" : "fetch them again")),
            .edit(ChangeSetting("fetch-titles", to: isOn ? "on" : "off", isTold: true)),
        ]
        guard isOn, view.sync.phase != .offline, let id = untitled, let row = view.list.row(id: id),
            !row.isDeleted, row.name.isEmpty
        else { return commands }
        untitled = nil
        awaited[row.url] = id
        return commands + [.request(FetchPage(url: row.url))]
    }
}
