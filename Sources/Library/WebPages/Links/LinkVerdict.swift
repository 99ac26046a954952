public import Bookmarks

/// What an answer, or its absence, says of a link and of its host.
public struct LinkVerdict: Sendable, Hashable {
    /// What it means for asking on.
    public enum Meaning: Sendable, Hashable {
        /// Nothing more is to be asked.
        case settled
        /// The same goes for all links to this host.
        case settlesHost
        /// The page may come when it is asked for again.
        case mayPass
        /// The host asks to be left alone, for so many seconds if it says so.
        case hostIsBusy(seconds: Double?)
        /// No host has this name, or no name is known to anybody here.
        case nameless
        /// The host was not reached, or nothing can be reached at all.
        case notReached
    }

    public var meaning: Meaning
    /// Whether the host, or one on the way, said anything.
    public var isAnswer: Bool
    /// What is recorded of the link when nothing more is asked.
    public var finding: LinkState.Finding

    /// What an answer says.
    ///
    /// Only a server that says that a page is gone makes a link broken. One that wants a password,
    /// is overloaded or fails says nothing of the page.
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

    /// What it says that there was no answer.
    public init(_ failure: WebFailure) {
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
