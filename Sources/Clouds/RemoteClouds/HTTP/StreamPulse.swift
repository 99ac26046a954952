import CloudMessages
import NIOHTTP1
import Synchronization

/// The time of the latest heartbeat or event of a stream. A halted server, or a network that loses
/// everything, keeps the connection open.
final class StreamPulse: Sendable {
    private let limit: Duration
    private let last = Mutex(ContinuousClock.now)

    /// - Parameter limit: the longest silence of the stream.
    init(limit: Duration) { self.limit = limit }

    func beat() { last.withLock { $0 = .now } }

    /// Waits until the stream has been silent for too long, and returns true; returns false if the
    /// task is cancelled before.
    func fallsSilent() async -> Bool {
        while true {
            let rest = limit - last.withLock { $0.duration(to: .now) }
            if rest <= .zero { return true }
            guard (try? await Task.sleep(for: rest)) != nil else { return false }
        }
    }
}

extension HTTPCloud.Patience {
    /// Returns the longest silence that is allowed in a stream whose answer has these headers.
    func silence(ofStream headers: HTTPHeaders) -> Duration {
        let interval = headers.first(name: Heartbeat.field).flatMap(Heartbeat.interval)
        // A server may choose a slower heartbeat than this device expects.
        return interval.map { max(stream, $0 * 2) } ?? silence
    }
}

/// Whether a stream has fallen silent, and no later call or stream has checked whether the server
/// is alive.
final class Suspicion: Sendable {
    private let isRaised = Atomic(false)

    func raise() { isRaised.store(true, ordering: .releasing) }

    /// Removes the suspicion. Returns whether there was one.
    @discardableResult func take() -> Bool { isRaised.exchange(false, ordering: .acquiring) }
}
