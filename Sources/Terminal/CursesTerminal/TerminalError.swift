import CNcurses

/// The reason why there is no screen to draw on.
public struct TerminalError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of reason.
    public enum Code: Sendable, Hashable {
        /// Standard input or output is a file, a pipe or closed.
        case notATerminal
        /// The terminal can't move its cursor, according to TERM.
        case dumbTerminal
        /// TERM is not set, or the system has no terminal with that name.
        case unknownTerminal
        /// Another reason: no descriptors are left, or a screen is already open.
        case failed
    }

    /// The kind of reason.
    public let code: Code
    /// One line for the person: the problem, and what to type instead.
    public let message: String

    /// The ``message``.
    public var description: String { message }

    init?(_ status: cncurses_status, term: String?, alternative: String) {
        let instead = "Type `\(alternative)` instead, which needs no screen."
        switch status {
        case cncurses_opened:
            return nil
        case cncurses_input_is_no_terminal:
            code = .notATerminal
            message = "The screen needs a terminal, but the input isn't one. \(instead)"
        case cncurses_output_is_no_terminal:
            code = .notATerminal
            message = "The screen needs a terminal, but the output isn't one. \(instead)"
        case cncurses_term_is_unset:
            code = .unknownTerminal
            message =
                "TERM isn't set, so the kind of terminal isn't known. Set it, as in "
                + "`TERM=xterm-256color`. \(instead)"
        case cncurses_term_is_unknown:
            code = .unknownTerminal
            message =
                "The system knows no terminal called '\(Self.harmless(term))'. Set TERM to one it "
                + "knows, as in `TERM=xterm-256color`. \(instead)"
        case cncurses_term_is_dumb:
            code = .dumbTerminal
            message =
                "A terminal of the kind '\(Self.harmless(term))' can't show a screen. \(instead)"
        case cncurses_is_open_already:
            code = .failed
            message = "The screen is open already."
        default:
            code = .failed
            message = "The terminal couldn't be opened. \(instead)"
        }
    }

    /// The environment can have any text, and this goes to a terminal.
    private static func harmless(_ term: String?) -> String {
        String((term ?? "").prefix(40).map { $0.isASCII && !$0.isNewline && $0 >= " " ? $0 : "?" })
    }
}
