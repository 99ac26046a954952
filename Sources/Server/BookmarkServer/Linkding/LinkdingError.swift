import HTTPTypes
import Hummingbird
import NIOCore

/// The error of a call by a client of linkding, in linkding's format.
struct LinkdingError: Error, HTTPResponseError {
    var status: HTTPResponse.Status
    var body: JSONValue
    var headers: HTTPFields = [:]

    init(_ status: HTTPResponse.Status, _ body: JSONValue) {
        self.status = status
        self.body = body
    }

    init(_ status: HTTPResponse.Status, detail: String) {
        self.init(status, ["detail": .string(detail)])
    }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        .json(body, status: status, headers: headers)
    }

    static func unauthorized(_ detail: String) -> Self {
        var error = Self(.unauthorized, detail: detail)
        error.headers[.wwwAuthenticate] = "Token"
        return error
    }

    static let notFound = Self(.notFound, detail: "Not found.")

    /// - Parameter kind: linkding's name of the kind, such as `Bookmark`.
    static func noSuch(_ kind: String) -> Self {
        Self(.notFound, detail: "No \(kind) matches the given query.")
    }

    static func notAllowed(_ method: HTTPRequest.Method, allowed: [HTTPRequest.Method]) -> Self {
        var error = Self(
            .methodNotAllowed, detail: "Method \"\(method.rawValue)\" not allowed.")
        error.headers[.allow] = allowed.map(\.rawValue).joined(separator: ", ")
        return error
    }

    static func tooMany(seconds: Double) -> Self {
        let wait = Int(seconds.rounded(.up))
        var error = Self(
            .tooManyRequests,
            detail: "Request was throttled. Expected available in \(wait) seconds.")
        error.headers[.retryAfter] = "\(wait)"
        return error
    }

    static func tooLong(_ limit: Int) -> Self {
        var error = Self(
            .contentTooLarge, detail: "The body is larger than \(limit) bytes.")
        error.headers[.connection] = "close"
        return error
    }

    /// Returns the error for invalid fields, with the sentences for each field.
    static func fields(_ problems: [String: JSONValue]) -> Self {
        Self(.badRequest, .object(problems))
    }
}

extension Response {
    /// Returns an answer of JSON.
    static func json(
        _ value: JSONValue, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = "application/json"
        headers[.cacheControl] = "no-store"
        headers[.xContentTypeOptions] = "nosniff"
        return Response(
            status: status, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: value.bytes)))
    }
}
