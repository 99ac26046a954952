public import Bookmarks
public import KeyValueStore
public import Screen

/// The whole state of the screen, as a value.
///
/// The list itself belongs to the controller and is lent with every call, so that a list of 100,000
/// bookmarks is never copied. It reads no clock and never waits: the time arrives as
/// ``Event/tick(_:)``, and actions leave as ``Effect``s.
public struct ScreenState: Sendable {
    /// The frame around the list.
    public var shell: Shell
    /// The place of the person in the list, and what its rows show.
    public var listView = ListView() {
        didSet { shell.selectedID = listView.selection.id }
    }
    /// The number of bookmarks to pick, if the list is for picking: see ``beginPicking(_:in:)``.
    public internal(set) var picking: Picking?

    /// The saved searches, for `@name` in a filter.
    public internal(set) var searches = SavedSearches()
    /// The background work.
    public var activities = Activities()
    /// The running edit of many bookmarks; `nil` if there is none.
    public internal(set) var ongoing: OngoingEdit?
    /// The bookmarks whose remote deletion the person accepted here; it needs no message.
    var accepted: Set<String> = []
    /// Whether the library is empty.
    var isNew = true
    /// Whether there were bookmarks before, which may now be in the trash.
    public var hadBookmarks = false
    var sidebar = Sidebar()
    var preview = Preview()
    var seen = SeenLibrary()
    /// The renames that the filter followed, until it is another one.
    var renames: [FollowedRename] = []

    /// Makes the screen with the list in front and nothing selected. Send ``Event/listChanged``
    /// when there is a list.
    ///
    /// - Parameter log: the earlier messages, if this screen follows another one.
    public init(
        size: Size, measure: TextMeasure = .standard, symbols: Symbols = .unicode,
        sync: SyncState = SyncState(), now: Double = 0, utcOffset: Int = 0, log: [Message] = []
    ) {
        shell = Shell(
            size: size, measure: measure, symbols: symbols, sync: sync, now: now,
            utcOffset: utcOffset, log: log)
    }
}

/// The state of the library that the panes show, to notice a newer one.
struct SeenLibrary: Sendable, Hashable {
    /// The revision of the list.
    var revision = 0
    /// Whether anything else changed, such as documents.
    var isStale = false
}
