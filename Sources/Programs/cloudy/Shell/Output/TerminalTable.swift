import Bookmarks
import Console
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

    /// The same, fitting the terminal's width: long texts are cut there, and nowhere else.
    static func fitting(_ rows: [[String]], under headings: [String] = []) -> [String] {
        if rows.isEmpty { return [] }
        let rows = rows.map { $0.map(harmless) }
        return TerminalSize.ofStandardOutput.map {
            TextTable.lines(headings, rows, columns: $0.columns)
        } ?? rows.map { $0.joined(separator: "\t") }
    }
}
