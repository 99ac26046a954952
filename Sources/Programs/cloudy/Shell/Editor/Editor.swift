import Glibc
import Subprocess
import SystemPackage

/// The person's editor: `$VISUAL`, `$EDITOR`, or the first of those that are usually there.
struct Editor: Sendable {
    /// The editor that the person chose: a line for the shell, as every program takes these
    /// variables.
    private let chosen: String?

    init(environment: [String: String]) {
        chosen = ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.isEmpty }
    }

    /// Finds the editor where none is chosen; the shell's status says that there is none.
    private static let usual =
        "$(command -v editor || command -v nano || command -v vi || echo vi)"

    /// Lets the person edit a file and waits for it. Throws ``EditorError`` when the editor could
    /// not be run, or said that it failed.
    func edit(_ path: String) async throws {
        // The shell gets the Ctrl-C too that is for the editor, and must not end of it.
        let line = "trap : INT QUIT; \(chosen ?? Self.usual) \"$1\""
        let status: TerminationStatus
        do {
            // From the terminal, also when something else is piped in or out.
            let terminal = try FileDescriptor.open("/dev/tty", .readWrite)
            status = try await run(
                .name("sh"), arguments: ["-c", line, "sh", path],
                input: .fileDescriptor(terminal, closeAfterSpawningProcess: false),
                output: .fileDescriptor(terminal, closeAfterSpawningProcess: false),
                error: .fileDescriptor(terminal, closeAfterSpawningProcess: true)
            ).terminationStatus
        } catch is Errno {
            // Without a terminal an editor may still be a script.
            status = try await run(
                .name("sh"), arguments: ["-c", line, "sh", path],
                input: .none, output: .currentStandardError, error: .currentStandardError
            ).terminationStatus
        }
        switch status {
        case .exited(0): return
        case .exited(127), .exited(126): throw EditorError.cannotRun(chosen)
        default: throw EditorError.failed(chosen)
        }
    }
}

/// Why nothing was edited.
enum EditorError: Error, CustomStringConvertible {
    /// The editor that was chosen is not there; `nil` where none was chosen, and none is there.
    case cannotRun(String?)
    case failed(String?)
    /// The file that was to be edited is there no longer.
    case leftNothing

    var description: String {
        switch self {
        case .cannotRun(let command?):
            "Cannot run the editor “\(command)”. Install it, or set EDITOR to another one, such "
                + "as EDITOR=\(command.contains("nano") ? "vi" : "nano")."
        case .cannotRun(nil):
            "There is no editor: VISUAL and EDITOR are not set, and editor, nano and vi are not "
                + "installed. Install one, or name yours: EDITOR=emacs."
        case .failed(let command):
            "The editor\(command.map { " “\($0)”" } ?? "") reported a failure. Nothing was changed."
        case .leftNothing:
            "The editor removed or renamed the file. Nothing was changed."
        }
    }
}
