import HTTPTypes
import Hummingbird

/// Finds whose token came with a request.
struct Authentication: RouterMiddleware {
    typealias Context = CallContext

    var directory: any AccountDirectory

    func handle(
        _ request: Request, context: CallContext,
        next: (Request, CallContext) async throws -> Response
    ) async throws -> Response {
        guard let token = request.headers[.authorization].flatMap(Self.bearer),
            let access = try await directory.access(token: token)
        else { throw CallError.unauthorized }
        var context = context
        context.access = access
        return try await next(request, context)
    }

    /// The token of a header, whose scheme may be written in any case (RFC 9110, 11.1).
    private static func bearer(_ header: String) -> String? {
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }
}
