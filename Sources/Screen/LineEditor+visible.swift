extension LineEditor {
    /// The part of the line that shows in so many columns, and the column of the cursor in it.
    ///
    /// A line that doesn't fit scrolls by half of the width at a time, so that a person sees text
    /// on both sides of the cursor, and has an ellipsis where it goes on. The cursor is always
    /// inside, as long as there is a column at all.
    public func visible(width: Int, measure: TextMeasure) -> (text: String, cursorColumn: Int) {
        guard width > 0 else { return ("", 0) }
        let glyphs = measure.sanitized(text)
        let total = glyphs.reduce(0) { $0 + $1.width }
        let column = measure.width(String(text.prefix(cursor)))
        // The cursor needs a column of its own behind the text.
        if total < width { return (measure.truncated(text, to: width), column) }
        guard width >= 8 else { return narrow(glyphs, column: column, width: width) }

        let step = width / 2
        let start = column < width - 2 ? 0 : (column - (width - 2) + step) / step * step
        var shown = start > 0 ? measure.truncated("…", to: 1) : ""
        var at = start > 0 ? measure.width(shown) : 0
        let end = total < start + width ? width : width - 1
        var position = 0
        for glyph in glyphs {
            defer { position += glyph.width }
            guard position >= start + at || !shown.isEmpty && position >= start else { continue }
            guard position - start >= at else { continue }
            // What is left of a wide character that the left edge cuts.
            while at < position - start {
                shown += " "
                at += 1
            }
            guard at + glyph.width <= end else { break }
            shown += glyph.text
            at += glyph.width
        }
        if end < width {
            while at < end {
                shown += " "
                at += 1
            }
            shown += measure.truncated("…", to: 1)
        }
        return (shown, column - start)
    }

    /// Where there is no room for ellipses, the cursor stands behind as much text as fits.
    private func narrow(
        _ glyphs: [Glyph], column: Int, width: Int
    ) -> (text: String, cursorColumn: Int) {
        var shown = ""
        var at = 0
        var position = 0
        let start = max(0, column - (width - 1))
        for glyph in glyphs {
            defer { position += glyph.width }
            guard position >= start else { continue }
            guard at + glyph.width <= width else { break }
            shown += glyph.text
            at += glyph.width
        }
        return (shown, min(column - start, at))
    }
}
