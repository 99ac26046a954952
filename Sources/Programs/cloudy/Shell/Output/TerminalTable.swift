import Bookmarks
import Glibc
import Screen

/// A table for a person at a terminal; in a pipe, tabs separate the fields.
enum TerminalTable {
    /// The lines of a table on a terminal, and for another program those of its rows, between
    /// whose fields there are tabs.
    static func printed(_ headings: [String], _ rows: [[String]]) -> [String] {
        if rows.isEmpty { return [] }
        let rows = rows.map { $0.map(harmless) }
        return isatty(STDOUT_FILENO) != 0
            ? TextTable.lines(headings, rows) : rows.map { $0.joined(separator: "\t") }
    }
}
