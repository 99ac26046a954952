import Dispatch
import Glibc

/// Watches a folder for files of one name that are closed after writing or moved in, with inotify.
final class FolderWatcher {
    private let source: any DispatchSourceRead

    /// Watches from now on, until it is released; nil when the system has no watch to give.
    ///
    /// - Parameter wake: called on a queue of its own, once for all events that came together.
    init?(folder: String, name: [UInt8], wake: @escaping @Sendable () -> Void) {
        let events = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard events >= 0 else { return nil }
        guard inotify_add_watch(events, folder, UInt32(IN_CLOSE_WRITE | IN_MOVED_TO)) >= 0 else {
            close(events)
            return nil
        }
        let queue = DispatchQueue(label: "doorbell", qos: .userInteractive)
        source = DispatchSource.makeReadSource(fileDescriptor: events, queue: queue)
        source.setEventHandler { @Sendable in
            if FolderWatcher.drain(events, lookingFor: name) { wake() }
        }
        // Not before: the handler may be running, and the number would be another file's.
        source.setCancelHandler { @Sendable in close(events) }
        source.activate()
    }

    deinit { source.cancel() }

    /// Reads all that has come, and tells whether the file was among it or events were dropped.
    private static func drain(_ events: Int32, lookingFor name: [UInt8]) -> Bool {
        var found = false
        withUnsafeTemporaryAllocation(byteCount: 8192, alignment: 8) { buffer in
            while true {
                let count = read(events, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                if contains(name, in: bytes) { found = true }
            }
        }
        return found
    }

    /// An event is a header of 16 bytes (watch, mask, cookie, length) and a name padded with zeros.
    static func contains(_ name: [UInt8], in events: UnsafeRawBufferPointer) -> Bool {
        var start = 0
        while start + 16 <= events.count {
            let mask = events.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self)
            let length = events.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self)
            let end = min(start + 16 + Int(length), events.count)
            let found = events[(start + 16)..<end].prefix { $0 != 0 }
            if mask & UInt32(IN_Q_OVERFLOW) != 0 || found.elementsEqual(name) { return true }
            start = end
        }
        return false
    }
}
