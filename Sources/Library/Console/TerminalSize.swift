import Glibc

/// The size of a terminal in characters.
package struct TerminalSize {
    package var columns: Int
    package var rows: Int

    /// The size of the terminal on standard output; `nil` if there is none, or its size is unknown.
    package static var ofStandardOutput: TerminalSize? { of(STDOUT_FILENO) }

    /// Returns the size of the terminal on a descriptor; `nil` if it is no terminal, or its size is
    /// unknown.
    package static func of(_ descriptor: Int32) -> TerminalSize? {
        var size = winsize()
        guard isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0,
            size.ws_row > 0, size.ws_col > 0
        else { return nil }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}
