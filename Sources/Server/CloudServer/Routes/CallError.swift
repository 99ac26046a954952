import CloudMessages
import HTTPService
import HTTPTypes
import Hummingbird
import Logging
import Replication

/// The reason why a call failed, in the form that clients get.
struct CallError: Error, HTTPResponseError {
    var status: HTTPResponse.Status
    var message: ErrorMessage
    var headers: HTTPFields = [:]

    init(_ status: HTTPResponse.Status, _ code: String, _ text: String) {
        self.status = status
        message = ErrorMessage(code: code, text)
    }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        try .json(message, status: status, headers: headers)
    }

    static var unauthorized: CallError {
        var error = CallError(
            .unauthorized, "unauthorized",
            "The request has no valid token, or it was revoked: send one as “Authorization: Bearer "
                + "TOKEN”.")
        error.headers[.wwwAuthenticate] = "Bearer"
        return error
    }

    static let readOnly = CallError(
        .forbidden, "readOnly",
        "This token is read-only: use one that may write. To make one on the server: cloudyd token "
            + "add ACCOUNT. To use it: cloudy cloud use URL")

    static let noRoom = CallError(
        .insufficientStorage, "noRoom",
        "The server has no space: its disk is full. Its owner must free some; nothing was changed.")

    static func tooMany(afterSeconds seconds: Double) -> CallError {
        let wait = Int(seconds.rounded(.up))
        var error = CallError(
            .tooManyRequests, "tooMany", "Too many requests from here: wait \(wait) s.")
        error.headers[.retryAfter] = "\(wait)"
        return error
    }

    static func tooManyStreams(_ limits: ServiceLimits) -> CallError {
        var error = CallError(
            .tooManyRequests, "tooMany",
            "The account has \(limits.streamsPerAccount) event streams open, the limit: list now "
                + "and then, and try again later. The server's owner can raise it with "
                + "--streams-per-account.")
        error.headers[.retryAfter] = "\(limits.streamRetrySeconds)"
        return error
    }

    static func malformed(_ text: String) -> CallError {
        CallError(.badRequest, "malformed", text)
    }

    static func tooLarge(_ limit: Int) -> CallError {
        var error = CallError(
            .contentTooLarge, "tooLarge",
            "The body is larger than \(limit) bytes: split it into several requests.")
        // The client may send for a long time.
        error.headers[.connection] = "close"
        return error
    }

    /// Makes the error for a client from a failure of the cloud behind the server.
    init(_ error: CloudError) {
        switch error.code {
        case .unreachable where error.lacksRoom: self = .noRoom
        case .notAllowed: self.init(.forbidden, "notAllowed", error.message)
        case .unusable: self.init(.internalServerError, "unusable", error.forClients.message)
        case .unknownOutcome:
            self.init(.internalServerError, "unknownOutcome", error.forClients.message)
        default: self = Self.unreachable(error.forClients.message)
        }
    }

    static func unreachable(_ text: String) -> CallError {
        var error = CallError(.serviceUnavailable, "unreachable", text)
        error.headers[.retryAfter] = "5"
        return error
    }
}

/// Answers every error with a JSON message.
struct ErrorAnswers: RouterMiddleware {
    typealias Context = CallContext

    let logger: Logger

    func handle(
        _ request: Request, context: CallContext,
        next: (Request, CallContext) async throws -> Response
    ) async throws -> Response {
        do { return try await next(request, context) } catch {
            let problem = problem(error, request)
            context.record.note { $0.code = problem.message.error.code }
            return try problem.response(from: request, context: context)
        }
    }

    private func problem(_ error: any Error, _ request: Request) -> CallError {
        switch error {
        case let error as CloudError:
            logger.warning("A cloud failed: \(error.message)")
            return CallError(error)
        case let error as CallError: return error
        case let fault as RequestFault: return CallError(fault)
        case let error as ContentsAreFull: return CallError(error)
        case let error as HTTPError:
            if error.status == .notFound {
                return CallError(.notFound, "notFound", "There is no such request.")
            }
            return CallError(
                error.status, "malformed", error.body ?? error.status.reasonPhrase)
        default:
            logger.error("A call failed: \(error)")
            return CallError(
                .internalServerError, request.method == .get ? "failed" : "unknownOutcome",
                "The server could not answer; its log says why. Try again later.")
        }
    }
}

extension HTTPResponse.Status {
    /// The status of RFC 4918, section 11.5.
    static let insufficientStorage = HTTPResponse.Status(
        code: 507, reasonPhrase: "Insufficient Storage")
}
