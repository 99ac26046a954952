import Screen

/// The places of the panes on a wide screen.
struct PaneFrames: Hashable {
    /// The place of a pane on the screen, with and without its border.
    struct Frame: Hashable {
        var columns: Range<Int>
        var rows: Range<Int>
        var hasBorder: Bool

        /// The size of the contents: a border takes a cell on each side; without one, there is a
        /// row for the heading.
        var inside: Size {
            Size(
                columns: max(0, columns.count - (hasBorder ? 2 : 1)),
                rows: max(0, rows.count - (hasBorder ? 2 : 1)))
        }

        /// The first cell of the contents.
        var origin: Position {
            Position(
                column: columns.lowerBound + (hasBorder ? 1 : 0), row: rows.lowerBound + 1)
        }

        func contains(_ position: Position) -> Bool {
            columns.contains(position.column) && rows.contains(position.row)
        }
    }

    var sidebar: Frame?
    var main: Frame
    var preview: Frame?
    /// Whether a page about a bookmark replaces the preview.
    private(set) var isPageBeside = false

    /// The place of the page in front, or of the list.
    var front: Frame { isPageBeside ? preview ?? main : main }

    /// The width of the screen from which a pane shows by default.
    static let sidebarFrom = 140
    static let previewFrom = 100
    /// The minimum widths of a pane and of the list.
    static let leastSidebar = 16
    static let leastPreview = 30
    static let leastList = 40
    /// The minimum number of rows; with fewer, panes would leave no room for bookmarks.
    static let leastRows = 10

    /// Computes the frames; `nil` if the list shows alone.
    ///
    /// - Parameter rows: the rows between the title and the messages.
    init?(_ panes: Panes, columns: Int, rows: Range<Int>) {
        var left = columns
        func width(_ showing: Panes.Showing, from: Int, least: Int, wanted: Int) -> Int? {
            guard showing == .on || showing == .auto && columns >= from else { return nil }
            let width = min(max(least, wanted), left - Self.leastList)
            guard width >= least else { return nil }
            left -= width
            return width
        }
        let sidebar = width(
            panes.sidebar, from: Self.sidebarFrom, least: Self.leastSidebar,
            wanted: panes.sidebarColumns ?? min(32, max(24, columns * 16 / 100)))
        let preview = width(
            panes.preview, from: Self.previewFrom, least: Self.leastPreview,
            wanted: panes.previewColumns ?? left * 36 / 100)
        guard sidebar != nil || preview != nil else { return nil }
        func frame(_ columns: Range<Int>) -> Frame {
            Frame(columns: columns, rows: rows, hasBorder: panes.hasBorders)
        }
        let start = sidebar ?? 0
        let end = columns - (preview ?? 0)
        self.sidebar = sidebar.map { frame(0..<$0) }
        main = frame(start..<end)
        self.preview = preview.map { frame(columns - $0..<columns) }
    }

    /// Whether a pane shows.
    func contains(_ pane: Pane) -> Bool {
        switch pane {
        case .sidebar: sidebar != nil
        case .list: true
        case .preview: preview != nil
        }
    }

    /// Returns the pane whose border to the list is at a position.
    func border(at position: Position) -> Pane? {
        guard main.rows.contains(position.row) else { return nil }
        if let sidebar, Self.border(sidebar, main).contains(position.column) { return .sidebar }
        if let preview, Self.border(main, preview).contains(position.column) { return .preview }
        return nil
    }

    /// The columns of the border between adjacent frames. Without borders, it is the empty column
    /// at the end of the left frame.
    private static func border(_ left: Frame, _ right: Frame) -> Range<Int> {
        left.columns.upperBound - 1..<right.columns.lowerBound + (right.hasBorder ? 1 : 0)
    }

    /// Replaces the preview by a page about a bookmark, with most of the room of list and preview.
    mutating func putPageBeside() {
        guard let preview else { return }
        let room = main.columns.count + preview.columns.count
        let columns = max(preview.columns.count, min(room * 3 / 5, room - Self.leastList))
        let end = preview.columns.upperBound
        main.columns = main.columns.lowerBound..<end - columns
        self.preview?.columns = end - columns..<end
        isPageBeside = true
    }

    /// Gives the room of the preview to the list.
    mutating func mergePreview() {
        guard let preview else { return }
        main.columns = main.columns.lowerBound..<preview.columns.upperBound
        self.preview = nil
    }
}

extension Shell {
    /// The current frames; `nil` if the list, or the page in its place, has the whole width.
    var paneFrames: PaneFrames? { paneFrames(screenLayout) }

    func paneFrames(_ layout: Layout) -> PaneFrames? {
        // Panes stay, however many rows messages take.
        guard !layout.isTiny, panes != .none,
            Layout(size).middle.count >= PaneFrames.leastRows,
            var frames = PaneFrames(panes, columns: size.columns, rows: layout.middle)
        else { return nil }
        guard let page else { return frames }
        if page.bookmarkID != nil {
            frames.putPageBeside()
        } else if !type(of: page).hasPreview {
            frames.mergePreview()
        }
        return frames
    }

    /// The page in the main pane: the one in front or, if that is next to the list, the one behind
    /// it; `nil` for the list.
    var mainPage: (any Page)? {
        guard paneFrames?.isPageBeside == true else { return page }
        return modes.last { $0.page != nil && $0.page?.bookmarkID == nil }?.page
    }

    /// The panes that can get the focus, from left to right. Messages never hide a pane, so their
    /// lines do not matter here.
    var openPanes: [Pane] {
        let isTyping = modes.contains { $0.page?.context.takesText ?? true }
        guard !isTyping, let frames = paneFrames(Layout(size)) else { return [.list] }
        let sides: [Pane?] = [
            frames.sidebar == nil ? nil : .sidebar, .list, frames.preview == nil ? nil : .preview,
        ]
        return sides.compactMap(\.self)
    }

    /// The pane with the focus; always a visible one. A page in front, wherever it is, takes the
    /// keys of the list.
    public internal(set) var focus: Pane {
        get {
            let chosen = modes.isEmpty ? paneFocus.ofList : paneFocus.ofPage
            return chosen != .list && openPanes.contains(chosen) ? chosen : .list
        }
        set {
            if modes.isEmpty { paneFocus.ofList = newValue } else { paneFocus.ofPage = newValue }
        }
    }
}

/// The pane that gets the focus, if it is visible.
struct PaneFocus: Sendable, Hashable {
    /// The pane while nothing covers the list.
    var ofList = Pane.list
    /// The pane while a page is in front: `.list`, which stands for the page itself, or another.
    var ofPage = Pane.list
}
