import Glibc

/// Reads a secret that a person types without echo.
enum Secret {
    /// Asks on the terminal; returns `nil` at the end of the input.
    ///
    /// - Parameter read: reads the typed text. Remaining input is thrown away.
    static func ask(_ question: String, read: () -> String? = { readLine() }) -> String? {
        write(question, to: STDERR_FILENO)
        var shown = termios()
        guard tcgetattr(STDIN_FILENO, &shown) == 0 else { return read() }
        return Signals.showingAgainWhatIsTyped {
            var hidden = shown
            hidden.c_lflag &= ~tcflag_t(ECHO)
            _ = tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
            defer {
                _ = tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
                write("\n", to: STDERR_FILENO)
            }
            return read()
        }
    }
}
