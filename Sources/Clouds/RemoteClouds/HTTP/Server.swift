import AsyncHTTPClient
import CloudMessages
import FoundationEssentials
import NIOCore
import NIOHTTP1
import Replication

/// The address of a server, its caller, and the meaning of its errors.
struct Server: Sendable {
    /// The address, without a slash at the end.
    let base: String
    private let token: String
    private let store: StoreName

    private let authority: String?

    init(
        url: String, token: String, store: StoreName, authority: String?
    ) throws(CloudError) {
        guard let parsed = URL(string: url), let scheme = parsed.scheme?.lowercased(),
            ["http", "https"].contains(scheme), parsed.host() != nil
        else {
            throw CloudError(
                .unusable,
                "\(url) is not the address of a server: it must begin with https:// and "
                    + "a name.")
        }
        base = url.hasSuffix("/") ? String(url.dropLast()) : url
        self.token = token
        self.store = store
        self.authority = authority
    }

    func request(_ method: HTTPMethod, _ path: String) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: "\(base)/v1/\(store.path)\(path)")
        request.method = method
        request.headers.add(name: "Authorization", value: "Bearer \(token)")
        return request
    }

    /// Returns the error for an answer other than 200.
    ///
    /// A gateway between here and the server may pass a call on and then answer in place of the
    /// server, so only the server's own code reveals the outcome of a write.
    func refusal(
        _ status: HTTPResponseStatus, _ body: ByteBuffer, ofWrite isWrite: Bool
    ) -> CloudError {
        let (error, code) = reading(status, body)
        let mayHaveChanged =
            [.unreachable, .unusable].contains(error.code)
            && !(code.map(Self.changesNothing.contains) ?? false)
        return isWrite && mayHaveChanged ? error.afterAChange : error
    }

    /// The error codes with which a server says that it changed nothing.
    private static let changesNothing: Set<String> = [
        "malformed", "unauthorized", "readOnly", "notAllowed", "unknownSender", "notFound",
        "conflict", "tooLarge", "preconditionRequired", "tooMany", "unreachable", "noRoom", "quota",
    ]

    /// Returns the server's error code, if there is one.
    func code(_ body: ByteBuffer) -> String? {
        let data = Data(body.readableBytesView)
        return (try? JSONDecoder().decode(ErrorMessage.self, from: data))?.error.code
    }

    /// Returns the error that an answer describes, and the server's code in it, if there is one.
    private func reading(
        _ status: HTTPResponseStatus, _ body: ByteBuffer
    ) -> (CloudError, code: String?) {
        let data = Data(body.readableBytesView)
        let problem = (try? JSONDecoder().decode(ErrorMessage.self, from: data))?.error
        let text = problem.map { "\(base): \($0.message)" }
        return (error(status, problem?.code, text, body), problem?.code)
    }

    private func error(
        _ status: HTTPResponseStatus, _ code: String?, _ text: String?, _ body: ByteBuffer
    ) -> CloudError {
        switch (status, code) {
        case (_, "unknownOutcome"): return CloudError(.unknownOutcome, text ?? "")
        case (_, "noRoom"): return CloudError(.unreachable, noRoom, lacksRoom: true)
        case (_, "unusable"): return CloudError(.unusable, text ?? "")
        case (.unauthorized, nil), (.forbidden, nil):
            return CloudError(
                .notAllowed,
                "\(base) answers with “\(status)” and no reason, which cloudyd never does: a "
                    + "proxy before it most likely wants its own login. The proxy's owner must let "
                    + "requests below /v1/ pass without one.")
        case (.unauthorized, _):
            return CloudError(
                .notAllowed,
                "\(base) does not know this token, or it was revoked. The server's owner makes "
                    + "another: cloudyd token add ACCOUNT. Then: cloudy cloud use \(base)")
        case (.badRequest, nil) where speaksTLS(body):
            return CloudError(
                .unreachable,
                "\(base) is unreachable: the server speaks TLS, but the address is one without: "
                    + "use an address that begins with https://")
        case (.notFound, "notFound"): return noSuchCall
        case (.forbidden, _):
            return CloudError(.notAllowed, text ?? "\(base) does not allow that.")
        case (.payloadTooLarge, nil): return CloudError(.unusable, smallGateway)
        case (.badRequest, _), (.notFound, _), (.payloadTooLarge, _):
            return CloudError(.unusable, text ?? strange(.status("\(status)")).message)
        default:
            let isRedirect = (300..<400).contains(status.code)
            return CloudError(
                .unreachable, text ?? (isRedirect ? elsewhere(status) : gatewayFailure(status)))
        }
    }

    /// Returns the problem of an answer without a reason: a cloudyd gives its reasons, a proxy in
    /// front of it does not.
    private func gatewayFailure(_ status: HTTPResponseStatus) -> String {
        "\(base) answers with “\(status)” and no reason, which cloudyd never does: it is most "
            + "likely a proxy, and the server behind it is down or slow. This device will try "
            + "again."
    }

    /// Returns the problem of a redirect. Cloudy follows none: the token would go where the person
    /// did not send it.
    private func elsewhere(_ status: HTTPResponseStatus) -> String {
        "\(base) redirects to another address (“\(status)”): it most likely wants a login, or has "
            + "moved. Open \(base) in a browser, and name the right address: cloudy cloud use "
            + "URL"
    }

    private var smallGateway: String {
        "\(base) refuses a request of this size: a proxy most likely limits it. Its limit must be "
            + "32 MiB or more; in nginx: client_max_body_size 32m"
    }

    /// Returns whether a server reports that a call came without TLS. Most do so in a short text,
    /// such as “Client sent an HTTP request to an HTTPS server.”
    private func speaksTLS(_ body: ByteBuffer) -> Bool {
        let text = String(buffer: body)
        return base.lowercased().hasPrefix("http://")
            && ["HTTPS", "SSL"].contains(where: text.contains)
    }

    private var noSuchCall: CloudError {
        let parts = base.split(separator: "/", maxSplits: 2)
        let reason =
            parts.count < 3
            ? "it is older than this program; its owner must update it."
            : "its address has “/\(parts[2])” after the host, which only works if a proxy removes "
                + "that. Without it: cloudy cloud use \(parts[0])//\(parts[1])"
        return CloudError(
            .unusable, "The cloudyd at \(base) does not know this request: \(reason)")
    }

    private var noRoom: String {
        "\(base) has no space: the disk of the server is full, not your account. Its owner must "
            + "free some."
    }

    /// Returns the error for a call without a readable answer.
    ///
    /// - Parameter isWrite: whether the call changes something if it arrives.
    func failure(_ error: any Error, ofWrite isWrite: Bool) async -> CloudError {
        switch error {
        case let error as CloudError: return error
        default:
            let failure = await ConnectionFailure(error, calling: base, authority: authority)
            let code: CloudError.Code =
                isWrite && !failure.neverConnected ? .unknownOutcome : .unreachable
            return CloudError(code, "\(base) is unreachable: \(failure.reason).")
        }
    }

    /// Returns the error for a server that uses another protocol, or a later one.
    func strange(_ answer: StrangeAnswer) -> CloudError { answer.error(at: base) }
}
