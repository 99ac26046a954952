import CloudMessages
import NIOHTTP1
import Synchronization

/// When a stream of events gave a sign of life last. A server that is halted, and a network that
/// loses everything, keep the connection open.
final class StreamPulse: Sendable {
    private let limit: Duration
    private let last = Mutex(ContinuousClock.now)

    /// - Parameter limit: how long the stream may be silent.
    init(limit: Duration) { self.limit = limit }

    func beat() { last.withLock { $0 = .now } }

    /// Returns true when the stream has been silent for too long, and false when the task is
    /// cancelled before.
    func fallsSilent() async -> Bool {
        while true {
            let rest = limit - last.withLock { $0.duration(to: .now) }
            if rest <= .zero { return true }
            guard (try? await Task.sleep(for: rest)) != nil else { return false }
        }
    }
}

extension HTTPCloud.Patience {
    /// How long a stream may be silent whose answer has these headers.
    func silence(ofStream headers: HTTPHeaders) -> Duration {
        let interval = headers.first(name: Heartbeat.field).flatMap(Heartbeat.interval)
        // A server may choose a slower heartbeat than this device expects.
        return interval.map { max(stream, $0 * 2) } ?? silence
    }
}

/// Whether a stream has fallen silent, and neither a call nor a stream has asked since whether the
/// server lives.
final class Suspicion: Sendable {
    private let isRaised = Atomic(false)

    func raise() { isRaised.store(true, ordering: .releasing) }

    /// Drops it; returns whether there was one.
    @discardableResult func take() -> Bool { isRaised.exchange(false, ordering: .acquiring) }
}
