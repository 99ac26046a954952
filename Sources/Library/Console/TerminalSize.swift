import Glibc

/// How much fits on a terminal.
package struct TerminalSize {
    package var columns: Int
    package var rows: Int

    /// That of the terminal on standard output; `nil` if there is none, or it does not say.
    package static var ofStandardOutput: TerminalSize? { of(STDOUT_FILENO) }

    /// That of the terminal on a descriptor; `nil` if that is none, or does not say.
    package static func of(_ descriptor: Int32) -> TerminalSize? {
        var size = winsize()
        guard isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0,
            size.ws_row > 0, size.ws_col > 0
        else { return nil }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}
