import Glibc

/// How much fits on a terminal.
struct TerminalSize {
    var columns: Int
    var rows: Int

    /// That of the terminal on standard output; `nil` for what is none, or does not say.
    static var ofStandardOutput: TerminalSize? {
        var size = winsize()
        guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0,
            size.ws_row > 0, size.ws_col > 0
        else { return nil }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}
