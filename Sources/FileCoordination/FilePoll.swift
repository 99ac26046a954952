import Dispatch
import Glibc
import Synchronization

/// Looks some times a second whether a file was written, replaced or removed: where the system has
/// no watch to give.
final class FilePoll {
    private let timer: any DispatchSourceTimer

    /// How often it looks, in milliseconds.
    static let interval = 250

    /// Looks from now on, until it is released.
    ///
    /// - Parameter wake: called on a queue of its own when the file is another than at the last
    ///   look, and once more when it may have been written again in the same instant.
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
            let isNews = last.withLock { last in
                defer { last = now }
                return last != now || last.isFresh
            }
            if isNews { wake() }
        }
        timer.activate()
    }

    deinit { timer.cancel() }
}

/// What tells that a file was written: all zero where there is none.
private struct FileRevision: Equatable {
    private var inode: UInt = 0
    private var size: Int = 0
    private var modified: Int64 = 0
    private var changed: Int64 = 0
    /// Whether it was looked at so soon after it was written that a second writing may have the
    /// same time: file systems count in steps of some milliseconds.
    private(set) var isFresh = false

    private static let step: Int64 = 50_000_000

    init(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        (inode, size) = (UInt(status.st_ino), Int(status.st_size))
        modified = Self.nanoseconds(status.st_mtim)
        changed = Self.nanoseconds(status.st_ctim)
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        isFresh = abs(Self.nanoseconds(time) - changed) < Self.step
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    static func == (one: Self, other: Self) -> Bool {
        (one.inode, one.size, one.modified, one.changed)
            == (other.inode, other.size, other.modified, other.changed)
    }
}
