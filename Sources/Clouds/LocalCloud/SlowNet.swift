import Dispatch
import FileCoordination
import Synchronization

/// Checks regularly whether a cloud has changed without a ring, while its doorbell has listeners:
/// one check serves all of them.
final class SlowNet: Sendable {
    private let doorbell: Doorbell
    private let interval: Int
    private let files: [String]
    private let peek: @Sendable () -> CloudState?
    private let state = Mutex(State())

    private struct State {
        var timer: (any DispatchSourceTimer)?
        var last: CloudState?
        /// The revisions of the files before `last` was read.
        var files: [FileRevision] = []
    }

    /// The time for which a file counts as fresh, in nanoseconds. Others see a commit in the file
    /// only after it is on the disk.
    private static let settling: Int64 = 30_000_000_000

    /// - Parameters:
    ///   - interval: the time between two checks, in milliseconds.
    ///   - files: the files that every change is written to. While they are unchanged, no check is
    ///     needed: a server has thousands of idle clouds.
    ///   - peek: reads the state to compare; returns `nil` if it cannot be read now.
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

    /// Returns a stream with an element for every ring of the doorbell, and whenever a check finds
    /// another state than before.
    ///
    /// The stream ends when its task is cancelled or the doorbell is released.
    func hints() -> AsyncStream<Void> {
        let rings = doorbell.rings()
        // Not before the first listener: the timer would stop at once.
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
