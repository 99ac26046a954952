import Bookmarks
import Screen

extension ScreenState {
    /// Returns the word for an action in the sidebar; of the actions on rows, only those for the
    /// selected row have one.
    func sidebarLabel(
        of action: Action, _ hint: ActionHint, _ list: BookmarkList
    ) -> String? {
        let row = sidebar.selected
        switch action.id {
        case .renameHere, .deleteHere: return row?.label == nil ? nil : hint.label
        case .moveHere:
            guard case .folder = row, let targets = targetsOfSidebar(list) else { return nil }
            return "move \(grouped(targets.ids.count)) here"
        case .openFolder: return row?.isOpen == false ? hint.label : nil
        case .closeFolder: return row?.isOpen == true ? hint.label : nil
        case .showDeleted:
            guard case .trash(let count) = row, count > 0 else { return nil }
            return hint.label
        case .enterList:
            return switch row {
            case .conflicts: "to the conflicts"
            case .trash: "to the trash"
            default: hint.label
            }
        default: return hint.label
        }
    }

    /// Whether the preview has more lines than are visible.
    func previewScrolls(_ list: BookmarkList) -> Bool {
        guard let frame = shell.paneFrames?.preview else { return false }
        // Only as much of a long text is wrapped at each key as is needed for the answer.
        let rows = frame.inside.rows
        return previewLines(list, frame.inside, limit: rows + 1).count > rows
    }
}

extension SidebarRow {
    /// Whether the row is open; `nil` if it cannot be opened.
    var isOpen: Bool? {
        switch self {
        case .group(_, let isOpen): isOpen
        case .folder(_, let isOpen): isOpen
        default: nil
        }
    }
}
