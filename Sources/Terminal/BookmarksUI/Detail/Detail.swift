import Bookmarks
import Screen

/// One bookmark whole.
struct Detail: TextPage {
    static let context = ActionContext.detail
    var bookmarkID: String? { id }

    let id: String
    /// What is shown; `nil` until it is loaded.
    var bookmark: Bookmark?
    var here = KnownHere()
    /// How many lines are above the screen.
    var scroll = 0

    init(id: String) {
        self.id = id
    }

    func heading(in view: ShellView) -> String { "Details" }

    func lines(in view: ShellView) -> [TextLine] {
        guard let bookmark else { return [TextLine("Loading" + view.symbols.ellipsis, .faint)] }
        let width = view.size.columns - Self.textColumn - 1
        var lines: [TextLine] = [TextLine()]
        let facts = bookmark.facts(here: here) {
            CalendarTime($0, offset: view.utcOffset).dateAndTime
        } quoted: {
            view.symbols.quoted($0)
        }
        for fact in facts {
            if fact.label == "Notes" { lines.append(TextLine()) }
            for (number, part) in view.measure.wrapped(fact.text, to: width).enumerated() {
                lines.append(
                    TextLine(number == 0 ? fact.label : "", .label)
                        .adding(part, fact.role, at: Self.textColumn))
            }
        }
        return lines
    }

    private static let textColumn = 9
}

extension ScreenState {
    /// Whether the details of a bookmark are open, perhaps below something else.
    public func showsDetails(of id: String) -> Bool { detail?.id == id }

    /// Takes a bookmark that was asked for, wherever it is waited for.
    mutating func take(_ bookmark: Bookmark) -> [Effect] {
        if detail?.id == bookmark.id { detail?.bookmark = bookmark }
        if form?.id == bookmark.id {
            // What loading takes for the original is what the form is compared with.
            tellForm(bookmark)
            form?.load(bookmark)
        }
        return []
    }
}
