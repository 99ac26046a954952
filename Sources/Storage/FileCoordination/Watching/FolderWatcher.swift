import Dispatch
import Glibc
import Synchronization

// inotify watches a folder, not its name. If the folder is removed or moved away, the watcher
// watches the nearest existing parent until a folder with that name appears again.

/// Watches a folder for files of one name that are closed after writing, moved in or out, or
/// removed, with inotify.
final class FolderWatcher {
    private let source: any DispatchSourceRead

    /// Watches from now on, until this object is released; `nil` if the system has no watch left.
    ///
    /// - Parameter wake: called on a queue of its own, once for all events that came together. The
    ///   argument is true if a missing folder is there again: files in it may be others.
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
        // Not earlier: the handler may be running, and the descriptor could be reused for another
        // file.
        source.setCancelHandler { @Sendable in close(events) }
        source.activate()
    }

    deinit { source.cancel() }

    /// Reads all waiting events. Returns whether they concern the file, or events were dropped.
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

    /// Returns whether events concern a name. An event is a header of 16 bytes (watch, mask,
    /// cookie, length) and a name padded with zeros.
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

/// The folder that is watched: the wanted one, or the nearest existing parent.
private struct FolderWatch {
    private let events: Int32
    private let folder: String
    /// The watch on ``folder``, or on its nearest existing parent.
    private var number: Int32 = -1
    /// Whether the folder itself is watched.
    private var isThere = false
    /// The error number of the latest failed watch.
    private var refusal: Int32 = 0
    /// Whether the folder, or a parent, may have changed.
    private var isStale = true

    private static let leaves = UInt32(IN_DELETE_SELF | IN_MOVE_SELF)
    static let files = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)
    /// Part of the mask, because the kernel briefly clears the mask of an existing watch before it
    /// replaces it, and loses the events of that moment.
    private static let folders = UInt32(IN_CREATE | IN_MOVED_TO | IN_MASK_ADD)

    /// Watches a folder; `nil` if that is impossible.
    init?(_ events: Int32, folder: String) {
        self.events = events
        self.folder = folder
        guard follow(), isThere else {
            WatchShortage.note(refusal)
            return nil
        }
    }

    /// Notes whether the watch has become useless.
    mutating func note(_ bytes: UnsafeRawBufferPointer) {
        FolderWatcher.forEachEvent(in: bytes) { watch, mask, _ in
            let hasLeft = mask & (Self.leaves | UInt32(IN_IGNORED)) != 0
            if watch == number && (hasLeft || !isThere) { isStale = true }
        }
    }

    /// Watches the folder again, or its nearest existing parent, if something has changed. Returns
    /// whether the folder is there again.
    mutating func follow() -> Bool {
        guard isStale else { return false }
        isStale = false
        // Ends the watch on a folder that was moved away; a watch that ended needs no removal.
        if number >= 0 { inotify_rm_watch(events, number) }
        if watchFolder() { return true }
        watchAbove()
        // The folder, or a nearer parent, may have come back before that watch began.
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
