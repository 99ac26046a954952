import ScratchFolder
import TestSupport

/// A home in a scratch folder, with ways to use it: by command, or with the list in a terminal.
struct Home {
    /// The folder given to the program as CLOUDY_HOME.
    let path: String
    /// The folder around the home; it is the program's home folder too.
    let folder: ScratchFolder
    private var variables: [String: String]

    fileprivate init(folder: ScratchFolder) {
        self.folder = folder
        path = folder.path("home")
        variables = [
            "CLOUDY_HOME": path, "CLOUDY_DEVICE": "here", "HOME": folder.path, "LC_ALL": "C.UTF-8",
            "BROWSER": "true",
            "PATH": Command.inheritedEnvironment["PATH"] ?? "/usr/bin:/bin",
            "SWIFT_BACKTRACE": "enable=no",
        ]
        variables["LD_LIBRARY_PATH"] = Command.inheritedEnvironment["LD_LIBRARY_PATH"]
    }

    /// The same home, seen by programs with other environment variables; `nil` removes one.
    func with(_ changes: [String: String?]) -> Home {
        var copy = self
        for (name, value) in changes { copy.variables[name] = value }
        return copy
    }

    /// Opens the list in a terminal, or another program given with its arguments.
    func open(
        _ arguments: String..., columns: Int = 80, rows: Int = 24, program: String = Places.program
    ) throws -> Terminal {
        try open(arguments, columns: columns, rows: rows, program: program)
    }

    func open(
        _ arguments: [String], columns: Int, rows: Int = 24, program: String
    ) throws -> Terminal {
        try Terminal(
            socket: folder.path("tmux-\(UInt32.random(in: 0...UInt32.max))"), columns: columns,
            rows: rows, environment: variables, program: [program] + arguments)
    }

    /// Runs a command to its end.
    @discardableResult
    func run(_ arguments: String..., input: String = "") throws -> Command.Outcome {
        try run(arguments, input: input)
    }

    @discardableResult
    func run(
        _ arguments: [String], input: String = "", program: String = Places.program
    ) throws -> Command.Outcome {
        try Command(program, arguments, environment: variables, input: input).run()
    }

    /// Runs a shell line; `$0` is the program.
    @discardableResult
    func shell(_ line: String) throws -> Command.Outcome {
        try Command("sh", ["-c", line, Places.program], environment: variables).run()
    }

    /// The folder of a device.
    func deviceFolder(_ device: String = "here") -> String { "\(path)/devices/\(device)" }

    /// The path of the Python executable itself: `python3` may be a script that looks for it, and
    /// takes longer than most of these tests.
    static let pythonItself: String = {
        let path = try? Command("python3", ["-c", "import sys; print(sys.executable)"]).run().output
        return path?.split(separator: "\n").first.map(String.init) ?? "python3"
    }()

    /// Runs a Python script with arguments, and returns its output.
    func python(_ script: String, _ arguments: String...) throws -> String {
        try python(script, arguments: arguments)
    }

    func python(_ script: String, arguments: [String]) throws -> String {
        let outcome = try Command(
            Self.pythonItself, ["-c", script] + arguments, environment: variables
        ).run()
        if outcome.status != 0 { throw TerminalFailure(outcome.errors) }
        return outcome.output
    }

    /// The names and URLs in the property list of a device, as Python's plistlib reads them.
    func mirrored(device: String = "here") throws -> [String] {
        let script = """
            import plistlib, sys
            for mark in plistlib.load(open(sys.argv[1], "rb"))["bookmarks"]:
                print(mark["name"], mark["url"])
            """
        let lines = try? python(script, "\(deviceFolder(device))/defaults.plist")
        return lines?.split(separator: "\n").map(String.init) ?? []
    }
}

/// Runs `body` with a new home, then removes the home and ends all that ran in it.
func withScratchHome<R>(_ body: (Home) throws -> R) throws -> R {
    try body(Home(folder: ScratchFolder()))
}

/// The same for tests that wait for a browser.
func withScratchHomeAsync<R>(_ body: (Home) async throws -> R) async throws -> R {
    try await body(Home(folder: ScratchFolder()))
}
