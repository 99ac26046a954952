import Screen

/// Where the panes of a wide screen are.
struct PaneFrames: Hashable {
    /// One pane: the part of the screen that it takes, and the part of that which it fills.
    struct Frame: Hashable {
        var columns: Range<Int>
        var rows: Range<Int>
        var hasBorder: Bool

        /// The size of what it fills: a border takes a cell on each side, and without one there is
        /// a row for the heading.
        var inside: Size {
            Size(
                columns: max(0, columns.count - (hasBorder ? 2 : 1)),
                rows: max(0, rows.count - (hasBorder ? 2 : 1)))
        }

        /// The first cell of that.
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
    /// Whether a page about one bookmark stands in the place of the preview.
    private(set) var isPageBeside = false

    /// The place of the page in front, or of the list.
    var front: Frame { isPageBeside ? preview ?? main : main }

    /// From so many columns on a pane shows that is not switched on or off.
    static let sidebarFrom = 140
    static let previewFrom = 100
    /// The least columns that a pane is worth, and a list.
    static let leastSidebar = 16
    static let leastPreview = 30
    static let leastList = 40
    /// On fewer rows, panes would leave no room for bookmarks.
    static let leastRows = 10

    /// `nil` where the list shows alone.
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

    /// The pane beside the list whose border to the list is here.
    func border(at position: Position) -> Pane? {
        guard main.rows.contains(position.row) else { return nil }
        if let sidebar,
            [sidebar.columns.upperBound - 1, main.columns.lowerBound]
                .contains(position.column), sidebar.hasBorder
        {
            return .sidebar
        }
        if let preview,
            [main.columns.upperBound - 1, preview.columns.lowerBound]
                .contains(position.column), preview.hasBorder
        {
            return .preview
        }
        return nil
    }

    /// Puts a page about one bookmark in the place of the preview, with most of the room that list
    /// and preview share.
    mutating func putPageBeside() {
        guard let preview else { return }
        let room = main.columns.count + preview.columns.count
        let columns = max(preview.columns.count, min(room * 3 / 5, room - Self.leastList))
        let end = preview.columns.upperBound
        main.columns = main.columns.lowerBound..<end - columns
        self.preview?.columns = end - columns..<end
        isPageBeside = true
    }

    /// Gives the list's place the room of the preview, too.
    mutating func mergePreview() {
        guard let preview else { return }
        main.columns = main.columns.lowerBound..<preview.columns.upperBound
        self.preview = nil
    }
}

extension ScreenState {
    /// Where the panes are now; `nil` where the list, or what takes its place, has all columns.
    var paneFrames: PaneFrames? { paneFrames(screenLayout) }

    func paneFrames(_ layout: Layout) -> PaneFrames? {
        // However many rows messages take, the panes stay.
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

    /// The page in the main pane: the one in front or, if that stands beside it, the one behind it;
    /// `nil` for the list.
    var mainPage: (any Page)? {
        guard paneFrames?.isPageBeside == true else { return page }
        return modes.last { $0.page != nil && $0.page?.bookmarkID == nil }?.page
    }

    /// The panes that keys can go to, from left to right. Messages take no pane away, so their
    /// number of lines does not matter here.
    var openPanes: [Pane] {
        let isTyping = modes.contains { $0.page?.context.takesText ?? true }
        guard !isTyping, let frames = paneFrames(Layout(size)) else { return [.list] }
        let sides: [Pane?] = [
            frames.sidebar == nil ? nil : .sidebar, .list, frames.preview == nil ? nil : .preview,
        ]
        return sides.compactMap(\.self)
    }

    /// The pane that keys go to: never one that does not show. A page in front, wherever it stands,
    /// takes the keys of the list.
    public internal(set) var focus: Pane {
        get {
            let chosen = modes.isEmpty ? chosenPane : paneOfPage
            return chosen != .list && openPanes.contains(chosen) ? chosen : .list
        }
        set {
            if modes.isEmpty { chosenPane = newValue } else { paneOfPage = newValue }
        }
    }
}
