import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// A real terminal of a fixed size with one program in it, driven and read through tmux.
///
/// Each terminal is a tmux server of its own, on a socket in the scratch home and without anybody's
/// settings, so that tests run side by side and beside a person's tmux.
struct Terminal: ~Copyable {
    private let socket: String
    private let environment: [String: String]

    /// Starts a program; its arguments reach it as they are, without a shell.
    init(
        socket: String, columns: Int, rows: Int, environment: [String: String], program: [String]
    ) throws {
        self.socket = socket
        self.environment = environment
        try tmux(
            [
                "start-server", ";", "set", "-g", "remain-on-exit", "on", ";",
                "set", "-g", "default-terminal", environment["TERM"] ?? "tmux-256color", ";",
                "set", "-g", "history-limit", "0", ";", "set", "-s", "escape-time", "0", ";",
                "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-s", "main", "--",
            ] + program
                // The pane is piped by the same list of commands, so that no output of the program
                // is missed.
                + [";", "pipe-pane", "-t", "main", "cat >> '\(printed)'"])
    }

    /// The file with all output of the program, in order.
    private var printed: String { "\(socket).printed" }

    /// Waits until the program has printed these texts in this order, even if they are no longer on
    /// the screen.
    func expectPrinted(_ texts: String..., sourceLocation: SourceLocation = #_sourceLocation) throws
    {
        try expect("\(texts) must be printed", sourceLocation: sourceLocation) { _ in
            guard let file = FileManager.default.contents(atPath: printed) else { return false }
            var rest = String(decoding: file, as: UTF8.self)[...]
            return texts.allSatisfy { text in
                guard let range = rest.firstRange(of: text) else { return false }
                rest = rest[range.upperBound...]
                return true
            }
        }
    }

    /// Ends the program as closing a window does, and waits for its end: what it still writes then
    /// must not fall into a scratch folder that is being removed. A program that a busy machine has
    /// not ended by then is killed.
    deinit {
        let known = ((try? ask("#{pane_pid} #{pid}")) ?? "").split(separator: " ")
        let running = [try? program] + known.map { pid_t($0) }
        _ = try? tmux(["kill-server"])
        for process in running.compactMap({ $0 }) where process > 1 {
            let isOver = wait(for: .seconds(5)) { hasEnded(process) }
            if !isOver { kill(process, SIGKILL) }
        }
    }

    @discardableResult
    private func tmux(_ arguments: [String], input: String = "") throws -> String {
        let outcome = try Command(
            "tmux", ["-S", socket, "-f", "/dev/null", "-u"] + arguments,
            environment: environment, input: input
        ).run()
        guard outcome.status == 0 else { throw TerminalFailure(outcome.errors) }
        return outcome.output
    }

    /// The state of the pane, in tmux's format language.
    func ask(_ format: String) throws -> String {
        String(try tmux(["display-message", "-p", "-t", "main", format]).dropLast())
    }

    /// The screen as text, row by row, without trailing spaces.
    var screen: String {
        get throws { try tmux(["capture-pane", "-p", "-t", "main"]) }
    }

    /// The screen with the escape sequences that style it.
    var styledScreen: String {
        get throws { try tmux(["capture-pane", "-e", "-p", "-t", "main"]) }
    }

    /// Presses keys by the names tmux gives them: `Enter`, `Escape`, `C-r`, `j`.
    func press(_ keys: String...) throws {
        try tmux(["send-keys", "-t", "main", "--"] + keys)
    }

    /// Types text as it is.
    func type(_ text: String) throws {
        try tmux(["send-keys", "-l", "-t", "main", "--", text])
    }

    /// Pastes text as a terminal does, between the marks of a bracketed paste.
    func paste(_ text: String) throws {
        try tmux(["load-buffer", "-b", "pasted", "-"], input: text)
        try tmux(["paste-buffer", "-p", "-d", "-b", "pasted", "-t", "main"])
    }

    func resize(columns: Int, rows: Int) throws {
        try tmux(["resize-window", "-t", "main", "-x", "\(columns)", "-y", "\(rows)"])
    }

    /// The clipboard of tmux.
    var clipboard: String {
        get throws { try tmux(["show-buffer"]) }
    }

    /// Sends a signal to the program in the foreground of the terminal.
    func signal(_ number: Int32) throws {
        kill(try program, number)
    }

    /// The process that shows the terminal.
    var tmuxProcess: pid_t {
        get throws {
            guard let process = pid_t(try ask("#{pid}")) else {
                throw TerminalFailure("tmux does not tell its process")
            }
            return process
        }
    }

    /// The program in the foreground of the terminal: the leader of its process group.
    var program: pid_t {
        get throws {
            let status = try Command("cat", ["/proc/\(try ask("#{pane_pid}"))/stat"]).run().output
            // After the name in parentheses: state, parent, group, session, terminal, its group.
            let fields = status.split(separator: ")").last?.split(separator: " ") ?? []
            guard fields.count > 5, let program = pid_t(fields[5]), program > 1 else {
                throw TerminalFailure("no program has the terminal")
            }
            return program
        }
    }

    /// The position of the cursor: its column and row, from 0.
    var cursor: String {
        get throws { try ask("#{cursor_x},#{cursor_y}") }
    }

    /// Waits until the screen is as expected; if that takes too long, the test fails and shows the
    /// screen.
    @discardableResult
    func expect(
        _ what: Comment, for timeout: Duration = .seconds(60),
        sourceLocation: SourceLocation = #_sourceLocation,
        _ condition: (String) throws -> Bool
    ) throws -> String {
        var last = ""
        let found = try wait(for: timeout) {
            last = try screen
            return try condition(last)
        }
        if !found {
            let shown = last.split(separator: "\n", omittingEmptySubsequences: false)
                .map { "  | \($0)" }.joined(separator: "\n")
            Issue.record("\(what) – the screen is\n\(shown)", sourceLocation: sourceLocation)
            throw TerminalFailure("\(what)")
        }
        return last
    }

    /// Waits until all of these are on the screen.
    @discardableResult
    func expect(_ texts: String..., sourceLocation: SourceLocation = #_sourceLocation) throws
        -> String
    {
        try expect("\(texts) must appear", sourceLocation: sourceLocation) { screen in
            texts.allSatisfy(screen.contains)
        }
    }

    /// Waits until none of these is on the screen.
    @discardableResult
    func expectNo(_ texts: String..., sourceLocation: SourceLocation = #_sourceLocation) throws
        -> String
    {
        try expect("\(texts) must disappear", sourceLocation: sourceLocation) { screen in
            !texts.contains(where: screen.contains)
        }
    }

    /// Waits for the program's end and returns its status: 128 plus the signal's number if killed.
    func exitStatus(sourceLocation: SourceLocation = #_sourceLocation) throws -> Int32 {
        var status: Int32?
        // A pane is dead as soon as its terminal is closed; its exit status is known a little
        // later.
        let ended = try wait {
            let answer = try ask("#{pane_dead_status},#{pane_dead_signal}")
            let parts = answer.split(separator: ",", omittingEmptySubsequences: false).map {
                Int32($0)
            }
            status = parts[0] ?? parts[1].map { 128 + $0 }
            // tmux can miss the signal about a child's end; the end of another child, which this
            // command starts, makes tmux check all of them.
            if status == nil { try tmux(["run-shell", "-b", "true"]) }
            return status != nil
        }
        guard ended, let status else {
            Issue.record("the program must end\n\(try screen)", sourceLocation: sourceLocation)
            throw TerminalFailure("the program did not end")
        }
        return status
    }

    /// The terminal modes that are still on, though a program must leave them as it found them;
    /// empty if there are none.
    var modesLeftOn: String {
        get throws {
            try ask(
                "#{?alternate_on,alternate ,}#{?mouse_any_flag,mouse ,}"
                    + "#{?keypad_flag,keypad ,}#{?keypad_cursor_flag,keys ,}"
                    + "#{?cursor_flag,,no cursor}"
            )
        }
    }
}

/// tmux refused, or the screen never showed what was expected.
struct TerminalFailure: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}
