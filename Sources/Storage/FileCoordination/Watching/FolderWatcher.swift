import Dispatch
import Glibc
import Synchronization

// inotify watches a folder and not its name. When the folder is removed or moved away, the watcher
// watches the nearest existing parent until a folder of that name appears again.

/// Watches a folder for files of one name that are closed after writing, moved in or out, or
/// removed, with inotify.
final class FolderWatcher {
    private let source: any DispatchSourceRead

    /// Watches from now on, until it is released; nil when the system has no watch to give.
    ///
    /// - Parameter wake: called on a queue of its own, once for all events that came together, and
    ///   with true when a folder that was gone is there again: files in it may be others.
    init?(folder: String, name: [UInt8], wake: @escaping @Sendable (Bool) -> Void) {
        let events = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard events >= 0 else {
            WatchShortage.note(errno)
            return nil
        }
        guard let first = FolderWatch(events, folder: folder) else {
            close(events)
            return nil
        }
        let queue = DispatchQueue(label: "doorbell", qos: .userInteractive)
        source = DispatchSource.makeReadSource(fileDescriptor: events, queue: queue)
        let watch = Mutex(first)
        source.setEventHandler { @Sendable in
            let (isFound, isBack) = watch.withLock { watch in
                let isFound = FolderWatcher.drain(events, lookingFor: name, in: &watch)
                return (isFound, watch.follow())
            }
            if isFound || isBack { wake(isBack) }
        }
        // Not before: the handler may be running, and the number would be another file's.
        source.setCancelHandler { @Sendable in close(events) }
        source.activate()
    }

    deinit { source.cancel() }

    /// Reads all that has come, and tells whether the file was among it or events were dropped.
    private static func drain(
        _ events: Int32, lookingFor name: [UInt8], in watch: inout FolderWatch
    ) -> Bool {
        var found = false
        withUnsafeTemporaryAllocation(byteCount: 8192, alignment: 8) { buffer in
            while true {
                let count = read(events, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                if contains(name, in: bytes) { found = true }
                watch.note(bytes)
            }
        }
        return found
    }

    /// An event is a header of 16 bytes (watch, mask, cookie, length) and a name padded with zeros.
    static func contains(_ name: [UInt8], in events: UnsafeRawBufferPointer) -> Bool {
        var isFound = false
        forEachEvent(in: events) { _, mask, found in
            if mask & UInt32(IN_Q_OVERFLOW) != 0 { isFound = true }
            let isFile = mask & FolderWatch.files != 0
            if isFile && found.elementsEqual(name) { isFound = true }
        }
        return isFound
    }

    /// Calls `body` with the watch, the mask and the name of each event.
    static func forEachEvent(
        in events: UnsafeRawBufferPointer,
        _ body: (Int32, UInt32, Slice<UnsafeRawBufferPointer>.SubSequence) -> Void
    ) {
        var start = 0
        while start + 16 <= events.count {
            let watch = events.loadUnaligned(fromByteOffset: start, as: Int32.self)
            let mask = events.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self)
            let length = events.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self)
            let end = min(start + 16 + Int(length), events.count)
            body(watch, mask, events[(start + 16)..<end].prefix { $0 != 0 })
            start = end
        }
    }
}

/// Which folder is watched for another one's sake.
private struct FolderWatch {
    private let events: Int32
    private let folder: String
    /// The watch of ``folder``, or of the nearest folder above it that there is.
    private var number: Int32 = -1
    /// Whether the folder itself is watched.
    private var isThere = false
    /// Why the folder could not be watched last time.
    private var refusal: Int32 = 0
    /// Whether the folder, or the way to it, may have changed.
    private var isStale = true

    private static let leaves = UInt32(IN_DELETE_SELF | IN_MOVE_SELF)
    static let files = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)
    /// Added to the mask of a watch that there is: the kernel sets such a mask to nothing for a
    /// moment before it replaces it, and loses the events of that moment.
    private static let folders = UInt32(IN_CREATE | IN_MOVED_TO | IN_MASK_ADD)

    /// nil when the folder cannot be watched.
    init?(_ events: Int32, folder: String) {
        self.events = events
        self.folder = folder
        guard follow(), isThere else {
            WatchShortage.note(refusal)
            return nil
        }
    }

    /// Notes whether the watch became useless.
    mutating func note(_ bytes: UnsafeRawBufferPointer) {
        FolderWatcher.forEachEvent(in: bytes) { watch, mask, _ in
            let hasLeft = mask & (Self.leaves | UInt32(IN_IGNORED)) != 0
            if watch == number && (hasLeft || !isThere) { isStale = true }
        }
    }

    /// Watches the folder again, or the remaining part of the way to it, when that has changed.
    /// Returns whether the folder is there again.
    mutating func follow() -> Bool {
        guard isStale else { return false }
        isStale = false
        // Stops watching a folder that was moved away; a watch that ended needs no removal.
        if number >= 0 { inotify_rm_watch(events, number) }
        if watchFolder() { return true }
        watchAbove()
        // The folder, or one nearer to it, may have come back before that watch began.
        while true {
            let above = number
            if watchFolder() {
                if above >= 0 { inotify_rm_watch(events, above) }
                return true
            }
            watchAbove()
            if number == above { return false }
            if above >= 0 { inotify_rm_watch(events, above) }
        }
    }

    private mutating func watchFolder() -> Bool {
        number = inotify_add_watch(events, folder, Self.files | Self.leaves)
        isThere = number >= 0
        if !isThere { refusal = errno }
        return isThere
    }

    private mutating func watchAbove() {
        var above = folder
        while number < 0, let parent = parentFolder(of: above), parent != above {
            above = parent
            number = inotify_add_watch(events, above, Self.folders | Self.leaves)
        }
    }
}
