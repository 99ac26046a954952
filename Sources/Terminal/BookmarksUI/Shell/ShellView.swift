import Bookmarks
import KeyValueStore
import Screen

/// The state that a page may see: the terminal, the settings, and the present library. It does not
/// see other pages.
struct ShellView: KeyHints, Sendable {
    let size: Size
    let measure: TextMeasure
    let symbols: Symbols
    let keys: KeyMap
    /// Where the next key is pressed.
    let context: ActionContext
    /// Now, in seconds since 1970, and how far local time is ahead of UTC.
    let now: Double
    let utcOffset: Int
    let sync: SyncState
    /// The list, which the controller lends.
    let list: BookmarkList
    let searches: SavedSearches
    /// The bookmark that an action is about, if there is one.
    let target: String?
    /// Whether the title of a page is fetched when its address was typed for a new bookmark.
    let fetchesTitles: Bool
    /// How many bookmarks to pick, if any.
    let picking: Picking?
    /// The latest messages, oldest first.
    let log: [Message]
    /// The layout of the list, which the page may cover.
    let listLayout: Layout
    /// How many rows of the screen a page has.
    let rows: Int

    /// The clock for dates in a query.
    var queryClock: QueryClock { QueryClock(now: now, utcOffset: utcOffset) }

    func keyName(_ id: ActionID) -> String? {
        keys.name(of: id, in: context) ?? keys.name(of: id)
    }
}

extension ScreenState {
    /// The view of the present state for pages.
    ///
    /// - Parameter layout: that of the page; `nil` for that of the one in front.
    func view(_ list: BookmarkList, _ layout: Layout? = nil) -> ShellView {
        let layout = layout ?? self.layout
        return ShellView(
            size: layout.size, measure: measure, symbols: symbols, keys: keys, context: context,
            now: now, utcOffset: utcOffset, sync: sync, list: list, searches: searches,
            target: target(list), fetchesTitles: activities.titles.isOn, picking: picking, log: log,
            listLayout: listLayout, rows: layout.text.count)
    }
}
