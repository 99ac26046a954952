import NIOHTTP1
import Replication
import Synchronization

/// Remembers that a server refused a client, so that it is not asked in vain: a server counts its
/// refusals, and too many shut out others at the same address.
final class Refusals: Sendable {
    /// The kinds of requests of a client.
    enum Request { case call, stream }

    private struct Refusal {
        var error: CloudError
        /// Until when calls are told so without asking.
        var calls: ContinuousClock.Instant
        var streams: ContinuousClock.Instant
    }

    private struct Noted {
        var last: Refusal?
        /// Until when this client gets no stream; other calls go on.
        var streams: ContinuousClock.Instant?
    }

    private let noted = Mutex(Noted())

    /// A token that does not count will not count soon: it is replaced on this side, and for the
    /// new one there is another client. A person waits for calls, not for streams.
    private static let unknownToken = (calls: Duration.seconds(10), streams: Duration.seconds(30))
    /// No server makes a client wait for longer.
    private static let longest = Duration.seconds(60)

    /// Why nothing may be called now. A call that is not made changes nothing, even if the refused
    /// one may have.
    var ofCalls: CloudError? {
        noted.withLock { noted in
            guard let last = noted.last, .now < last.calls else { return nil }
            var error = last.error
            if error.code == .unknownOutcome { error.code = .unreachable }
            return error
        }
    }

    /// Whether no stream should be opened now.
    var isOfStreams: Bool {
        noted.withLock { noted in
            [noted.last?.streams, noted.streams].contains { $0.map { .now < $0 } ?? false }
        }
    }

    /// Notes a refusal of a server, and returns the error to show. That it was asked too often says
    /// less than why it refused before. Of streams an account may have too many, and calls still
    /// count then: where they do not, they learn that by themselves.
    func note(
        _ error: CloudError, of request: Request, _ status: HTTPResponseStatus,
        _ headers: HTTPHeaders
    ) -> CloudError {
        let now = ContinuousClock.now
        switch status {
        case .unauthorized:
            noted.withLock {
                let wait = Self.unknownToken
                $0.last = Refusal(
                    error: error, calls: now + wait.calls, streams: now + wait.streams)
            }
            return error
        case .tooManyRequests:
            let seconds = headers.first(name: "Retry-After").flatMap(Int64.init) ?? 1
            let end = now + min(.seconds(max(1, seconds)), Self.longest)
            return noted.withLock { noted in
                if request == .stream {
                    noted.streams = end
                    return error
                }
                let before = noted.last?.error
                let error = before.flatMap { $0.code == .notAllowed ? $0 : nil } ?? error
                noted.last = Refusal(error: error, calls: end, streams: end)
                return error
            }
        default: return error
        }
    }

    /// Notes that a server has answered a call as it should.
    func clear() { noted.withLock { $0.last = nil } }
}
