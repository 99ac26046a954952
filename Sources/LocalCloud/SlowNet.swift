import Dispatch
import FileCoordination
import Synchronization

/// Looks now and then whether a cloud has changed without a ring, for as long as somebody listens
/// to its doorbell: one look for all of them.
final class SlowNet: Sendable {
    private let doorbell: Doorbell
    private let interval: Int
    private let peek: @Sendable () -> CloudState?
    private let state = Mutex(State())

    private struct State {
        var timer: (any DispatchSourceTimer)?
        var last: CloudState?
    }

    /// - Parameters:
    ///   - interval: how often it looks, in milliseconds.
    ///   - peek: what it looks at; `nil` where that cannot be seen now.
    init(
        for doorbell: Doorbell, every interval: Int = 2000,
        peek: @escaping @Sendable () -> CloudState?
    ) {
        self.doorbell = doorbell
        self.interval = interval
        self.peek = peek
    }

    deinit { state.withLock { $0.timer?.cancel() } }

    /// A stream with an element for every ring of the doorbell, and one when a look shows another
    /// state than the one before.
    ///
    /// Ends when its task is cancelled or the doorbell goes away.
    func hints() -> AsyncStream<Void> {
        let rings = doorbell.rings()
        // Not before somebody listens: it would find that nobody does.
        state.withLock { state in
            if state.timer != nil { return }
            state.last = peek()
            state.timer = makeTimer()
        }
        return rings
    }

    private func makeTimer() -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
        timer.schedule(
            deadline: .now() + .milliseconds(interval), repeating: .milliseconds(interval),
            leeway: .milliseconds(interval / 4))
        timer.setEventHandler { @Sendable [weak self] in self?.look() }
        timer.activate()
        return timer
    }

    private func look() {
        let isNews = state.withLock { state in
            guard doorbell.isHeard else {
                state.timer?.cancel()
                state.timer = nil
                return false
            }
            guard let now = peek() else { return false }
            defer { state.last = now }
            return state.last?.epoch != now.epoch || state.last?.head != now.head
        }
        if isNews { doorbell.wakeListeners() }
    }
}
