import Glibc
import KeyValueStore
import Synchronization

/// The events that other threads report to a watcher.
enum WatchEvent: Sendable {
    case external(ExternalChange)
    /// The replica may have changed in ways that the store does not announce.
    case ring
    /// The device may use another account now.
    case account
}

/// Passes changes from other threads to the main thread, which also waits for the end of its
/// output's reader.
final class WatchBox: Sendable {
    private let events = Mutex<[WatchEvent]>([])
    /// A descriptor that gets a byte for each event and for a signal.
    let waker: Int32
    private let sleeper: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (sleeper, waker) = (ends[0], ends[1])
    }

    deinit {
        close(sleeper)
        close(waker)
    }

    func post(_ event: WatchEvent) {
        events.withLock { events in
            // One ring says to look again; the reader of the output may be stopped for long.
            let isAgain = events.contains {
                if case .ring = $0, case .ring = event { true } else { false }
            }
            if !isAgain { events.append(event) }
        }
        var byte: UInt8 = 0
        // A full pipe also wakes the reader.
        _ = Glibc.write(waker, &byte, 1)
    }

    /// Drops the events of an account that was left.
    func forgetAll() { events.withLock { $0.removeAll() } }

    /// Waits for the next event. Returns `nil` after a signal, and if the reader of a descriptor
    /// has closed it.
    func next(orClosed descriptor: Int32) -> WatchEvent? {
        while Signals.latest == nil {
            let first = events.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            if let first { return first }
            var ends = [
                pollfd(fd: sleeper, events: Int16(POLLIN), revents: 0),
                pollfd(fd: descriptor, events: 0, revents: 0),
            ]
            guard poll(&ends, 2, -1) > 0 else { continue }
            // A pipe reports an error, and a socket a hangup.
            if ends[1].revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { return nil }
            var drained = [UInt8](repeating: 0, count: 256)
            while read(sleeper, &drained, drained.count) > 0 {}
        }
        return nil
    }
}
