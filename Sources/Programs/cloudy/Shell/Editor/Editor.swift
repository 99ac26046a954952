import Glibc
import Subprocess
import SystemPackage

/// The person's editor: `$VISUAL`, `$EDITOR`, or the first usual one that is installed.
struct Editor: Sendable {
    /// The editor that the person chose: a line for the shell, as all programs read these
    /// variables.
    private let chosen: String?

    init(environment: [String: String]) {
        chosen = ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.isEmpty }
    }

    /// Finds the usual editor if none is chosen; the shell's status tells if there is none.
    private static let usual =
        "$(command -v editor || command -v nano || command -v vi || echo vi)"

    /// Opens a file in the editor and waits. Throws ``EditorError`` if the editor could not run, or
    /// failed.
    func edit(_ path: String) async throws {
        // The shell also gets the Ctrl-C for the editor, and must not end.
        let line = "trap : INT QUIT; \(chosen ?? Self.usual) \"$1\""
        let status: TerminationStatus
        do {
            // The terminal, even if standard input or output is a pipe.
            let terminal = try FileDescriptor.open("/dev/tty", .readWrite)
            status = try await run(
                .name("sh"), arguments: ["-c", line, "sh", path],
                input: .fileDescriptor(terminal, closeAfterSpawningProcess: false),
                output: .fileDescriptor(terminal, closeAfterSpawningProcess: false),
                error: .fileDescriptor(terminal, closeAfterSpawningProcess: true)
            ).terminationStatus
        } catch is Errno {
            // Without a terminal, the editor may still be a script.
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

/// The reason why nothing was edited.
enum EditorError: Error, CustomStringConvertible {
    /// The chosen editor is missing; `nil` if none was chosen, and no usual one is installed.
    case cannotRun(String?)
    case failed(String?)
    /// The edited file no longer exists.
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
