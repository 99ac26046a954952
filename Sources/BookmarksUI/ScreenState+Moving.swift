import Bookmarks
import Screen

extension ScreenState {
    /// Moves the selection of the list, or scrolls the text that covers it.
    mutating func move(_ action: ActionID, _ list: BookmarkList) {
        if let view = deletedView {
            let page = max(1, layout.text.count)
            let by = step(action, page: page, all: view.rows?.count ?? 0)
            deletedView?.move(by: by, page: page)
            return
        }
        guard let text = textLines() else {
            let page = Layout(size).page
            moveSelection(by: step(action, page: page, all: list.count), in: list)
            return
        }
        let page = layout.text.count
        let furthest = max(0, text.count - page)
        let from = min(scroll, furthest)
        let by = step(action, page: max(1, page), all: text.count)
        scroll = min(max(0, from + by), furthest)
    }

    private func step(_ action: ActionID, page: Int, all: Int) -> Int {
        switch action {
        case .down, .nextHit: 1
        case .up, .previousHit: -1
        case .pageDown, .nextHits: page
        case .pageUp, .previousHits: -page
        case .halfPageDown: max(1, page / 2)
        case .halfPageUp: -max(1, page / 2)
        case .last: all
        case .first: -all
        default: 0
        }
    }

    /// The text that takes the place of the list, when it is one that scrolls.
    func textLines() -> [TextLine]? {
        switch screen {
        case .detail(let detail): detail.lines(in: self)
        case .help(let help): help.lines(in: self)
        case .messages: messageLines()
        case .held(let held): held.lines(in: self)
        case nil, .form, .deleted, .filter, .sortMenu, .question: nil
        }
    }

    /// How many lines of ``textLines()`` are above the screen.
    var scroll: Int {
        get {
            switch screen {
            case .detail(let detail): detail.scroll
            case .help(let help): help.scroll
            case .messages(let messages): messages.scroll
            case .held(let held): held.scroll
            case nil, .form, .deleted, .filter, .sortMenu, .question: 0
            }
        }
        set {
            guard let index = modes.lastIndex(where: \.isScreen) else { return }
            switch modes[index] {
            case .detail(var detail):
                detail.scroll = newValue
                modes[index] = .detail(detail)
            case .help(var help):
                help.scroll = newValue
                modes[index] = .help(help)
            case .messages(var messages):
                messages.scroll = newValue
                modes[index] = .messages(messages)
            case .held(var held):
                held.scroll = newValue
                modes[index] = .held(held)
            case .form, .deleted, .filter, .sortMenu, .question: break
            }
        }
    }
}
