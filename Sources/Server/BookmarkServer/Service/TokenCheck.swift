package import BookmarkLibrary
import Bookmarks
import HTTPService
import Synchronization

/// Finds the token that a request names, and limits how many each of them, and each address without
/// one, may send.
package final class TokenCheck: Sendable {
    /// The outcome for one request.
    package enum Outcome: Sendable {
        case granted(AccessToken)
        /// There is no such token, or it was revoked.
        case unknown
        /// Too many requests came: the next is answered after so many seconds.
        case tooMany(seconds: Double)
    }

    private let tokens: AccessTokens
    private let allowances: Mutex<Allowances>
    private let start = ContinuousClock.now

    /// With a rate of zero, the wait is infinite, which no header can say.
    private static let longestWait = 3600.0

    private struct Allowances {
        /// Of addresses that came without a token.
        var failures: Allowance
        /// Of each token.
        var calls: Allowance
    }

    package init(_ tokens: AccessTokens, _ limits: BookmarkServiceLimits) {
        self.tokens = tokens
        allowances = Mutex(
            Allowances(
                failures: Allowance(burst: limits.failuresAtOnce, rate: limits.failuresPerSecond),
                calls: Allowance(burst: limits.callsAtOnce, rate: limits.callsPerSecond)))
    }

    /// The rights of a request whose token has this text.
    ///
    /// - Parameter address: from where it came.
    package func check(_ text: String?, from address: String) async throws -> Outcome {
        let token = try await blocking { [tokens] in try text.flatMap { try tokens.token($0) } }
        let now = start.duration(to: .now) / .seconds(1)
        guard let token else { return refused(address, now) ?? .unknown }
        let wait = allowances.withLock { $0.calls.take("\(token.id)", now: now) }
        if let wait { return .tooMany(seconds: min(wait, Self.longestWait)) }
        // A use that cannot be noted is no reason to refuse the request.
        try? await blocking { [tokens] in try tokens.noteUse(of: token) }
        return .granted(token)
    }

    private func refused(_ address: String, _ now: Double) -> Outcome? {
        allowances.withLock { $0.failures.take(address, now: now) }
            .map { .tooMany(seconds: min($0, Self.longestWait)) }
    }
}

extension AccessToken {
    /// The edits of the program that has the token, as undo tells of them.
    func session(at door: EditDoor) -> EditSession {
        .door(door, label)
    }

    /// Its name, or the number of one without.
    var label: String { name.isEmpty ? "\(id)" : name }
}
