import ArgumentParser
import Console
import DeviceStore
import FileCoordination
import Glibc

/// Runs `cloudy-serve`, a separate program: the code that parses requests of others is kept apart
/// from keys, and from all other commands.
struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "serve",
        abstract: "Let browsers and other programs use your bookmarks.",
        discussion: """
            Runs cloudy-serve, which serves the bookmarks of this device over HTTP until a signal \
            stops it, and makes the tokens for its clients. To see its options: cloudy serve \
            --help. Example: cloudy serve token list
            """)

    @Argument(parsing: .captureForPassthrough, help: "The arguments of cloudy-serve.")
    var arguments: [String] = []

    func run() throws {
        let path = DetachedProgram.path("cloudy-serve")
        let words = [path] + arguments
        let texts = words.map { strdup($0) }
        defer { for text in texts { free(text) } }
        execv(path, texts + [nil])
        complain(
            "cloudy-serve cannot be run: \(String(cString: strerror(errno))). It is built by: make "
                + "server")
        throw ExitCode(.configuration)
    }
}
