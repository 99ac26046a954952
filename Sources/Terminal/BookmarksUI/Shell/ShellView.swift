import Bookmarks
import KeyValueStore
import Screen

/// The state that a page may see: the terminal, the settings, and the current library. It does not
/// see other pages.
struct ShellView: KeyHints, Sendable {
    let size: Size
    let measure: TextMeasure
    let symbols: Symbols
    let keys: KeyMap
    /// The context of the next key.
    let context: ActionContext
    /// The current time, in seconds since 1970; the difference of local time from UTC follows.
    let now: Double
    let utcOffset: Int
    let sync: SyncState
    /// The list, which the controller lends.
    let list: BookmarkList
    let searches: SavedSearches
    /// The bookmark for an action, if any.
    let target: String?
    /// Whether to fetch the title after the address of a new bookmark was typed.
    let fetchesTitles: Bool
    /// The number of bookmarks to pick, if any.
    let picking: Picking?
    /// The changes of settings that undo and redo reverse.
    let settingHistory: SettingHistory
    /// The requests that failed.
    let failedRequests: Set<AnyPageRequest>
    /// The latest messages, oldest first.
    let log: [Message]
    /// The layout of the list, which the page may cover.
    let listLayout: Layout
    /// The number of screen rows for the page.
    let rows: Int

    /// The clock for dates in a query.
    var queryClock: QueryClock { QueryClock(now: now, utcOffset: utcOffset) }

    func keyName(_ id: ActionID) -> String? {
        keys.name(of: id, in: context) ?? keys.name(of: id)
    }
}

extension Page {
    /// Returns the text of the page while it has no contents: they are loading, or a request for
    /// them failed.
    func waitingText(in view: ShellView) -> String {
        let isFailed = requests.contains {
            view.failedRequests.contains(AnyPageRequest(request: $0))
        }
        let text =
            isFailed
            ? "This cannot be loaded; a message says why." : "Loading" + view.symbols.ellipsis
        let key = view.keys.name(of: .back, in: view.context)
        return text + (key.map { " Press \($0) to go back." } ?? "")
    }
}

extension ScreenState {
    /// Returns the view of the current state for pages.
    ///
    /// - Parameter layout: the layout of the page; `nil` for the page in front.
    func view(_ list: BookmarkList, _ layout: Layout? = nil) -> ShellView {
        let layout = layout ?? self.shell.layout
        return ShellView(
            size: layout.size, measure: shell.measure, symbols: shell.symbols, keys: shell.keys,
            context: shell.context,
            now: shell.now, utcOffset: shell.utcOffset, sync: shell.sync, list: list,
            searches: searches,
            target: target(list), fetchesTitles: activities.titles.isOn, picking: picking,
            settingHistory: shell.settingHistory, failedRequests: shell.failedRequests,
            log: shell.log, listLayout: shell.listLayout, rows: layout.text.count)
    }
}
