import Glibc
import ScratchFolder
import TestSupport
import Testing

/// A server with an account, in a terminal of its own.
final class TestServer {
    private let home: Home
    private let data: String
    private var options: [String]
    private var terminal: Terminal
    /// While it is halted: its terminal, which would let it go on, and its process.
    private var halted: [pid_t] = []
    /// Where it answers.
    let url: String
    /// The token of the account.
    let token: String

    /// Starts one whose data is in the folder around a home.
    init(beside home: Home, _ options: [String] = []) throws {
        self.home = home
        let data = home.folder.path("server")
        self.data = data
        let made = try home.run(
            ["account", "add", "--data", data, "ada"], program: Places.built("cloudyd"))
        try #require(made.status == 0, "\(made.errors)")
        token = made.output.filter { !$0.isWhitespace }
        self.options = options
        let terminal = try Self.serve(home, data, port: "0", options)
        let line = try terminal.screen.split(separator: "\n").first { $0.hasPrefix("cloudyd: ") }
        url = String(try #require(line).dropFirst("cloudyd: ".count))
        self.terminal = terminal
    }

    deinit { resume() }

    private static func serve(
        _ home: Home, _ data: String, port: String, _ options: [String]
    ) throws -> Terminal {
        let terminal = try home.open(
            ["serve", "--data", data, "--port", port] + options, columns: 80,
            program: Places.built("cloudyd"))
        try terminal.expect("cloudyd: http", "://127.0.0.1:")
        return terminal
    }

    /// Ends it at once, as a power failure would.
    func kill() throws {
        if let program = halted.last {
            Glibc.kill(program, SIGKILL)
            resume()
        } else {
            try terminal.signal(SIGKILL)
        }
        _ = try terminal.exitStatus()
    }

    /// Ends it at once and starts it again at the same address.
    func killAndRestart() throws {
        try kill()
        try start()
    }

    /// Ends it as a system does that stops, and tells whether that went well.
    func stop() throws -> Bool {
        resume()
        try terminal.signal(15)
        return try terminal.exitStatus() == 0
    }

    /// Starts it again at the same address, with other options if that is said.
    func start(_ others: [String]? = nil) throws {
        if let others { options = others }
        let port = try #require(url.split(separator: ":").last)
        terminal = try Self.serve(home, data, port: String(port), options)
    }

    /// Halts it, so that what is asked of it waits until ``resume()``.
    func halt() throws {
        halted = [try terminal.tmuxProcess, try terminal.program]
        for process in halted { TestSupport.halt(process) }
    }

    /// Lets a server that is halted answer in short slices until a condition holds, so that a
    /// transfer stands in its middle, however fast the machine is.
    func answer(
        sourceLocation: SourceLocation = #_sourceLocation, until condition: () throws -> Bool
    ) throws {
        let program = try #require(halted.last)
        let isMet = try wait {
            Glibc.kill(program, SIGCONT)
            usleep(20_000)
            TestSupport.halt(program)
            return try condition()
        }
        try #require(isMet, sourceLocation: sourceLocation)
    }

    /// Lets it answer again.
    func resume() {
        for process in halted { Glibc.kill(process, SIGCONT) }
        halted = []
    }

    /// Whether any of its files has some bytes in it.
    func holds(_ text: String) throws -> Bool {
        try home.shell("grep -raqF '\(text)' '\(data)'").status == 0
    }

    /// The rows that a query finds in the account's own store.
    func rows(_ query: String) throws -> String {
        let script = """
            import sqlite3, sys
            for row in sqlite3.connect(sys.argv[1]).execute(sys.argv[2]): print(*row)
            """
        return try home.python(script, try database(), query).filter { $0 != "\n" }
    }

    /// Changes the account's own store behind its back, like an attacker with access to its disk.
    func change(_ statement: String) throws {
        let script = """
            import sqlite3, sys
            with sqlite3.connect(sys.argv[1]) as file: file.execute(sys.argv[2])
            """
        _ = try home.python(script, try database(), statement)
    }

    /// The file of the account's own store.
    func database() throws -> String {
        let all = try home.shell("find '\(data)' -name cloud.sqlite -not -path '*/stores/*'")
        // The data that a restored backup replaced is put aside.
        let inUse = all.output.split(separator: "\n").filter { !$0.contains("/replaced-") }
        return String(try #require(inUse.first))
    }

    /// Forgets that the account is sealed, as it was before.
    func forgetKeys() throws {
        try kill()
        try home.shell("find '\(data)' -depth -path '*/cloudy.key*' -delete")
        try start()
    }

    /// Copies its data, like an attacker with access to its disk.
    func copy(to folder: String) throws {
        #expect(try stop())
        try home.shell("cp -a '\(data)' '\(folder)'")
        try start()
    }

    /// Runs a line of the shell in the folder of the account, while it is stopped.
    func whileStopped(_ line: String, then others: [String]? = nil) throws {
        #expect(try stop())
        let folder = try database().dropLast("/cloud.sqlite".count)
        let outcome = try home.shell("cd '\(folder)' && \(line)")
        #expect(outcome.status == 0, "\(outcome.errors)")
        try start(others)
    }

    /// Shows what it had when a copy was made.
    func goBack(to folder: String) throws {
        #expect(try stop())
        try home.shell("rm -rf '\(data)' && cp -a '\(folder)' '\(data)'")
        try start()
    }

    /// Runs one of its commands.
    @discardableResult
    func run(_ arguments: String...) throws -> Command.Outcome {
        try home.run(arguments + ["--data", data], program: Places.built("cloudyd"))
    }
}

/// Lends a device called `desk` and the server at which it meets others.
///
/// - Parameter options: what the server is started with besides.
func withDesk(_ options: String..., body: (Home, TestServer) throws -> Void) throws {
    try withScratchHome { home in
        let server = try TestServer(beside: home, options)
        let desk = try home.meeting(at: server, device: "desk")
        // Its agent ends with that, and not a minute later.
        defer { _ = try? desk.run("cloud", "leave") }
        try body(desk, server)
    }
}

extension Home {
    /// The same home as a device that meets others at a server.
    func meeting(at server: TestServer, device: String) throws -> Home {
        let home = with(["CLOUDY_DEVICE": device])
        let outcome = try home.run("cloud", "use", server.url, "-y", input: server.token)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return home
    }
}
