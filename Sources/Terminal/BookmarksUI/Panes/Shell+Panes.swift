import Screen

extension Shell {
    /// Shows the panes according to the settings. A person's choice by key counts if the settings
    /// leave it open.
    public mutating func setPanes(_ set: Panes) {
        var set = set
        if set.sidebar == .auto { set.sidebar = keptPanes.sidebar }
        if set.preview == .auto { set.preview = keptPanes.preview }
        (set.sidebarColumns, set.previewColumns) = (
            keptPanes.sidebarColumns, keptPanes.previewColumns
        )
        panes = set
    }

    /// Whether a click may close everything in front of the list: nothing is being typed, and no
    /// question waits.
    var mayLeaveAll: Bool { modes.allSatisfy { $0.page != nil } && !hasForm }

    /// Closes the pages next to the list that their bookmark was chosen from.
    mutating func leavePagesBeside() {
        while modes.last?.page?.bookmarkID != nil { leave() }
    }

    /// Shows or hides a pane, unless it has no space: then nothing changes, and a message says what
    /// it needs.
    mutating func toggle(_ pane: Pane, _ showing: WritableKeyPath<Panes, Panes.Showing>) {
        let (before, hadPreview) = (panes, paneFrames?.preview != nil)
        let shows = paneFrames?.contains(pane) == true
        panes[keyPath: showing] = .auto
        // If the width alone gives this state, the choice stays automatic.
        if (paneFrames?.contains(pane) == true) == shows {
            panes[keyPath: showing] = shows ? .off : .on
        }
        guard shows || paneFrames?.contains(pane) == true else {
            panes = before
            return reply(reasonAgainst(pane), .warning)
        }
        keptPanes[keyPath: showing] = panes[keyPath: showing]
        if pane == .sidebar, hadPreview, paneFrames?.preview == nil {
            reply(reasonAgainst(.preview))
        }
    }

    /// Returns a sentence about the columns or rows that a pane lacks.
    private func reasonAgainst(_ pane: Pane) -> String {
        guard Layout(size).middle.count >= PaneFrames.leastRows else {
            return "A pane needs \(PaneFrames.leastRows + 3) rows; this terminal has \(size.rows)"
        }
        let name = pane == .sidebar ? "The sidebar" : "The preview"
        let sidebar = pane == .preview ? paneFrames?.sidebar?.columns.count ?? 0 : 0
        let own = pane == .sidebar ? PaneFrames.leastSidebar : PaneFrames.leastPreview
        let beside = sidebar > 0 ? " beside the list and the sidebar" : " beside the list"
        let needs = "\(name) needs \(sidebar + PaneFrames.leastList + own) columns" + beside
        let has = needs + "; this terminal has \(size.columns)"
        return sidebar > 0 ? text(has, .toggleSidebar, to: "hide the sidebar") : has
    }

    /// Resizes the pane whose border is dragged.
    mutating func drag(to column: Int, _ frames: PaneFrames) -> [Effect] {
        switch pointer.draggedBorder {
        case .sidebar: resize(.sidebar, to: column + 1, frames)
        case .preview:
            // Without borders, the empty column before the preview follows the pointer.
            let start = frames.main.hasBorder ? column : column + 1
            resize(.preview, to: size.columns - start, frames)
        case .list, nil: break
        }
        return []
    }

    /// The number of columns by which a key resizes a pane.
    static let paneStep = 4

    /// Resizes the pane with the focus. The list takes the room from the preview, or else from the
    /// sidebar, or gives it to that pane.
    mutating func resizePane(by columns: Int) {
        guard let frames = paneFrames else { return reply("There is no pane beside the list") }
        let before = panes
        switch (focus, frames.sidebar, frames.preview) {
        case (.sidebar, let sidebar?, _), (.list, let sidebar?, nil):
            let change = focus == .list ? -columns : columns
            resize(.sidebar, to: sidebar.columns.count + change, frames)
        case (.preview, _, let preview?), (.list, _, let preview?):
            let change = focus == .list ? -columns : columns
            resize(.preview, to: preview.columns.count + change, frames)
        default: break
        }
        if panes == before { reply("The panes can't be resized further") }
    }

    /// Gives a pane beside the list a width, as far as there is room.
    private mutating func resize(_ pane: Pane, to columns: Int, _ frames: PaneFrames) {
        let room = size.columns - PaneFrames.leastList
        switch pane {
        case .sidebar:
            let most = room - (frames.preview?.columns.count ?? 0)
            panes.sidebarColumns = min(max(PaneFrames.leastSidebar, columns), most)
            keptPanes.sidebarColumns = panes.sidebarColumns
        case .preview:
            let most = room - (frames.sidebar?.columns.count ?? 0)
            panes.previewColumns = min(max(PaneFrames.leastPreview, columns), most)
            keptPanes.previewColumns = panes.previewColumns
        case .list: break
        }
    }
}
