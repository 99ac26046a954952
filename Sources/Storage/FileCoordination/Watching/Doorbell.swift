import Glibc
import Synchronization

/// Tells other processes that something has changed, within a fraction of a millisecond.
///
/// A doorbell is a file in a folder. A process that committed a change rings: it opens the file,
/// writes its name into it and closes it, and inotify tells all listeners. Listeners of the same
/// `Doorbell` object are told at once, and not again by the file. Rings are hints: they may be
/// lost or come together, so a listener looks for itself what has changed, and also does so now and
/// then without a ring.
///
/// The folder is watched and not the file, so that a bell that was deleted and made again still
/// rings; and for closed files and not for written ones, so that a busy database in the same folder
/// wakes no process.
public final class Doorbell: Sendable {
    public let path: String
    private let state = Mutex(State())

    private struct State {
        var watcher: FolderWatcher?
        /// Polls the file where a watch is impossible.
        var poll: FilePoll?
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastListener = 0
        var lastRing: UInt64 = 0
        /// The latest mark that this doorbell wrote.
        var mark: [UInt8]?
    }

    /// Tells the rings of this doorbell from those of others.
    private let name = UInt64.random(in: 0...UInt64.max)

    /// Creates the file, readable and writable by its owner alone, when it is missing.
    public init(path: String) throws(FileCoordinationError) {
        self.path = path
        let file = Self.open(path)
        guard file >= 0 else { throw FileCoordinationError("Cannot create", path, errno: errno) }
        close(file)
    }

    /// A doorbell where nothing can be written: it hears others ring, and rings if it can.
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

    /// Wakes everyone who listens, in this process too. Call it after the commit, not before.
    public func ring() {
        state.withLock { state in
            let file = Self.open(path)
            guard file >= 0 else { return }
            state.lastRing += 1
            let mark = Self.hexadecimal(name) + Self.hexadecimal(state.lastRing)
            // Written in place, so that it needs no room on a full disk. Closing alone wakes
            // listeners.
            state.mark = pwrite(file, mark, mark.count, 0) == mark.count ? mark : nil
            close(file)
        }
        // After the file was written: an earlier ring of another process, if ours hides it, is
        // heard with this one.
        wakeListeners()
    }

    /// Always as long as any other.
    private static func hexadecimal(_ number: UInt64) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return stride(from: 60, through: 0, by: -4).map { digits[Int(number >> UInt64($0) & 15)] }
    }

    /// Wakes the listeners of this doorbell for writes by others.
    private func hearFile() {
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

    /// Opens the file, and nothing that a link leads to: the byte must not go into another file.
    /// A named pipe in its place does not stop the program.
    private static func open(_ path: String) -> Int32 {
        Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    }

    /// A stream with an element for every ring after this call, its own rings included; rings that
    /// come while no task waits are one.
    ///
    /// Ends when its task is cancelled or the doorbell goes away. When the system has no watch to
    /// give, rings of other doorbells are heard within a quarter of a second: see
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
            if isOther { self?.wakeListeners() } else { self?.hearFile() }
        }
    }

    private func poll() -> FilePoll {
        FilePoll(path: path) { [weak self] in self?.hearFile() }
    }

    /// Whether anybody listens to this doorbell.
    public var isHeard: Bool { state.withLock { !$0.listeners.isEmpty } }

    /// Wakes the listeners of this doorbell only: for code that noticed a change without a ring.
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
