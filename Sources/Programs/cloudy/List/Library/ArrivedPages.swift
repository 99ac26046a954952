import BookmarksUI
import Synchronization
import WebPages

/// The progress of saving pages: downloads report it from any thread, several at once.
final class ArrivedPages: Sendable {
    private struct State {
        var progress = SaveProgress(total: 0)
        /// The bytes of each page so far. A page that is requested again begins anew.
        var received: [Int: Int] = [:]
    }

    private let state = Mutex(State())
    private let tell: @Sendable (SaveProgress) -> Void

    init(_ tell: @escaping @Sendable (SaveProgress) -> Void) {
        self.tell = tell
    }

    func begin(total: Int) { state.withLock { $0.progress.total = total } }

    /// Reports a piece of a page. Only the size of a single page is known in advance.
    func note(_ page: DownloadProgress, ofPage number: Int) {
        state.withLock { state in
            let before = state.received.updateValue(page.received, forKey: number) ?? 0
            state.progress.received = (state.progress.received ?? 0) + page.received - before
            state.progress.size = state.progress.total == 1 ? page.total : nil
            // Within the lock, so that the latest progress is told last.
            tell(state.progress)
        }
    }

    func note(done: Int) {
        state.withLock { state in
            state.progress.done = done
            tell(state.progress)
        }
    }
}
