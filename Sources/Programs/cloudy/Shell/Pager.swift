import Bookmarks
import Glibc
import Subprocess
import SystemPackage
import WebPages

/// The program that shows output longer than the screen.
struct Pager {
    /// The program and its arguments; empty if no pager is wanted.
    private let words: [String]
    /// The setting or variable with the program, for messages.
    private let source: String?

    /// Finds the pager: the setting, else `$PAGER`, else `less`. `cat` does not count as a pager.
    init(setting: String?, environment: [String: String]) {
        let command = setting ?? environment["PAGER"] ?? "less"
        source = setting != nil ? "the setting pager" : environment["PAGER"].map { _ in "$PAGER" }
        let words = command.split(separator: " ").map(String.init)
        self.words = words == ["cat"] ? [] : words
    }

    /// Shows a text; prints it if no pager is wanted, or there is none.
    func print(_ text: String) {
        guard let program = words.first else { return write(text, to: STDOUT_FILENO) }
        if (try? show(text, program)) == true { return }
        write(text, to: STDOUT_FILENO)
        guard let source else { return }
        complain(
            "The pager \(harmless(program)), set by \(source), was not found or cannot run.")
    }

    /// Shows a text in the pager. Returns whether the pager ran; one that was quit early has done
    /// its work.
    private func show(_ text: String, _ program: String) throws -> Bool {
        // As in other programs: less ends at once if everything fits, and leaves the text on the
        // screen.
        let environment: Environment =
            getenv("LESS") == nil ? .inherit.updating(["LESS": "FRX"]) : .inherit
        let arguments = Arguments(Array(words.dropFirst()))
        _ = try Signals.lendingTerminal {
            try waitFor {
                try await run(
                    program.contains("/") ? .path(.init(program)) : .name(program),
                    arguments: arguments, environment: environment, input: LenientInput(text),
                    output: .currentStandardOutput, error: .currentStandardError
                ).terminationStatus
            }
        }
        return true
    }
}
