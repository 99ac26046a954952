import Screen

/// The rows of the screen, or of a pane, by purpose, at any size.
struct Layout {
    let size: Size
    /// The number of rows for messages and prompts.
    let messageRows: Int
    /// Whether this is a pane, which has neither a title nor messages.
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

    /// Whether there is room for only one line, which then has the most important text.
    var isTiny: Bool { !isPane && (size.columns < 20 || size.rows < 4) }

    /// Whether name and URL are on the same line.
    var isWide: Bool { size.columns >= 60 }

    /// Whether there is a row for column headings, and one only for messages.
    var isTall: Bool { size.rows >= 8 }

    /// The rows between the title and the lines at the bottom.
    var middle: Range<Int> {
        if isPane { return 0..<size.rows }
        if isTiny { return 0..<min(1, size.rows) }
        return 1..<message.lowerBound
    }

    /// The row of the column headings.
    var heading: Int? { isTiny || isPane || !isTall ? nil : middle.lowerBound }

    /// The rows for bookmarks.
    var rows: Range<Int> { heading == nil ? middle : middle.lowerBound + 1..<middle.upperBound }

    /// The rows for a form or a text page, which takes the whole of the smallest screens.
    var text: Range<Int> { isTiny ? 0..<size.rows : middle }

    /// The rows of messages and prompts.
    var message: Range<Int> {
        if isTiny { return 0..<min(1, size.rows) }
        let end = isTall ? size.rows - 1 : size.rows
        return end - messageRows..<end
    }

    /// The row of hints; the same as the row of messages if rows are few.
    var hints: Int { isTiny ? 0 : size.rows - 1 }

    /// The number of rows per bookmark: its URL has its own row if there is no room next to the
    /// name.
    var rowsPerBookmark: Int { isPane || isWide || !isTall || isTiny ? 1 : 2 }

    /// The number of bookmarks that fit at once, at least one.
    var page: Int { max(1, rows.count / rowsPerBookmark) }
}

extension Shell {
    /// The layout of the screen, with the rows that messages now need.
    var screenLayout: Layout { Layout(size, messageRows: bottomLines().count) }

    /// The layout of the list, or of the page in its place: a pane of a wide screen, or the whole
    /// screen.
    var layout: Layout { layout(messageRows: bottomLines().count) }

    /// The layout if messages take a single row, as usual.
    var quietLayout: Layout { layout(messageRows: 1) }

    private func layout(messageRows: Int) -> Layout {
        let screen = Layout(size, messageRows: messageRows)
        return paneFrames(screen).map { Layout(pane: $0.front.inside) } ?? screen
    }

    /// The maximum number of rows for the answer to a prompt: at least one if there are two rows,
    /// since nothing else tells why a key did nothing.
    var answerRowLimit: Int {
        if Layout(size).isTiny { return max(0, size.rows - 1) }
        return max(1, messageRowLimit - 1, min(3, size.rows - 5))
    }

    /// The maximum number of rows for messages and prompts, so that their subject stays visible.
    var messageRowLimit: Int {
        let plain = Layout(size)
        guard plain.isTall, !plain.isTiny else { return 1 }
        // A page keeps room for all its fields, and cannot open the list of messages.
        if case .fields = screen?.page?.content {
            return max(1, size.rows - Form.neededRows - 3)
        }
        return min(3, max(1, (size.rows - 6) / 2))
    }
}
