package import BookmarkLibrary
import Bookmarks
import HTTPService
import Synchronization

/// Finds the token of a request, and limits the requests that each token, and each address without
/// one, may send.
package final class TokenCheck: Sendable {
    /// The result of the check for one request.
    package enum Outcome: Sendable {
        case granted(AccessToken)
        /// The token does not exist, or was revoked.
        case unknown
        /// Too many requests came: the client may try again after this many seconds.
        case tooMany(seconds: Double)
    }

    private let tokens: AccessTokens
    private let allowances: Mutex<Allowances>
    private let start = ContinuousClock.now

    /// The longest wait in seconds. With a rate of zero, the wait would be infinite, which a header
    /// cannot express.
    private static let longestWait = 3600.0

    private struct Allowances {
        /// The allowance of addresses without a valid token.
        var failures: Allowance
        /// The allowance of each token.
        var calls: Allowance
    }

    package init(_ tokens: AccessTokens, _ limits: BookmarkServiceLimits) {
        self.tokens = tokens
        allowances = Mutex(
            Allowances(
                failures: Allowance(burst: limits.failuresAtOnce, rate: limits.failuresPerSecond),
                calls: Allowance(burst: limits.callsAtOnce, rate: limits.callsPerSecond)))
    }

    /// Returns the rights of a request with a token.
    ///
    /// - Parameter address: the network address of the client.
    package func check(_ text: String?, from address: String) async throws -> Outcome {
        let token = try await blocking { [tokens] in try text.flatMap { try tokens.token($0) } }
        let now = start.duration(to: .now) / .seconds(1)
        guard let token else { return refused(address, now) ?? .unknown }
        let wait = allowances.withLock { $0.calls.take("\(token.id)", now: now) }
        if let wait { return .tooMany(seconds: min(wait, Self.longestWait)) }
        // If a use cannot be noted, the request is still granted.
        try? await blocking { [tokens] in try tokens.noteUse(of: token) }
        return .granted(token)
    }

    private func refused(_ address: String, _ now: Double) -> Outcome? {
        allowances.withLock { $0.failures.take(address, now: now) }
            .map { .tooMany(seconds: min($0, Self.longestWait)) }
    }
}

extension AccessToken {
    /// Returns the session of a program with the token, which undo names as the author of its
    /// edits.
    func session(at door: EditDoor) -> EditSession {
        .door(door, label)
    }

    /// The name of the token, or its number if it has no name.
    var label: String { name.isEmpty ? "\(id)" : name }
}
