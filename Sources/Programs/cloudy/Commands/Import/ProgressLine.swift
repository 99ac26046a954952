import Bookmarks
import Glibc
import Screen
import Synchronization

/// A line with the progress of work on standard error, if that is a terminal. It appears after a
/// moment, since most work is done by then.
final class ProgressLine: Sendable {
    private struct State {
        var text = ""
        var shown = ""
        var lastShown: ContinuousClock.Instant
    }

    private let isTerminal = isatty(STDERR_FILENO) != 0
    private let state: Mutex<State>

    init() {
        state = Mutex(State(lastShown: .now + .milliseconds(200)))
    }

    /// Sets the text to show.
    func show(_ text: String) {
        state.withLock { $0.text = text }
        tick()
    }

    /// Shows the latest text, at most ten times a second. Call it regularly.
    func tick() {
        guard isTerminal else { return }
        state.withLock { state in
            guard state.text != state.shown, .now - state.lastShown >= .milliseconds(100) else {
                return
            }
            state.lastShown = .now
            state.shown = state.text
            let line = TextMeasure.standard.truncated(
                harmless(state.text), to: Self.columns() - 1, ellipsis: "~")
            write("\r\(line)\u{1b}[K", to: STDERR_FILENO)
        }
    }

    /// Removes the line.
    func end() {
        state.withLock { state in
            if !state.shown.isEmpty { write("\r\u{1b}[K", to: STDERR_FILENO) }
            (state.text, state.shown) = ("", "")
        }
    }

    private static func columns() -> Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else { return 80 }
        return Int(size.ws_col)
    }
}
