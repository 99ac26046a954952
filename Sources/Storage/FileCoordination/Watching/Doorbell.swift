import Glibc
import Synchronization

/// Tells other processes that something has changed, within a fraction of a millisecond.
///
/// A doorbell is a file in a folder. A process that committed a change rings: it opens the file,
/// writes its name into it and closes it, and inotify tells all listeners. Listeners of the same
/// `Doorbell` object are woken directly, and not again by the file. Rings are hints: they may be
/// lost or merged, so a listener must read what has changed, and must also do so from time to time
/// without a ring.
///
/// The watch is on the folder, not on the file, so that a doorbell still rings after its file was
/// deleted and made again. It waits for files to be closed, not written, so that a busy database in
/// the same folder wakes no process.
public final class Doorbell: Sendable {
    public let path: String
    private let state = Mutex(State())

    private struct State {
        var watcher: FolderWatcher?
        /// Polls the file if a watch is impossible.
        var poll: FilePoll?
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastListener = 0
        var lastRing: UInt64 = 0
        /// The latest mark that this doorbell wrote.
        var mark: [UInt8]?
    }

    /// Distinguishes the rings of this doorbell from those of others.
    private let name = UInt64.random(in: 0...UInt64.max)

    /// Creates the file if it is missing, readable and writable by its owner alone.
    public init(path: String) throws(FileCoordinationError) {
        self.path = path
        let file = Self.open(path)
        guard file >= 0 else { throw FileCoordinationError("Cannot create", path, errno: errno) }
        close(file)
    }

    /// Makes a doorbell that creates no file: it hears others ring, and rings if it can.
    public init(existing path: String) {
        self.path = path
    }

    deinit {
        let listeners = state.withLock { state in
            state.watcher = nil
            state.poll = nil
            return state.listeners.values
        }
        for listener in listeners { listener.finish() }
    }

    /// Wakes all listeners, including those in this process. Call it after the commit, not before.
    public func ring() {
        state.withLock { state in
            let file = Self.open(path)
            guard file >= 0 else { return }
            state.lastRing += 1
            let mark = Self.hexadecimal(name) + Self.hexadecimal(state.lastRing)
            // Written in place, so that no space is needed on a full disk. Closing the file wakes
            // listeners.
            state.mark = pwrite(file, mark, mark.count, 0) == mark.count ? mark : nil
            close(file)
        }
        // After writing the file: if this ring hides an earlier one of another process, listeners
        // still wake for it.
        wakeListeners()
    }

    /// Returns sixteen digits, so that all marks have the same length.
    private static func hexadecimal(_ number: UInt64) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return stride(from: 60, through: 0, by: -4).map { digits[Int(number >> UInt64($0) & 15)] }
    }

    /// Wakes the listeners of this doorbell for writes by others.
    private func handleFileChange() {
        let isOwn = state.withLock { state in
            guard let mark = state.mark else { return false }
            let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard file >= 0 else { return false }
            defer { close(file) }
            var found = [UInt8](repeating: 0, count: mark.count)
            return pread(file, &found, found.count, 0) == found.count && found == mark
        }
        if !isOwn { wakeListeners() }
    }

    /// Opens the file, but follows no link: the bytes must not go into another file. A named pipe
    /// in its place does not block the program.
    private static func open(_ path: String) -> Int32 {
        Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    }

    /// Returns a stream with an element for every ring after this call, including rings of this
    /// doorbell; rings that come while no task waits are merged.
    ///
    /// The stream ends when its task is cancelled or the doorbell is released. If the system has no
    /// file watch left, rings of other doorbells are heard within a quarter of a second: see
    /// ``WatchShortage``.
    public func rings() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            if state.watcher == nil, state.poll == nil {
                state.watcher = watch()
                if state.watcher == nil { state.poll = poll() }
            }
            state.lastListener += 1
            state.listeners[state.lastListener] = continuation
            return state.lastListener
        }
        continuation.onTermination = { @Sendable [weak self] _ in self?.remove(id) }
        return stream
    }

    private func watch() -> FolderWatcher? {
        guard let folder = parentFolder(of: path) else { return nil }
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []
        return FolderWatcher(folder: folder, name: name) { [weak self] isOther in
            if isOther { self?.wakeListeners() } else { self?.handleFileChange() }
        }
    }

    private func poll() -> FilePoll {
        FilePoll(path: path) { [weak self] in self?.handleFileChange() }
    }

    /// Whether this doorbell has listeners.
    public var isHeard: Bool { state.withLock { !$0.listeners.isEmpty } }

    /// Wakes only the listeners of this doorbell, for code that noticed a change without a ring.
    public func wakeListeners() {
        let listeners = state.withLock { $0.listeners.values }
        for listener in listeners { listener.yield() }
    }

    private func remove(_ id: Int) {
        state.withLock { state in
            state.listeners[id] = nil
            if state.listeners.isEmpty { (state.watcher, state.poll) = (nil, nil) }
        }
    }
}
