import ArgumentParser
import Bookmarks
import Console
import DeviceStore
import FileCoordination
import Glibc
import Screen

/// Questions to a person who sits at the terminal.
enum Confirmation {
    /// The number of bookmarks from which a command asks before a change that is tedious to revert.
    static let limit = 10

    /// Whether a person can answer: standard input and standard error are terminals.
    static var canAsk: Bool { isatty(STDIN_FILENO) != 0 && isatty(STDERR_FILENO) != 0 }

    /// Asks about more than `limit` bookmarks, if a person can answer. Ends the command with status
    /// 1 if the answer is no.
    static func ask(
        _ question: String, about count: Int, limit: Int = Self.limit, isAnswered: Bool
    ) throws {
        guard count > limit, !isAnswered, canAsk else { return }
        if askYesNo(question, otherwise: false) { return }
        complain("Nothing was done.")
        throw ExitCode(.nothingFound)
    }

    /// Asks until there is an answer; the end of the input means no.
    ///
    /// - Parameter standard: the meaning of Enter alone.
    static func askYesNo(_ question: String, otherwise standard: Bool) -> Bool {
        while true {
            let text = "\(harmless(question)) \(standard ? "[Y/n]" : "[y/N]")"
            let lines =
                TerminalSize.of(STDERR_FILENO).map {
                    // Leave room for a blank and the typed letter.
                    Prose.lines(text, columns: $0.columns - 2)
                } ?? [text]
            write(lines.joined(separator: "\n") + " ", to: STDERR_FILENO)
            guard let line = readLine() else {
                write("\n", to: STDERR_FILENO)
                return false
            }
            switch line.lowercased() {
            case "": return standard
            case "y", "yes": return true
            case "n", "no": return false
            default: continue
            }
        }
    }
}

/// Returns a count in words, which may be zero: `no bookmarks`.
func countedOrNo(_ count: Int, _ noun: String) -> String {
    count == 0 ? "no \(noun)s" : counted(count, noun)
}

/// Returns a number of bookmarks in words: `1 bookmark`.
func bookmarks(_ count: Int) -> String { counted(count, "bookmark") }
