/// Lays out a table for a person at a terminal: columns of fields, below a first line with the
/// names of the columns.
public enum TextTable {
    /// The widest padding of a column: a longer value makes only its own line longer.
    private static let widest = 60
    /// The blanks between two columns.
    private static let gap = 2

    /// Returns the lines of a table, without their ends. The texts must not contain control
    /// characters.
    ///
    /// - Parameters:
    ///   - headings: The name of each column; empty if it needs no name.
    ///   - rows: The fields of each row, one for each heading.
    public static func lines(_ headings: [String], _ rows: [[String]]) -> [String] {
        let rows = [headings] + rows
        let widths = naturalWidths(rows).map { min($0, widest) }
        return lines(rows, widths)
    }

    /// Returns the lines of a table that is no wider than `columns`. The texts of the widest
    /// columns are cut to make room. Rows without fields are empty lines.
    ///
    /// - Parameter headings: as above; none for a table without names of columns.
    public static func lines(
        _ headings: [String], _ rows: [[String]], columns: Int
    ) -> [String] {
        let rows = (headings.isEmpty ? [] : [headings]) + rows
        let measure = TextMeasure.standard
        let widths = fitting(naturalWidths(rows), in: columns)
        let cut = rows.map { row in
            zip(row, widths).map { measure.truncated($0, to: $1) }
        }
        return lines(cut, widths)
    }

    private static func naturalWidths(_ rows: [[String]]) -> [Int] {
        let measure = TextMeasure.standard
        return (0..<(rows.map(\.count).max() ?? 0)).map { column in
            rows.map { column < $0.count ? measure.width($0[column]) : 0 }.max() ?? 0
        }
    }

    /// Returns the widths, with the widest reduced until all columns fit.
    private static func fitting(_ widths: [Int], in columns: Int) -> [Int] {
        let room = columns - gap * max(0, widths.count { $0 > 0 } - 1)
        var limit = widths.max() ?? 0
        func used() -> Int { widths.reduce(0) { $0 + min($1, limit) } }
        while limit > 1, used() > room { limit -= 1 }
        // The columns that were cut share the rest after the last step.
        var rest = max(0, room - used())
        return widths.map { width in
            guard width > limit, rest > 0 else { return min(width, limit) }
            rest -= 1
            return limit + 1
        }
    }

    private static func lines(_ rows: [[String]], _ widths: [Int]) -> [String] {
        let measure = TextMeasure.standard
        return rows.map { row in
            var line = ""
            // Blanks are written only before another text.
            var blanks = 0
            for (text, width) in zip(row, widths) {
                if !text.isEmpty { line += String(repeating: " ", count: blanks) + text }
                let written = text.isEmpty ? blanks : 0
                blanks = written + max(0, width - measure.width(text)) + gap
            }
            return line
        }
    }
}
