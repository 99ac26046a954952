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
    /// The columns of the list.
    public var columns = ListColumn.standard
    /// The number of bookmarks to pick, if the list is for picking: see ``beginPicking(_:in:)``.
    public internal(set) var picking: Picking?

    /// The selected bookmark and its place.
    public internal(set) var selection = Selection() {
        didSet { shell.selectedID = selection.id }
    }
    /// The marked bookmarks.
    public internal(set) var marks = Marks()
    /// The device that changed each bookmark, by id, until Esc or an edit made here.
    public internal(set) var remoteChanges: [String: String] = [:]
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
    /// The matches of the filter in notes and other hidden parts of the visible bookmarks.
    var found = FoundParts()
    var seen = SeenList()
    /// The renames that the filter followed, until it is another one.
    var renames: [FollowedRename] = []
    /// The probable meaning of the query, and the names of tags and folders to compare it with.
    var queryNames = QueryNames()
    /// The bookmarks with a saved page, a note or a file.
    var saved: Set<String> = []
    /// The bookmarks with a saved page.
    var savedPages: Set<String> = []
    /// Whether the selected bookmark is moving through the list.
    var isMoving = false

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

    /// The maximum number of marked rows; rows of later changes get no mark.
    static let remoteChangesLimit = 10_000
}

/// The list at the last event, to notice what has changed.
struct SeenList: Sendable, Hashable {
    var query = ""
    /// The revision that the panes show.
    var revision = 0
    /// Whether anything else changed that the panes show, such as documents.
    var isStale = false
    /// `BookmarkList.departures`.
    var departures = 0
}

/// The selected row of the list, and the visible part of the list.
public struct Selection: Sendable, Hashable {
    /// The selected bookmark; `nil` if the list is empty.
    public var id: String?
    /// Its index in the list.
    public var index = 0
    /// The index of the first visible row.
    public var top = 0
    /// The selected bookmark that vanished, until a key is pressed: a received change may explain
    /// it.
    var lost: String?
    /// The bookmark to select once the list has it.
    var awaited: String?
    /// Whether to select the best answer to the query once the list has it.
    var awaitsBest = false
}
