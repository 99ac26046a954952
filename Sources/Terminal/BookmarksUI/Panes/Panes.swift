/// The panes beside the list, as the person wants them.
public struct Panes: Sendable, Hashable {
    /// Whether a pane shows.
    public enum Showing: String, Sendable, Hashable, CaseIterable {
        /// Where the screen is wide enough for it to be worth its room.
        case auto
        case on, off
    }

    public var sidebar: Showing
    public var preview: Showing
    /// How many columns each takes, with its border; `nil` for as many as suit the screen.
    public var sidebarColumns: Int?
    public var previewColumns: Int?
    public var hasBorders: Bool

    public init(
        sidebar: Showing = .auto, preview: Showing = .auto, sidebarColumns: Int? = nil,
        previewColumns: Int? = nil, hasBorders: Bool = true
    ) {
        self.sidebar = sidebar
        self.preview = preview
        self.sidebarColumns = sidebarColumns
        self.previewColumns = previewColumns
        self.hasBorders = hasBorders
    }

    /// The list alone, at every size.
    public static let none = Panes(sidebar: .off, preview: .off)
}

/// A pane, which keys may go to.
public enum Pane: Sendable, Hashable {
    case sidebar, list, preview
}
