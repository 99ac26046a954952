import Bookmarks
import Glibc

/// Prints sentences for people on standard error, after the name of the program. They are one line,
/// without characters that could control a terminal.
package func complain(_ text: String, as program: String = programName) {
    let bytes = prose("\(program): \(harmless(text))", for: STDERR_FILENO).utf8
    _ = writeAll(Array(bytes), to: STDERR_FILENO)
}

/// The program's name as people know it: `cloudy serve` runs another program.
package var programName: String {
    let file = CommandLine.arguments.first?.split(separator: "/").last ?? "cloudy"
    return file == "cloudy-serve" ? "cloudy serve" : String(file)
}
