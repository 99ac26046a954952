import Screen

/// Which row of the screen, or of a pane, holds what, at any size.
struct Layout {
    let size: Size
    /// How many rows messages and prompts take.
    let messageRows: Int
    /// Whether it is a pane, which has neither a title nor messages.
    let isPane: Bool

    init(_ size: Size, messageRows: Int = 1) {
        self.size = size
        self.messageRows = messageRows
        isPane = false
    }

    init(pane size: Size) {
        self.size = size
        messageRows = 0
        isPane = true
    }

    /// Too small for more than one line, which then has the most important text.
    var isTiny: Bool { !isPane && (size.columns < 20 || size.rows < 4) }

    /// Whether name and URL stand on one line.
    var isWide: Bool { size.columns >= 60 }

    /// Whether there is a row for the headings of the columns, and one for messages alone.
    var isTall: Bool { size.rows >= 8 }

    /// The rows between title and the lines at the bottom.
    var middle: Range<Int> {
        if isPane { return 0..<size.rows }
        if isTiny { return 0..<min(1, size.rows) }
        return 1..<message.lowerBound
    }

    /// The row of the headings of the columns.
    var heading: Int? { isTiny || isPane || !isTall ? nil : middle.lowerBound }

    /// The rows for bookmarks.
    var rows: Range<Int> { heading == nil ? middle : middle.lowerBound + 1..<middle.upperBound }

    /// The rows for a form or a text that scrolls, which takes all of the smallest screens.
    var text: Range<Int> { isTiny ? 0..<size.rows : middle }

    /// The rows of messages and prompts.
    var message: Range<Int> {
        if isTiny { return 0..<min(1, size.rows) }
        let end = isTall ? size.rows - 1 : size.rows
        return end - messageRows..<end
    }

    /// The row of hints; the same as that of messages when rows are few.
    var hints: Int { isTiny ? 0 : size.rows - 1 }

    /// How many rows one bookmark takes: its URL has a row of its own where it has no room beside
    /// the name.
    var rowsPerBookmark: Int { isPane || isWide || !isTall || isTiny ? 1 : 2 }

    /// How many bookmarks show at a time, at least one.
    var page: Int { max(1, rows.count / rowsPerBookmark) }
}

extension ScreenState {
    /// The layout of the screen, with as many rows for messages as they need now.
    var screenLayout: Layout { Layout(size, messageRows: bottomLines().count) }

    /// The layout of the list, or of the page in its place: a pane of a wide screen, and all of
    /// another one.
    var layout: Layout { layout(messageRows: bottomLines().count) }

    /// The same where messages take one row, as mostly.
    var quietLayout: Layout { layout(messageRows: 1) }

    private func layout(messageRows: Int) -> Layout {
        let screen = Layout(size, messageRows: messageRows)
        return paneFrames(screen).map { Layout(pane: $0.front.inside) } ?? screen
    }

    /// The most rows that the answer to the text typed into a prompt may take, beside that prompt:
    /// at least one as soon as there are two, since nothing else says why a key did nothing.
    var answerRowLimit: Int {
        if Layout(size).isTiny { return max(0, size.rows - 1) }
        return max(1, messageRowLimit - 1, min(3, size.rows - 5))
    }

    /// The most rows that messages and prompts may take: enough is left to see what they are about.
    var messageRowLimit: Int {
        let plain = Layout(size)
        guard plain.isTall, !plain.isTiny else { return 1 }
        // A page has as many fields as it has, and cannot open the list of messages.
        if let fields = screen?.page as? any FieldsPage {
            return max(1, size.rows - type(of: fields).neededRows - 3)
        }
        return min(3, max(1, (size.rows - 6) / 2))
    }
}
