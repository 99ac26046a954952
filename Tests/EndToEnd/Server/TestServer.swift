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
    /// The processes that are stopped while the server is halted: its terminal, which would let it
    /// continue, and itself.
    private var halted: [pid_t] = []
    /// The address of the server.
    let url: String
    /// The token of the account.
    let token: String

    /// Starts a server whose data is in the folder around a home.
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

    /// Kills the server, as in a power failure.
    func kill() throws {
        if let program = halted.last {
            Glibc.kill(program, SIGKILL)
            resume()
        } else {
            try terminal.signal(SIGKILL)
        }
        _ = try terminal.exitStatus()
    }

    /// Kills the server and starts it again at the same address.
    func killAndRestart() throws {
        try kill()
        try start()
    }

    /// Stops the server as a system does when it shuts down; returns whether it exited cleanly.
    func stop() throws -> Bool {
        resume()
        try terminal.signal(15)
        return try terminal.exitStatus() == 0
    }

    /// Starts the server again at the same address, with other options if they are given.
    func start(_ others: [String]? = nil) throws {
        if let others { options = others }
        let port = try #require(url.split(separator: ":").last)
        terminal = try Self.serve(home, data, port: String(port), options)
    }

    /// Halts the server, so that requests wait until ``resume()``.
    func halt() throws {
        halted = [try terminal.tmuxProcess, try terminal.program]
        for process in halted { TestSupport.halt(process) }
    }

    /// Lets a halted server answer in short slices until a condition holds, so that a transfer
    /// stops halfway, however fast the machine is.
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

    /// Lets the server continue.
    func resume() {
        for process in halted { Glibc.kill(process, SIGCONT) }
        halted = []
    }

    /// Whether any file of the server contains a text.
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

    /// Changes the account's store directly, like an attacker with access to the server's disk.
    func change(_ statement: String) throws {
        let script = """
            import sqlite3, sys
            with sqlite3.connect(sys.argv[1]) as file: file.execute(sys.argv[2])
            """
        _ = try home.python(script, try database(), statement)
    }

    /// The database file of the account's store.
    func database() throws -> String {
        let all = try home.shell("find '\(data)' -name cloud.sqlite -not -path '*/stores/*'")
        // The data that a restored backup replaced is kept beside it, and is skipped here.
        let inUse = all.output.split(separator: "\n").filter { !$0.contains("/replaced-") }
        return String(try #require(inUse.first))
    }

    /// Makes the server forget that the account is sealed.
    func forgetKeys() throws {
        try kill()
        try home.shell("find '\(data)' -depth -path '*/cloudy.key*' -delete")
        try start()
    }

    /// Copies the server's data, like an attacker with access to its disk.
    func copy(to folder: String) throws {
        #expect(try stop())
        try home.shell("cp -a '\(data)' '\(folder)'")
        try start()
    }

    /// Runs a shell line in the folder of the account while the server is stopped.
    func whileStopped(_ line: String, then others: [String]? = nil) throws {
        #expect(try stop())
        let folder = try database().dropLast("/cloud.sqlite".count)
        let outcome = try home.shell("cd '\(folder)' && \(line)")
        #expect(outcome.status == 0, "\(outcome.errors)")
        try start(others)
    }

    /// Puts the server's data back to an earlier copy.
    func goBack(to folder: String) throws {
        #expect(try stop())
        try home.shell("rm -rf '\(data)' && cp -a '\(folder)' '\(data)'")
        try start()
    }

    /// Runs a command of `cloudyd` for this server.
    @discardableResult
    func run(_ arguments: String...) throws -> Command.Outcome {
        try home.run(arguments + ["--data", data], program: Places.built("cloudyd"))
    }
}

/// Runs `body` with a device called `desk` and the server that it uses.
///
/// - Parameter options: further options with which the server is started.
func withDesk(_ options: String..., body: (Home, TestServer) throws -> Void) throws {
    try withScratchHome { home in
        let server = try TestServer(beside: home, options)
        let desk = try home.meeting(at: server, device: "desk")
        // The agent ends when the device leaves, and not a minute later.
        defer { desk.leaveServer() }
        try body(desk, server)
    }
}

extension Home {
    /// The same home as a device that syncs with a server.
    func meeting(at server: TestServer, device: String) throws -> Home {
        let home = with(["CLOUDY_DEVICE": device])
        let outcome = try home.run("cloud", "use", server.url, "-y", input: server.token)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return home
    }
}
