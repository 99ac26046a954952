import ArgumentParser
import BookmarksUI
import Console
import Glibc

/// How output that may be long is shown: one way for all commands that print it.
struct PagingOptions: ParsableArguments {
    @Flag(help: "Don't use a pager for output longer than the screen.")
    var noPager = false

    /// Prints a text for people: by the pager when standard output is a terminal with fewer rows.
    func print(_ text: String, _ options: HomeOptions) throws {
        guard !noPager, let size = TerminalSize.ofStandardOutput,
            text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) >= size.rows
        else { return write(text, to: STDOUT_FILENO) }
        Pager(setting: try options.settings().pager, environment: environment()).print(text)
    }

    /// Prints lines for people, as a text that has them.
    func print(_ lines: [String], _ options: HomeOptions) throws {
        try print(lines.map { $0 + "\n" }.joined(), options)
    }
}
