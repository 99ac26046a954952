import Bookmarks
import Console
import Glibc
import Screen

/// A table for a person at a terminal; in a pipe, tabs separate the fields.
enum TerminalTable {
    /// Returns the lines of a table: with headings on a terminal, and only rows, with tabs between
    /// fields, for another program.
    static func lines(_ headings: [String], _ rows: [[String]]) -> [String] {
        if rows.isEmpty { return [] }
        let rows = rows.map { $0.map(harmless) }
        return isatty(STDOUT_FILENO) != 0
            ? TextTable.lines(headings, rows) : rows.map { $0.joined(separator: "\t") }
    }

    /// Returns the lines of a table in the terminal's width: long texts are cut there, but not in a
    /// pipe.
    static func fitting(_ rows: [[String]], under headings: [String] = []) -> [String] {
        if rows.isEmpty { return [] }
        let rows = rows.map { $0.map(harmless) }
        return TerminalSize.ofStandardOutput.map {
            TextTable.lines(headings, rows, columns: $0.columns)
        } ?? rows.map { $0.joined(separator: "\t") }
    }
}
