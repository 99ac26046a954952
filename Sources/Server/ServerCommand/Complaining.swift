import Bookmarks
import Glibc
import Screen

/// Says something on standard error after the name of the program, as people call it. Nothing in it
/// steers a terminal.
package func complain(_ text: String) {
    let path = CommandLine.arguments.first ?? "cloudy"
    let file = path.split(separator: "/").last ?? "cloudy"
    let line = "\(file == "cloudy-serve" ? "cloudy serve" : file): \(harmless(text))"
    var size = winsize()
    let isTerminal =
        isatty(STDERR_FILENO) == 1 && ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0
    // Only a terminal has a width: for another program it stays one line.
    let lines = isTerminal ? Prose.lines(line, columns: Int(size.ws_col)) : [line]
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
}
