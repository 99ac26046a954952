import Bookmarks
import KeyValueStore
import Screen

extension ScreenState {
    /// Whether to offer to fetch titles now that a form was saved: once, where a page may have one
    /// and the settings say nothing. The message waits for no answer, so it does not interrupt.
    func offersTitles(for form: Form) -> Bool {
        guard form.id == nil, form.draft.name.isEmpty, form.askedPage.isEmpty,
            !web.areTitlesDecided, !web.hasOfferedTitles, sync.phase != .offline
        else { return false }
        let scheme = WebAddress(stored: form.draft.url).scheme
        return (scheme == "http" || scheme == "https")
            && keys.name(of: .toggleTitles, in: context) != nil
    }

    /// Fetches titles from now on, or stops that. The bookmark that was added last gets its title
    /// at once.
    mutating func toggleTitles(_ list: BookmarkList) -> [Effect] {
        web.fetchesTitles.toggle()
        web.areTitlesDecided = true
        let isOn = web.fetchesTitles
        let change = Effect.send(
            ChangeSetting("fetch-titles", to: isOn ? "on" : "off", isTold: true))
        let what = isOn ? "Titles are fetched from now on" : "Titles are no longer fetched"
        say(.info, text(what, .toggleTitles, to: isOn ? "stop that" : "fetch them again"))
        guard isOn, sync.phase != .offline, let id = web.untitled, let row = list.row(id: id),
            !row.isDeleted, row.name.isEmpty
        else { return [change] }
        web.untitled = nil
        web.awaitedTitles[row.url] = id
        return [change, .send(FetchPage(url: row.url))]
    }
}
