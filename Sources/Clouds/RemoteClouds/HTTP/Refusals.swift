import NIOHTTP1
import Replication
import Synchronization

/// Remembers that a server refused a client, so that the client does not ask in vain: a server
/// counts its refusals, and too many of them shut out others at the same address.
final class Refusals: Sendable {
    /// The kinds of a client's requests.
    enum Request { case call, stream }

    private struct Refusal {
        var error: CloudError
        /// Until when calls fail without asking the server.
        var calls: ContinuousClock.Instant
        var streams: ContinuousClock.Instant
    }

    private struct Noted {
        var last: Refusal?
        /// Until when this client gets no stream; other calls continue.
        var streams: ContinuousClock.Instant?
    }

    private let noted = Mutex(Noted())

    /// An invalid token stays invalid: it is replaced on this side, and the new one has another
    /// client. A person waits for calls, but not for streams.
    private static let unknownToken = (calls: Duration.seconds(10), streams: Duration.seconds(30))
    /// The longest pause that a server may ask for.
    private static let longest = Duration.seconds(60)

    /// The reason why no call may be made now. A call that is not made changes nothing, even if the
    /// refused one may have.
    var ofCalls: CloudError? {
        noted.withLock { noted in
            guard let last = noted.last, .now < last.calls else { return nil }
            var error = last.error
            if error.code == .unknownOutcome { error.code = .unreachable }
            return error
        }
    }

    /// Whether to open no stream now.
    var isOfStreams: Bool {
        noted.withLock { noted in
            [noted.last?.streams, noted.streams].contains { $0.map { .now < $0 } ?? false }
        }
    }

    /// Notes a refusal of a server, and returns the error to show. “Asked too often” says less than
    /// the earlier refusal, which is then shown instead. An account may have too many streams while
    /// calls still work, so that only concerns streams.
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

    /// Notes that a server has answered a call normally.
    func clear() { noted.withLock { $0.last = nil } }
}
