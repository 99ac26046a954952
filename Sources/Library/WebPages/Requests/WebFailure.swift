/// The reason why there is no answer, or no complete one, for a URL.
public struct WebFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure, which tells whether to try again.
    public enum Code: String, Sendable, Hashable {
        /// The URL is not an http or https address.
        case notOnTheWeb
        /// The URL is invalid.
        case malformed
        /// No host has this name.
        case noSuchHost
        /// This network does not know the host; another one may.
        case notPublic
        /// No resolver answered.
        case unresolved
        /// The host or the proxy was not reached.
        case unreachable
        /// No complete answer came in time.
        case timedOut
        /// The connection broke, or the reply was not HTTP.
        case interrupted
        /// The certificate or the encryption is not trustworthy.
        case notTrusted
        /// Redirections form a cycle, or lead out of the web.
        case redirects
        /// The server answered without the page.
        case refused
        /// The answer is larger than the limit.
        case tooLarge
        /// The program that fetches is missing, or failed.
        case noFetcher
    }

    public var code: Code
    /// The reason without a full stop, to continue a sentence.
    public var reason: String

    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// Returns the failure of an answer that is larger than `limit` bytes.
    public static func tooLarge(limit: Int) -> WebFailure {
        let isWhole = limit >= 1 << 20 && limit.isMultiple(of: 1 << 20)
        let most = isWhole ? "\(limit >> 20) MiB" : "\(limit) bytes"
        return WebFailure(.tooLarge, "it is too large; the limit is \(most)")
    }

    public var description: String { reason }

    /// Whether there was no answer, so that another time or another network may help.
    public var isOutOfReach: Bool {
        switch code {
        case .noSuchHost, .notPublic, .unresolved, .unreachable, .timedOut, .interrupted: true
        case .notOnTheWeb, .malformed, .notTrusted, .redirects, .refused, .tooLarge, .noFetcher:
            false
        }
    }
}

extension WebFailure {
    /// Makes the failure for an exit status of curl.
    ///
    /// - Parameter message: The text that curl wrote to standard error.
    public init(curlStatus status: Int32, message: String) {
        switch status {
        case 3: self.init(.malformed, "it cannot be requested")
        case 5: self.init(.unreachable, "the proxy's name cannot be resolved")
        case 6: self.init(.unresolved, "the host name cannot be resolved now")
        case 7: self.init(.unreachable, "the host refuses connections")
        case 28 where message.contains("too slow"):
            self.init(
                .timedOut,
                "the download stalled: less than \(CurlRequest.leastBytes) bytes a second for a "
                    + "while")
        case 28: self.init(.timedOut, "the server did not answer in time")
        case 1: self.init(.redirects, "it redirects to an address that is not on the web")
        case 47: self.init(.redirects, "it redirects too often")
        case 63: self.init(.tooLarge, "it is too large")
        case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91:
            self.init(.notTrusted, "its certificate is not trusted\(Self.quoted(message))")
        case 8, 16, 18, 52, 55, 56, 61, 92, 95, 96:
            self.init(.interrupted, "the connection broke\(Self.quoted(message))")
        default:
            self.init(.noFetcher, "curl failed with status \(status)\(Self.quoted(message))")
        }
    }

    /// Returns the meaningful part of curl's message, on one line.
    private static func quoted(_ message: String) -> String {
        guard let line = message.split(separator: "\n").first else { return "" }
        let text = line.firstIndex(of: ")").map { line[$0...].dropFirst() } ?? line
        let short = text.drop { $0 == " " }.prefix(120)
        return short.isEmpty ? "" : " (\(short))"
    }
}
