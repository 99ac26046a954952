import Bookmarks
import Screen

/// A page whose rows or lines can be narrowed by the text in a line at the bottom.
protocol FilteredPage: Page {
    /// Where a key is pressed while the line is open.
    static var filterContext: ActionContext { get }
    /// Whether keys go into the line.
    var isFiltering: Bool { get set }
    var editor: LineEditor { get set }
    /// Whether it shows the matches of the line although that is closed: Esc ends that first.
    var isFilterKept: Bool { get }
    /// Shows the matches of the line, which was changed.
    mutating func follow(_ view: ShellView)
}

extension FilteredPage {
    var context: ActionContext { isFiltering ? Self.filterContext : Self.context }
    var filterEditor: LineEditor? { isFiltering ? editor : nil }
    var isFilterKept: Bool { !isFiltering && !editor.text.isEmpty }
    /// The filter for the heading, which has no room for more of it.
    var filterHeading: [String] { editor.text.isEmpty ? [] : ["/" + editor.text.prefix(40)] }

    /// A sentence about a filter that finds nothing, and the key that ends the filter.
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
    /// Whether keys go into the line that filters the page in front.
    var isPageFiltered: Bool { modes.last?.page?.filterEditor != nil }

    private mutating func changeFilter(
        _ list: BookmarkList, _ change: (inout any FilteredPage, ShellView) -> Void
    ) {
        guard var page = modes.last?.page as? any FilteredPage else { return }
        change(&page, view(list))
        modes[modes.count - 1] = .page(page)
    }

    /// Leaves the line, with its text or without.
    mutating func leavePageFilter(keeping isKept: Bool, _ list: BookmarkList) {
        changeFilter(list) { page, view in
            page.isFiltering = false
            if !isKept { page.edit(view) { $0 = LineEditor() } }
        }
    }

    /// Ends a filter that the page in front kept. Returns whether it had one.
    mutating func endKeptFilter(_ list: BookmarkList) -> Bool {
        guard let page = modes.last?.page as? any FilteredPage, page.isFilterKept else {
            return false
        }
        leavePageFilter(keeping: false, list)
        return true
    }

    mutating func typeInPageFilter(_ key: Key, _ list: BookmarkList) -> [Effect] {
        changeFilter(list) { page, view in
            if key == .backspace, page.editor.text.isEmpty {
                // A page that is typed into all the time stays so.
                page.isFiltering = type(of: page).filterContext == type(of: page).context
            } else {
                page.edit(view) { _ = $0.handle(key) }
            }
        }
        return []
    }

    mutating func pasteInPageFilter(_ text: String, _ list: BookmarkList) -> [Effect] {
        guard text.utf8.count <= Self.filterLimit else {
            replyTooLong(text)
            return []
        }
        changeFilter(list) { page, view in page.edit(view) { $0.insert(text) } }
        noteJoined(text)
        return []
    }
}
