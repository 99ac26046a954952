public import Bookmarks
public import KeyValueStore
public import Screen

/// The whole state of the screen, as one value.
///
/// The list itself belongs to the controller and is lent with every call, so that a list of 100,000
/// bookmarks is never copied. Nothing here reads a clock or waits: the time comes in by
/// ``Event/tick(_:)``, and actions go out as ``Effect``s.
public struct ScreenState: Sendable {
    /// How large the terminal is.
    public internal(set) var size: Size
    /// How wide text is on the terminal, and which signs it can show.
    public var measure: TextMeasure
    public var symbols: Symbols
    /// How it looks, and which keys do what.
    public var theme = Theme.standard
    public var keys = KeyMap.standard
    /// How many colors the terminal shows: a theme that is looked at is fitted to them.
    public var colors = 1 << 24
    /// The columns of the list.
    public var columns = ListColumn.standard
    /// How far local time is ahead of UTC, in seconds.
    public var utcOffset: Int
    /// The edit that undo takes back next, if there is one.
    public var nextUndo: NextUndo? {
        didSet {
            // A later edit of this list is undone before a change that it does not cover.
            guard let nextUndo, nextUndo.isOwn else { return }
            if nextUndo.step > oldValue?.step ?? 0 { uncovered = nil }
        }
    }
    /// The edit that the outcome speaks of that is told now, and 0 where it made none: a message
    /// offers to take back that one alone. `nil` is ``nextUndo``.
    public var spokenStep: Int64?
    /// Whether there is an edit to undo, which the hint line tells.
    public var canUndo: Bool { nextUndo != nil }
    /// The latest change, if undo does not take it back.
    var uncovered: UncoveredChange?
    /// Whether the next undo takes back the latest change, so that it is worth offering.
    var offersUndo: Bool { canUndo && uncovered == nil }
    /// How many bookmarks to pick, if any: see ``beginPicking(_:in:)``.
    public internal(set) var picking: Picking?
    /// The state of syncing, for the title line.
    public internal(set) var sync: SyncState
    /// The time of the last tick, in seconds since 1970.
    public internal(set) var now: Double

    /// The selected bookmark and where it stands.
    public internal(set) var selection = Selection()
    /// The bookmarks that the person marked.
    public internal(set) var marks = Marks()
    /// The device that changed a bookmark, by the bookmark's id, until Esc or an edit made here.
    public internal(set) var remoteChanges: [String: String] = [:]
    /// The saved searches, which `@name` in a filter refers to.
    public internal(set) var searches = SavedSearches()
    /// The work beside the list and the pages.
    public var activities = Activities()
    /// The edit of many bookmarks that goes on; `nil` while there is none.
    public internal(set) var ongoing: OngoingEdit?
    /// The bookmarks whose deletion elsewhere the person let happen here: they need no message.
    var accepted: Set<String> = []
    /// Whether there is no bookmark.
    var isNew = true
    /// Whether there were bookmarks before, which may be among the deleted ones now.
    public var hadBookmarks = false
    /// The message in the message line.
    public internal(set) var message: Message?
    /// Whether texts name no keys but those of a form.
    var namesFormKeysOnly = false
    /// The latest messages, oldest first, at most ``Message/logLimit``.
    public internal(set) var log: [Message] = []
    /// The levels above the list, the topmost last.
    var modes: [Mode] = []
    /// The panes beside the list, and the one that keys go to while nothing covers the list.
    public internal(set) var panes = Panes.none
    /// The panes that a person chose by keys and with the mouse, for the next list.
    public var keptPanes = Panes()
    var chosenPane = Pane.list
    /// The same while a page is in front: the page itself, or the preview beside it.
    var paneOfPage = Pane.list
    /// The pane whose border the mouse holds.
    var draggedBorder: Pane?
    /// The first row of each pane that was scrolled while keys go elsewhere, until the next key.
    var lookedTops: [Pane: Int] = [:]
    var sidebar = Sidebar()
    var preview = Preview()
    /// The matches of the filter in notes and the like of the bookmarks in sight.
    var found = FoundParts()
    /// The query at the time of the last event, from which a new one is told.
    var seenQuery = ""
    /// The name that the filter followed last when it changed.
    var followed: FollowedName?
    /// The revision of the list that the panes show.
    var seenRevision = 0
    /// How many bookmarks had gone from the list at the time of the last event.
    var seenDepartures = 0
    /// The bookmark that was selected when it vanished, until a key is pressed: a received change
    /// may tell why.
    var lostSelection: String?
    /// The bookmark to select once the list has it.
    var awaitedSelection: String?
    /// The probable meaning of the query, and the names of tags and folders it is compared with.
    var queryNames = QueryNames()
    /// The bookmarks of which a page, a note or a file is saved.
    var saved: Set<String> = []
    /// The bookmarks of which a page is saved.
    var savedPages: Set<String> = []
    /// Whether to select the best answer to the query once the list has it.
    var awaitsBest = false
    /// Where was clicked last; `nil` after a key.
    var lastClick: Click?
    /// Whether the selected bookmark is moving through the list, and not the list around it.
    var isMoving = false

    /// The list in front, nothing selected yet; send ``Event/listChanged`` when there is a list.
    ///
    /// - Parameter log: the earlier messages, when this follows another list.
    public init(
        size: Size, measure: TextMeasure = .standard, symbols: Symbols = .unicode,
        sync: SyncState = SyncState(), now: Double = 0, utcOffset: Int = 0, log: [Message] = []
    ) {
        self.size = size
        self.measure = measure
        self.symbols = symbols
        self.sync = sync
        self.now = now
        self.utcOffset = utcOffset
        self.log = log
    }

    /// When the next ``Event/tick(_:)`` is due, in seconds since 1970: the message line changes
    /// then.
    public var deadline: Double? { message?.expires }

    /// The most marked rows; rows of later changes get no mark.
    static let remoteChangesLimit = 10_000
}

/// An edit that undo takes back next.
public struct NextUndo: Sendable, Hashable {
    /// Later edits have higher numbers.
    public var step: Int64
    /// Whether this list made it.
    public var isOwn: Bool

    public init(step: Int64, isOwn: Bool = true) {
        self.step = step
        self.isOwn = isOwn
    }
}

/// The selected row of the list and the part of the list that shows.
public struct Selection: Sendable, Hashable {
    /// The selected bookmark; `nil` when the list is empty.
    public var id: String?
    /// Its index in the list.
    public var index = 0
    /// The index of the first row that shows.
    public var top = 0
}
