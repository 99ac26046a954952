import Screen

extension ActionContext {
    /// The pane of folders, tags and saved searches.
    public static let sidebar = ActionContext("sidebar")
    /// The pane that shows the whole selected bookmark.
    public static let preview = ActionContext("preview")
    /// The same pane next to a page, which has the actions.
    public static let previewBesidePage = ActionContext(
        "previewBesidePage", called: "preview beside a page")
}

extension ActionSection {
    public static let panes = ActionSection("Panes")
    public static let sidebar = ActionSection("In the sidebar")
    public static let preview = ActionSection("In the preview")
}

extension ActionID {
    public static let nextPane = ActionID("next-pane")
    public static let previousPane = ActionID("previous-pane")
    public static let toggleSidebar = ActionID("toggle-sidebar")
    public static let togglePreview = ActionID("toggle-preview")
    public static let narrowPane = ActionID("narrow-pane")
    public static let widenPane = ActionID("widen-pane")
    public static let enterList = ActionID("enter-list")
    public static let openFolder = ActionID("open-folder")
    public static let closeFolder = ActionID("close-folder")
    public static let renameHere = ActionID("rename-here")
    public static let deleteHere = ActionID("delete-here")
    public static let moveHere = ActionID("move-here")
    public static let enterPreview = ActionID("enter-preview")
    public static let leavePreview = ActionID("leave-preview")
}

extension Action {
    static func paneActions(_ kinds: [any Page.Type]) -> [Action] {
        let panes = ActionContext.panes
        // On some pages, these keys switch tabs.
        let pages = kinds.filter { kind in
            !kind.context.takesText && kind.shape != .fields
                && !kind.actions.contains { $0.keys.contains(.tab) }
        }.map { $0.context }
        return [
            Action(
                .nextPane, [.tab], "Go to the next pane; show details where there is one", .panes,
                in: panes + pages, hint: ActionHint(label: "next pane", priority: 27)),
            Action(
                .previousPane, [.backTab], "Go to the previous pane", .panes, in: panes + pages),
            Action(
                .toggleSidebar, [.character("[")],
                "Show or hide the sidebar of folders, tags and searches", .panes,
                in: [.list, .sidebar, .preview],
                also: "tree panel left"),
            Action(
                .togglePreview, [.character("]")], "Show or hide the preview of the bookmark",
                .panes,
                in: [.list, .sidebar, .preview],
                also: "reader panel right notes"),
            Action(
                .narrowPane, [.character("{")], "Make the active pane narrower", .panes,
                in: [.list, .sidebar, .preview], also: "resize width border shrink"),
            Action(
                .widenPane, [.character("}")], "Make the active pane wider", .panes,
                in: [.list, .sidebar, .preview], also: "resize width border grow"),
            Action(
                .enterList, [.enter, .escape], "Go to the list, which shows what is selected",
                .sidebar,
                in: [.sidebar], hint: ActionHint(label: "to the list", priority: 194)),
            Action(
                .openFolder, [.character("l"), .right, .character(" ")],
                "Open the folder or group, or else go into it", .sidebar, in: [.sidebar],
                hint: ActionHint(label: "open", priority: 193)),
            Action(
                .closeFolder, [.character("h"), .left],
                "Close the folder or group, or else go to its parent", .sidebar, in: [.sidebar],
                hint: ActionHint(label: "close", priority: 192)),
            Action(
                .renameHere, [.character("r")],
                "Rename it everywhere; an existing name merges the two", .sidebar, in: [.sidebar],
                hint: ActionHint(label: "rename", priority: 191)),
            Action(
                .deleteHere, [.character("d"), .delete],
                "Remove it from all bookmarks, which stay", .sidebar, in: [.sidebar],
                hint: ActionHint(label: "delete", priority: 190)),
            Action(
                .moveHere, [.character("m")],
                "Move the marked bookmarks to the folder", .sidebar,
                in: [.sidebar], hint: ActionHint(label: "move here", priority: 195)),
            Action(
                .leavePreview, [.escape], "Go back to the list or the page", .preview,
                in: [.preview, .previewBesidePage],
                hint: ActionHint(label: "back", priority: 89)),
        ]
    }
}

extension ActionContext {
    /// The list and the panes next to it.
    fileprivate static let panes = [list, sidebar, preview, previewBesidePage]
}

extension ActionTable {
    /// Whether an action of the list also works in the sidebar, because it is not about a bookmark.
    static func worksInSidebar(_ action: Action) -> Bool {
        guard action.contexts.contains(.list), !action.contexts.contains(.sidebar) else {
            return false
        }
        switch action.need {
        case .nothing, .bookmarks, .online: break
        default: return false
        }
        return ![ActionID.clear, .markAll].contains(action.id)
    }

    /// Whether an action of the list also works in the preview. Moving in manual order does not:
    /// the places are not visible there, and K keeps the shown value of a conflict.
    static func worksInPreview(_ action: Action) -> Bool {
        action.contexts.contains(.list) && !action.contexts.contains(.preview)
            && action.need != .handOrder && action.id != .clear
    }
}
