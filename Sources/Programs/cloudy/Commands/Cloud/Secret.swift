import Glibc

/// What a person types without anybody seeing it.
enum Secret {
    /// Asks on the terminal; the end of the input is nothing.
    ///
    /// - Parameter read: takes what is typed. What is left of it then is thrown away.
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
