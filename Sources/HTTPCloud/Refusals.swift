import NIOHTTP1
import Replication
import Synchronization

/// Remembers that a server refused a client, so that it is not asked in vain: a server counts what
/// it refuses, and what it counts shuts out others at the same address.
final class Refusals: Sendable {
    private struct Refusal {
        var error: CloudError
        var until: ContinuousClock.Instant
        /// Whether calls wait too, and not only streams, which nobody waits for.
        var isForCalls: Bool
    }

    private let last = Mutex<Refusal?>(nil)

    /// A token that does not count will not count soon: it is replaced on this side.
    private static let unknownToken = Duration.seconds(30)
    /// No server makes a client wait for longer.
    private static let longest = Duration.seconds(60)

    private var standing: Refusal? {
        last.withLock { $0.flatMap { ContinuousClock.now < $0.until ? $0 : nil } }
    }

    /// Why nothing is to be called now.
    var ofCalls: CloudError? { standing.flatMap { $0.isForCalls ? $0.error : nil } }

    /// Whether no stream is to be opened now.
    var isOfStreams: Bool { standing != nil }

    /// Notes what a server refused, and returns what to say of it. That it was asked too often says
    /// less than why it refused before.
    func note(
        _ error: CloudError, _ status: HTTPResponseStatus, _ headers: HTTPHeaders
    ) -> CloudError {
        let now = ContinuousClock.now
        switch status {
        case .unauthorized:
            last.withLock {
                $0 = Refusal(error: error, until: now + Self.unknownToken, isForCalls: false)
            }
            return error
        case .tooManyRequests:
            let seconds = headers.first(name: "Retry-After").flatMap(Int64.init) ?? 1
            let pause = min(.seconds(max(1, seconds)), Self.longest)
            return last.withLock { last in
                let error = last.flatMap { $0.error.code == .notAllowed ? $0.error : nil } ?? error
                last = Refusal(error: error, until: now + pause, isForCalls: true)
                return error
            }
        default: return error
        }
    }

    /// Notes that a server has answered as it should.
    func clear() { last.withLock { $0 = nil } }
}
