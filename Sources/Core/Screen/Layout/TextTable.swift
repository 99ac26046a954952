/// Lays out a table for a person at a terminal: the fields of each column below each other, and a
/// first line with the names of the columns.
public enum TextTable {
    /// No column is padded to more than this: a long value makes its own line longer, and no other.
    private static let widest = 60
    /// The blanks between two columns.
    private static let gap = 2

    /// The lines of a table, without their ends. The texts must not steer a terminal.
    ///
    /// - Parameters:
    ///   - headings: What each column is called; empty where that goes without saying.
    ///   - rows: The fields of each row, one for each heading.
    public static func lines(_ headings: [String], _ rows: [[String]]) -> [String] {
        let rows = [headings] + rows
        let measure = TextMeasure.standard
        let widths = headings.indices.map { column in
            min(rows.map { measure.width($0[column]) }.max() ?? 0, widest)
        }
        return rows.map { row in
            var line = ""
            // Blanks are written when something follows them.
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
