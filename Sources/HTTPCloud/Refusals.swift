import NIOHTTP1
import Replication
import Synchronization

/// Remembers that a server refused a client, so that it is not asked again before that could have
/// changed: a server counts what it refuses, and what it counts shuts out others at the same
/// address.
final class Refusals: Sendable {
    private let last = Mutex<(error: CloudError, until: ContinuousClock.Instant)?>(nil)

    /// A token that does not count will not count soon: it is replaced on this side.
    private static let unknownToken = Duration.seconds(30)
    /// No server makes a client wait for longer.
    private static let longest = Duration.seconds(60)

    /// Why nothing is to be asked now.
    var standing: CloudError? {
        last.withLock { last in
            guard let known = last, ContinuousClock.now < known.until else { return nil }
            return known.error
        }
    }

    /// Notes what a server refused, and returns what to say of it. That it was asked too often says
    /// less than why it refused before.
    func note(
        _ error: CloudError, _ status: HTTPResponseStatus, _ headers: HTTPHeaders
    ) -> CloudError {
        let now = ContinuousClock.now
        switch status {
        case .unauthorized:
            last.withLock { $0 = (error, now + Self.unknownToken) }
            return error
        case .tooManyRequests:
            let seconds = headers.first(name: "Retry-After").flatMap(Int64.init) ?? 1
            let pause = min(.seconds(max(1, seconds)), Self.longest)
            return last.withLock { last in
                let words = last?.error.code == .notAllowed ? last?.error ?? error : error
                last = (words, now + pause)
                return words
            }
        default: return error
        }
    }

    /// Notes that a server has answered as it should.
    func clear() { last.withLock { $0 = nil } }
}
