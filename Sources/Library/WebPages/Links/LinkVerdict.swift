public import Bookmarks

/// The meaning of an answer, or of its absence, for a link and its host.
public struct LinkVerdict: Sendable, Hashable {
    /// Whether and how to continue requests.
    public enum Meaning: Sendable, Hashable {
        /// No more requests are needed.
        case settled
        /// The result applies to all links to this host.
        case settlesHost
        /// A later request may succeed.
        case mayPass
        /// The host asks to wait, for a number of seconds if it gives one.
        case hostIsBusy(seconds: Double?)
        /// No host has this name, or the resolver knows no names.
        case nameless
        /// The host was not reached, or nothing is reachable.
        case notReached
    }

    public var meaning: Meaning
    /// Whether the host, or a proxy, answered.
    public var isAnswer: Bool
    /// Whether another time or another network may help: see ``WebFailure/isOutOfReach``.
    public var isOutOfReach = false
    /// The finding to record if no more requests are made.
    public var finding: LinkState.Finding

    /// Interprets an answer.
    ///
    /// A link is broken only if its server says that the page is gone. A server that asks for a
    /// password, is overloaded or fails says nothing about the page.
    public init(_ answer: WebAnswer, at now: Double) {
        isAnswer = true
        let refusal = LinkState.Finding.unsure("the server answered \(answer.statusText)")
        switch answer.status {
        case 404, 410:
            (meaning, finding) = (
                .settled, .broken("the server answered \(answer.statusText)")
            )
        case 429:
            (meaning, finding) = (.hostIsBusy(seconds: answer.secondsToWait(at: now)), refusal)
        case 503:
            let seconds = answer.secondsToWait(at: now)
            meaning = seconds.map { .hostIsBusy(seconds: $0) } ?? .mayPass
            finding = refusal
        case 408, 425, 500..<600: (meaning, finding) = (.mayPass, refusal)
        case 400...: (meaning, finding) = (.settled, refusal)
        default: (meaning, finding) = (.settled, answer.movedTo.map { .moved(to: $0) } ?? .works)
        }
    }

    /// Interprets a missing answer.
    public init(_ failure: WebFailure) {
        isOutOfReach = failure.isOutOfReach
        isAnswer = [.interrupted, .notTrusted, .redirects, .refused, .tooLarge]
            .contains(failure.code)
        switch failure.code {
        case .noSuchHost: (meaning, finding) = (.nameless, .broken(failure.reason))
        case .unresolved, .unreachable, .timedOut:
            (meaning, finding) = (.notReached, .unsure(failure.reason))
        case .interrupted: (meaning, finding) = (.mayPass, .unsure(failure.reason))
        case .notPublic: (meaning, finding) = (.settlesHost, .unsure(failure.reason))
        case .notOnTheWeb, .malformed, .notTrusted, .redirects, .refused, .tooLarge,
            .noFetcher:
            (meaning, finding) = (.settled, .unsure(failure.reason))
        }
    }
}
