import Glibc

/// Reads a secret that a person types without echo.
enum Secret {
    /// Asks on the terminal; the end of the input is nothing.
    ///
    /// - Parameter read: reads the typed text. Input left over after it is thrown away.
    static func ask(_ question: String, read: () -> String? = { readLine() }) -> String? {
        write(question, to: STDERR_FILENO)
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return read() }
        let shown = settings
        settings.c_lflag &= ~tcflag_t(ECHO)
        _ = tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
        var restored = shown
        defer {
            _ = tcsetattr(STDIN_FILENO, TCSAFLUSH, &restored)
            write("\n", to: STDERR_FILENO)
        }
        return read()
    }
}
