import Bookmarks
import Glibc
import Screen

/// A table for a person at a terminal: each field below that of the line before, and a first line
/// with the names of the columns. In a pipe, tabs separate the fields.
enum TerminalTable {
    /// No column is padded to more than this: a long value makes its own line longer, and no other.
    private static let widest = 60

    /// The lines of a table on a terminal, and for another program those of its rows, between
    /// whose fields there are tabs.
    static func printed(_ headings: [String], _ rows: [[String]]) -> [String] {
        if rows.isEmpty { return [] }
        return isatty(STDOUT_FILENO) != 0
            ? lines(headings, rows) : rows.map { $0.map(harmless).joined(separator: "\t") }
    }

    /// The lines of a table, without their ends.
    ///
    /// - Parameter headings: what each column is called; empty where that goes without saying.
    static func lines(_ headings: [String], _ rows: [[String]]) -> [String] {
        let rows = ([headings] + rows).map { $0.map(harmless) }
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
                blanks = written + max(0, width - measure.width(text)) + ColumnWidths.gap
            }
            return line
        }
    }
}
