import CloudMessages
import HTTPTypes
import Hummingbird
import Replication

/// Why a call was not done, as a client is told.
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
            "No token of this server came with the request, or it was revoked: send one as "
                + "“Authorization: Bearer TOKEN”.")
        error.headers[.wwwAuthenticate] = "Bearer"
        return error
    }

    static let readOnly = CallError(
        .forbidden, "readOnly", "This token may read and not write: use one that may.")

    static func tooMany(afterSeconds seconds: Double) -> CallError {
        let wait = Int(seconds.rounded(.up))
        var error = CallError(
            .tooManyRequests, "tooMany", "Too many requests came from here: wait \(wait) s.")
        error.headers[.retryAfter] = "\(wait)"
        return error
    }

    static func malformed(_ text: String) -> CallError {
        CallError(.badRequest, "malformed", text)
    }

    static func tooLarge(_ limit: Int) -> CallError {
        CallError(
            .contentTooLarge, "tooLarge",
            "The body is larger than \(limit) bytes: send it in several calls.")
    }

    /// What a failure of the cloud behind is to a client.
    init(_ error: CloudError) {
        switch error.code {
        case .notAllowed: self.init(.forbidden, "notAllowed", error.message)
        case .unknownOutcome: self.init(.internalServerError, "unknownOutcome", error.message)
        case .unusable: self.init(.internalServerError, "unusable", error.message)
        default: self.init(.serviceUnavailable, "unreachable", error.message)
        }
    }
}

/// Answers whatever goes wrong with a message of JSON.
struct ErrorAnswers: RouterMiddleware {
    typealias Context = CallContext

    func handle(
        _ request: Request, context: CallContext,
        next: (Request, CallContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as CloudError {
            return try CallError(error).response(from: request, context: context)
        } catch let error as CallError {
            return try error.response(from: request, context: context)
        } catch let error as HTTPError {
            let text = error.body ?? error.status.reasonPhrase
            let code = error.status == .notFound ? "notFound" : "malformed"
            return try CallError(error.status, code, text)
                .response(from: request, context: context)
        }
    }
}
