import ArgumentParser
import Bookmarks
import DeviceStore
import FileCoordination
import Glibc
import Replication
import SQLite
import Screen

/// Prints the error on standard error, and ends with the status that says so too.
func reporting<Value>(_ body: () async throws -> Value) async throws -> Value {
    let (text, status): (String, ExitStatus)
    do {
        return try await body()
    } catch let error as CloudError {
        (text, status) = (
            error.message, error.code == .notAllowed ? .notAllowed : .cloudUnreachable
        )
    } catch let error as HomeError {
        (text, status) = (error.message, ExitStatus(error.code))
    } catch let error as SQLiteError {
        let error = HomeError(error)
        (text, status) = (error.message, ExitStatus(error.code))
    }
    complain(text)
    throw ExitCode(status.rawValue)
}

/// Says something on standard error after the name of the program. Nothing in it steers a terminal.
func complain(_ text: String) {
    let path = CommandLine.arguments.first ?? "cloudy-agent"
    let line = "\(path.split(separator: "/").last ?? "cloudy-agent"): \(harmless(text))"
    var size = winsize()
    let isTerminal =
        isatty(STDERR_FILENO) == 1 && ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0
    // Only a terminal has a width: for another program it stays one line.
    let lines = isTerminal ? Prose.lines(line, columns: Int(size.ws_col)) : [line]
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
}

/// A variable of the environment that is set to something.
func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
}
