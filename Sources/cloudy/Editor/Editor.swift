import Glibc
import Subprocess
import SystemPackage

/// The person's editor: `$VISUAL`, `$EDITOR`, or the first of those that are usually there.
struct Editor: Sendable {
    /// A line for the shell, as every program takes these variables.
    let command: String

    init(environment: [String: String]) {
        let chosen = ["VISUAL", "EDITOR"].compactMap { environment[$0] }
        command =
            chosen.first { !$0.isEmpty }
            ?? "$(command -v editor || command -v nano || command -v vi || echo vi)"
    }

    /// Lets the person edit a file and waits for it. Throws ``EditorError`` when the editor could
    /// not be run, or said that it failed.
    func edit(_ path: String) async throws {
        // The shell gets the Ctrl-C too that is for the editor, and must not end of it.
        let line = "trap : INT QUIT; \(command) \"$1\""
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
        case .exited(127), .exited(126): throw EditorError.cannotRun(command)
        default: throw EditorError.failed(command)
        }
    }
}

/// Why nothing was edited.
enum EditorError: Error, CustomStringConvertible {
    case cannotRun(String)
    case failed(String)

    var description: String {
        switch self {
        case .cannotRun(let command):
            "Cannot run the editor “\(command)”. Set EDITOR to one that is there, such as "
                + "EDITOR=nano."
        case .failed(let command):
            "The editor “\(command)” said that it failed. Nothing was changed."
        }
    }
}
