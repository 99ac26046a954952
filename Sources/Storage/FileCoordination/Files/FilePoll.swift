import Dispatch
import Glibc
import Synchronization

/// Checks several times a second whether a file was written, replaced or removed, if the system has
/// no file watch left.
final class FilePoll {
    private let timer: any DispatchSourceTimer

    /// The interval between two checks, in milliseconds.
    static let interval = 250

    /// Checks from now on, until this object is released.
    ///
    /// - Parameter wake: called on a queue of its own when the file has changed since the last
    ///   check, and once more if it may have been written again in the same instant.
    init(
        path: String, every interval: Int = FilePoll.interval, wake: @escaping @Sendable () -> Void
    ) {
        let queue = DispatchQueue(label: "doorbell", qos: .userInitiated)
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(
            deadline: .now() + .milliseconds(interval), repeating: .milliseconds(interval),
            leeway: .milliseconds(interval / 5))
        let last = Mutex(FileRevision(path))
        timer.setEventHandler { @Sendable in
            let now = FileRevision(path)
            let hasChanged = last.withLock { last in
                defer { last = now }
                return last != now || last.isFresh
            }
            if hasChanged { wake() }
        }
        timer.activate()
    }

    deinit { timer.cancel() }
}
