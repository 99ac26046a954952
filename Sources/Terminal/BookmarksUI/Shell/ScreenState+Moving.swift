import Bookmarks
import Screen

extension ScreenState {
    /// Moves the selection of the list, or scrolls the text that covers it.
    mutating func move(_ action: ActionID, _ list: BookmarkList) {
        if scrollPreview(action, list) { return }
        if case .rows(var choices) = shell.page?.content {
            let rows = max(1, choices.rowsArea(shell.layout.text, view(list)).count)
            choices.move(by: step(action, page: rows, all: choices.count ?? 0), page: rows)
            shell.page = choices
            return
        }
        guard let text = pageText(list) else {
            let page = shell.quietLayout.page
            listView.moveSelection(
                by: step(action, page: page, all: list.count), in: list, page: page)
            return
        }
        let page = shell.layout.text.count
        let furthest = max(0, text.count - page)
        let from = min(shell.scroll, furthest)
        let by = step(action, page: max(1, page), all: text.count)
        shell.scroll = min(max(0, from + by), furthest)
    }

    func step(_ action: ActionID, page: Int, all: Int) -> Int {
        switch action {
        case .down, .nextHit, .scrollDown: 1
        case .up, .previousHit, .scrollUp: -1
        case .pageDown, .nextHits, .readOn: page
        case .pageUp, .previousHits, .readBack: -page
        case .halfPageDown: max(1, page / 2)
        case .halfPageUp: -max(1, page / 2)
        case .last: all
        case .first: -all
        default: 0
        }
    }

    /// Returns the text page in place of the list, if there is one.
    func pageText(_ list: BookmarkList) -> PageText? {
        shell.textPage.map { PageText($0, in: view(list)) }
    }
}

extension Shell {
    /// The page in place of the list, if it is a text.
    fileprivate var textPage: (any TextPage)? {
        if case .text(let text) = page?.content { text } else { nil }
    }

    /// The number of lines of ``ScreenState/pageText(_:)`` above the screen.
    var scroll: Int {
        get { textPage?.scroll ?? 0 }
        set {
            guard var text = textPage else { return }
            text.scroll = newValue
            page = text
        }
    }
}

extension ActionID {
    /// Whether the action moves the selection or the text wherever it works, so that no page needs
    /// to be asked.
    var alwaysMoves: Bool {
        switch self {
        case .down, .up, .first, .last, .pageDown, .pageUp, .halfPageDown, .halfPageUp, .nextHit,
            .previousHit, .nextHits, .previousHits, .readOn, .readBack:
            true
        default: false
        }
    }
}
