extension LineEditor {
    /// Returns the part of the line that is visible in `width` columns, and the column of the
    /// cursor in it.
    ///
    /// A line that does not fit scrolls by half of the width at a time, so that there is text on
    /// both sides of the cursor, and has an ellipsis where it continues. Below eight columns, the
    /// cursor stands after as much text as fits. The cursor is always within the width.
    public func visible(width: Int, measure: TextMeasure) -> (text: String, cursorColumn: Int) {
        guard width > 0 else { return ("", 0) }
        let total = measure.width(text)
        let column = measure.width(String(text.prefix(cursor)))
        let hasMarks = width >= 8 && total >= width
        let start = firstColumn(cursorColumn: column, total: total, width: width)

        var line = Canvas(size: Size(columns: width, rows: 1))
        line.put(text, column: -start, row: 0, measure: measure)
        if hasMarks, start > 0 { line.put("…", column: 0, row: 0, width: 1, measure: measure) }
        if hasMarks, total > start + width {
            line.put("…", column: width - 1, row: 0, width: 1, measure: measure)
        }
        return (line.text, column - start)
    }

    private func firstColumn(cursorColumn: Int, total: Int, width: Int) -> Int {
        // The cursor needs a column of its own after the text.
        if total < width { return 0 }
        if width < 8 { return max(0, cursorColumn - (width - 1)) }
        // The cursor stays out of the last column, which has the ellipsis, and of the one before
        // it.
        let rest = cursorColumn - (width - 2)
        if rest < 0 { return 0 }
        let step = width / 2
        return (rest / step + 1) * step
    }
}
