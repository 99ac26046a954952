public import KeyValueStore
public import Screen

/// The frame around the list and the pages: the terminal and its settings, the levels in front of
/// the list, the panes, and the line of messages.
///
/// Of the list, it stores only the id of the selected bookmark. ``ScreenState`` joins the two.
public struct Shell: Sendable {
    /// The size of the terminal.
    public internal(set) var size: Size
    /// Measures text on the terminal, and knows which signs it can show.
    public let measure: TextMeasure
    public var symbols: Symbols
    /// The styles of the screen; the keys of actions follow.
    public var theme = Theme.standard
    public var keys = KeyMap.standard
    /// The number of colors of the terminal, to which a previewed theme is fitted.
    public var colors = 1 << 24
    /// The difference of local time from UTC, in seconds.
    public let utcOffset: Int
    /// The time of the last tick, in seconds since 1970.
    public internal(set) var now: Double
    /// The state of syncing, for the title line.
    public internal(set) var sync: SyncState
    /// The edit that undo reverts next.
    public var undoOffer = UndoOffer()

    /// The changes of settings that undo and redo reverse.
    var settingHistory = SettingHistory()

    /// The levels above the list, the topmost last.
    var modes: [Mode] = []
    /// The requests that failed, until they are answered or a page with them is opened again.
    var failedRequests: Set<AnyPageRequest> = []
    /// The bookmark that is selected in the list.
    var selectedID: String?
    /// The message in the message line.
    public internal(set) var message: Message?
    /// The latest messages, oldest first, at most ``Message/logLimit``.
    public internal(set) var log: [Message] = []
    /// Whether texts name only keys that work in a form.
    var namesFormKeysOnly = false
    /// The panes next to the list.
    public internal(set) var panes = Panes.none
    /// The panes that a person chose by keys and with the mouse, for the next list.
    public var keptPanes = Panes()
    var paneFocus = PaneFocus()
    var pointer = Pointer()

    init(
        size: Size, measure: TextMeasure, symbols: Symbols, sync: SyncState, now: Double,
        utcOffset: Int, log: [Message]
    ) {
        self.size = size
        self.measure = measure
        self.symbols = symbols
        self.sync = sync
        self.now = now
        self.utcOffset = utcOffset
        self.log = log
    }

    /// The time when the next ``Event/tick(_:)`` is due, in seconds since 1970, because the message
    /// line changes.
    public var deadline: Double? { message?.expires }
}
