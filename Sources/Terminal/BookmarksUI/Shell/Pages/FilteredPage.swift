import Bookmarks
import Screen

/// A page whose rows or lines can be narrowed by the text in a line at the bottom.
protocol FilteredPage: Page {
    /// The context of keys while the line is open.
    static var filterContext: ActionContext { get }
    /// Whether keys go to the line.
    var isFiltering: Bool { get set }
    var editor: LineEditor { get set }
    /// Whether the matches stay although the line is closed; Esc then ends the filter first.
    var isFilterKept: Bool { get }
    /// Shows the matches after the line changed.
    mutating func follow(_ view: ShellView)
}

extension FilteredPage {
    static var contexts: [ActionContext] { [context, filterContext] }
    var filteredPage: (any FilteredPage)? { self }
    var context: ActionContext { isFiltering ? Self.filterContext : Self.context }
    var filterEditor: LineEditor? { isFiltering ? editor : nil }
    var isFilterKept: Bool { !isFiltering && !editor.text.isEmpty }
    /// The filter for the heading, cut to its room.
    var filterHeading: [String] { editor.text.isEmpty ? [] : ["/" + editor.text.prefix(40)] }

    /// Returns a sentence about a filter that finds nothing, with the key that ends the filter.
    func wayOutOfFilter(_ sentence: String, _ view: ShellView) -> String {
        let key = isFiltering ? ActionID.cancel : .back
        return view.text(sentence.withoutFullStop, key, to: "show all") + "."
    }

    fileprivate mutating func edit(_ view: ShellView, _ change: (inout LineEditor) -> Void) {
        let before = editor.text
        change(&editor)
        if editor.text != before { follow(view) }
    }
}

extension ScreenState {
    private mutating func changeFilter(
        _ list: BookmarkList, _ change: (inout any FilteredPage, ShellView) -> Void
    ) {
        guard var page = shell.modes.last?.page?.filteredPage else { return }
        change(&page, view(list))
        shell.modes[shell.modes.count - 1] = .page(page)
    }

    /// Closes the line, and keeps or drops its text.
    mutating func leavePageFilter(keeping isKept: Bool, _ list: BookmarkList) {
        changeFilter(list) { page, view in
            page.isFiltering = false
            if !isKept { page.edit(view) { $0 = LineEditor() } }
        }
    }

    /// Whether the page in front keeps a filter.
    var keepsFilter: Bool {
        shell.modes.last?.page?.filteredPage?.isFilterKept == true
    }

    /// Ends a kept filter of the page in front. Returns whether there was one.
    mutating func endKeptFilter(_ list: BookmarkList) -> Bool {
        guard keepsFilter else { return false }
        leavePageFilter(keeping: false, list)
        return true
    }

    mutating func typeInPageFilter(_ key: Key, _ list: BookmarkList) -> [Effect] {
        changeFilter(list) { page, view in
            if key == .backspace, page.editor.text.isEmpty {
                // A page that always has its line open keeps it open.
                page.isFiltering = type(of: page).filterContext == type(of: page).context
            } else {
                page.edit(view) { _ = $0.handle(key) }
            }
        }
        return []
    }

    mutating func pasteInPageFilter(_ text: String, _ list: BookmarkList) -> [Effect] {
        guard text.utf8.count <= Shell.filterLimit else {
            shell.replyTooLong(text)
            return []
        }
        changeFilter(list) { page, view in page.edit(view) { $0.insert(text) } }
        shell.noteJoined(text)
        return []
    }
}

extension Shell {
    /// Whether keys go to the line that filters the page in front.
    var isPageFiltered: Bool { modes.last?.page?.filterEditor != nil }
}
