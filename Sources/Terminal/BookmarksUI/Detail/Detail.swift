import Bookmarks
import Screen

/// One bookmark whole.
struct Detail: TextPage {
    static let context = ActionContext.detail
    static let section: ActionSection? = .detail

    let id: String
    /// The shown bookmark; `nil` until it is loaded.
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
