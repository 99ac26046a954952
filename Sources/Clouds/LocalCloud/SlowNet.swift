import Dispatch
import FileCoordination
import Synchronization

/// Looks now and then whether a cloud has changed without a ring, as long as its doorbell has
/// listeners: one look for all of them.
final class SlowNet: Sendable {
    private let doorbell: Doorbell
    private let interval: Int
    private let files: [String]
    private let peek: @Sendable () -> CloudState?
    private let state = Mutex(State())

    private struct State {
        var timer: (any DispatchSourceTimer)?
        var last: CloudState?
        /// The files as they were before `last` was looked at.
        var files: [FileRevision] = []
    }

    /// A commit is in the file some time before others see it: until the disk has it.
    private static let settling: Int64 = 30_000_000_000

    /// - Parameters:
    ///   - interval: how often it looks, in milliseconds.
    ///   - files: the files that every change is written to: while they are unchanged, there is no
    ///     need to look. A server has thousands of clouds that nothing happens to.
    ///   - peek: reads the value to compare; `nil` where it cannot be read now.
    init(
        for doorbell: Doorbell, every interval: Int = 2000, files: [String] = [],
        peek: @escaping @Sendable () -> CloudState?
    ) {
        self.doorbell = doorbell
        self.interval = interval
        self.files = files
        self.peek = peek
    }

    deinit { state.withLock { $0.timer?.cancel() } }

    /// A stream with an element for every ring of the doorbell, and one when a look shows another
    /// state than the one before.
    ///
    /// Ends when its task is cancelled or the doorbell goes away.
    func hints() -> AsyncStream<Void> {
        let rings = doorbell.rings()
        // Not before the first listener: it would stop at once.
        state.withLock { state in
            if state.timer != nil { return }
            state.files = revisions
            state.last = peek()
            state.timer = makeTimer()
        }
        return rings
    }

    private var revisions: [FileRevision] {
        files.map { FileRevision($0, settling: Self.settling) }
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
        let hasChanged = state.withLock { state in
            guard doorbell.isHeard else {
                state.timer?.cancel()
                state.timer = nil
                return false
            }
            let files = revisions
            if !files.isEmpty, files == state.files, !state.files.contains(where: \.isFresh) {
                return false
            }
            guard let now = peek() else { return false }
            defer { (state.last, state.files) = (now, files) }
            return state.last?.epoch != now.epoch || state.last?.head != now.head
        }
        if hasChanged { doorbell.wakeListeners() }
    }
}
