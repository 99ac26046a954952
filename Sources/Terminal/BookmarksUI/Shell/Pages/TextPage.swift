/// A page of text that scrolls.
protocol TextPage: Page {
    /// The number of lines above the screen.
    var scroll: Int { get set }
    /// Returns the text in the middle of the page while it has no lines, such as that they are
    /// loading; `nil` if it has some.
    func notice(in view: ShellView) -> String?
    /// Returns the lines of the page, or its first part.
    func lines(in view: ShellView) -> [TextLine]
    /// Returns the number of further lines, which are made only when visible: there may be as many
    /// as bookmarks.
    func laterCount(in view: ShellView) -> Int
    /// Returns one of the further lines, counted from 0.
    func laterLine(_ index: Int, in view: ShellView) -> TextLine
}

extension TextPage {
    static var shape: PageShape { .text }
    var content: PageContent { .text(self) }
    func notice(in view: ShellView) -> String? { nil }
    func laterCount(in view: ShellView) -> Int { 0 }
    func laterLine(_ index: Int, in view: ShellView) -> TextLine { TextLine() }
}

/// The lines of a page of text.
struct PageText {
    private let page: any TextPage
    private let view: ShellView
    private let first: [TextLine]
    let count: Int

    init(_ page: any TextPage, in view: ShellView) {
        self.page = page
        self.view = view
        first = page.lines(in: view)
        count = first.count + page.laterCount(in: view)
    }

    /// Returns at most `limit` lines, from a line on.
    func lines(from start: Int, atMost limit: Int) -> [TextLine] {
        let start = max(0, start)
        guard start < count else { return [] }
        return (start..<min(count, start + limit)).map { index in
            index < first.count ? first[index] : page.laterLine(index - first.count, in: view)
        }
    }
}

/// Draws as many lines as fit.
func draw(_ page: any TextPage, _ area: Range<Int>, _ view: ShellView, _ pen: inout Pen) {
    if let notice = page.notice(in: view) { return drawCentered([notice], area, &pen) }
    let text = PageText(page, in: view)
    let first = min(max(0, page.scroll), max(0, text.count - area.count))
    for (line, row) in zip(text.lines(from: first, atMost: area.count), area) {
        pen.write(line, row: row)
    }
}
