import ArgumentParser
import BookmarksUI
import Console
import Glibc

/// The option for paging, shared by all commands with long output.
struct PagingOptions: ParsableArguments {
    @Flag(help: "Don't use a pager for output longer than the screen.")
    var noPager = false

    /// Prints a text for people, through the pager if standard output is a terminal with fewer
    /// rows.
    func print(_ text: String, _ options: HomeOptions) throws {
        guard !noPager, let size = TerminalSize.ofStandardOutput,
            text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) >= size.rows
        else { return write(text, to: STDOUT_FILENO) }
        Pager(setting: try options.settings().pager, environment: environment()).print(text)
    }

    /// Prints lines for people in the same way.
    func print(_ lines: [String], _ options: HomeOptions) throws {
        try print(lines.map { $0 + "\n" }.joined(), options)
    }
}
