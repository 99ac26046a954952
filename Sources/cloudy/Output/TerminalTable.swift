import Bookmarks
import Screen

/// What a person reads on a terminal as a table: each field below that of the line before, and a
/// first line that says what they are. In a pipe, fields are what stands between tabs.
enum TerminalTable {
    /// The lines of a table, without their ends.
    ///
    /// - Parameter headings: what each column is called; empty where that goes without saying.
    static func lines(_ headings: [String], _ rows: [[String]]) -> [String] {
        let rows = ([headings] + rows).map { $0.map(harmless) }
        let measure = TextMeasure.standard
        let widths = headings.indices.map { column in
            rows.map { measure.width($0[column]) }.max() ?? 0
        }
        return rows.map { row in
            var line = ""
            // Blanks are written when something follows them.
            var blanks = 0
            for (text, width) in zip(row, widths) {
                if !text.isEmpty { line += String(repeating: " ", count: blanks) + text }
                let written = text.isEmpty ? blanks : 0
                blanks = written + width - measure.width(text) + ColumnWidths.gap
            }
            return line
        }
    }
}
