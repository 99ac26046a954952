import Screen

/// Which row of the screen holds what, at any size.
struct Layout {
    let size: Size

    init(_ size: Size) {
        self.size = size
    }

    /// Too small for more than one line, which then says what matters most.
    var isTiny: Bool { size.columns < 20 || size.rows < 4 }

    /// Whether name and URL stand on one line.
    var isWide: Bool { size.columns >= 60 }

    /// Whether there is a row for the headings of the columns, and one for messages alone.
    var isTall: Bool { size.rows >= 8 }

    /// The rows between title and the lines at the bottom.
    var middle: Range<Int> {
        if isTiny { return 0..<min(1, size.rows) }
        return isTall ? 1..<size.rows - 2 : 1..<size.rows - 1
    }

    /// The row of the headings of the columns.
    var heading: Int? { isTiny || !isTall ? nil : 1 }

    /// The rows for bookmarks.
    var rows: Range<Int> { heading == nil ? middle : middle.lowerBound + 1..<middle.upperBound }

    /// The rows for a form or a text that scrolls.
    var text: Range<Int> { middle }

    /// The row of messages and prompts.
    var message: Int { isTiny ? 0 : isTall ? size.rows - 2 : size.rows - 1 }

    /// The row of hints; the same as that of messages when rows are few.
    var hints: Int { isTiny ? 0 : size.rows - 1 }

    /// How many rows one bookmark takes: its URL has a row of its own where it has no room beside
    /// the name.
    var rowsPerBookmark: Int { isWide || !isTall || isTiny ? 1 : 2 }

    /// How many bookmarks show at a time, at least one.
    var page: Int { max(1, rows.count / rowsPerBookmark) }
}
