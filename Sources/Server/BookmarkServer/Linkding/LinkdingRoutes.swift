import BookmarkLibrary
import Bookmarks
import HTTPService
import HTTPTypes
import Hummingbird

/// The interface of linkding 1.46 for the bookmarks of the device. Its clients work unchanged:
/// browser extensions, `linkding-cli`, libraries.
///
/// Source: https://linkding.link/api
struct LinkdingRoutes: Sendable {
    let library: ServedLibrary
    let bodies: RequestBodies
    let titles: PageTitles
    /// Whether clients connect with TLS.
    let isSecure: Bool

    /// The version of linkding with this interface.
    static let version = "1.46.2"

    typealias Context = ServedContext

    func add(to group: RouterGroup<ServedContext>) {
        addBookmarks(to: group)
        addAssets(to: group)
        addTags(to: group)
        addBundles(to: group)
        add("user/profile", to: group, [Call(.get, .read) { _, _ in .json(Self.profile) }])
        // Unknown paths below the prefix get a 404 in linkding's format.
        for method in Self.methods {
            group.on("**", method: method) { _, _ -> Response in throw LinkdingError.notFound }
        }
    }

    private static let methods: [HTTPRequest.Method] = [
        .get, .post, .put, .patch, .delete, .options,
    ]

    /// A call at a path.
    struct Call: Sendable {
        var method: HTTPRequest.Method
        /// The scopes of tokens that allow the call, besides those that allow everything.
        var scopes: [AccessToken.Scope]
        var answer: @Sendable (Request, Context) async throws -> Response

        init(
            _ method: HTTPRequest.Method, _ scopes: AccessToken.Scope...,
            answer: @escaping @Sendable (Request, Context) async throws -> Response
        ) {
            self.method = method
            self.scopes = scopes
            self.answer = answer
        }
    }

    /// Adds the calls of a path. Other methods get an error with the list of these.
    func add(_ path: RouterPath, to group: RouterGroup<ServedContext>, _ calls: [Call]) {
        let allowed = calls.map(\.method)
        for method in Self.methods where !allowed.contains(method) {
            group.on(path, method: method) { request, _ -> Response in
                throw LinkdingError.notAllowed(request.method, allowed: allowed)
            }
        }
        for call in calls {
            group.on(path, method: call.method) { request, context -> Response in
                try context.require(call.scopes)
                return try await call.answer(request, context)
            }
        }
    }

    /// Runs `body` with the bookmarks, for the token of a call, on a thread where it delays no
    /// other call.
    func use<Value: Sendable>(
        _ context: Context, _ body: @escaping @Sendable (LinkdingLibrary) throws -> Value
    ) async throws -> Value {
        let session = context.token?.session(at: .linkding) ?? .command
        return try await blocking { [library] in
            try await library.use(as: session) { try body(LinkdingLibrary($0)) }
        }
    }

    // MARK: Requests

    /// Returns the fields that a client sent, in any format that linkding reads.
    func input(_ request: Request, _ context: Context) async throws -> LinkdingInput {
        let type = HeaderParameters(request.headers[.contentType] ?? "application/json")
        let bytes = try await read(
            request, context, atMost: bodies.limits.maximumBody
        ).bytes
        switch type.value {
        case "application/json":
            if bytes.isEmpty { return LinkdingInput([:]) }
            let value: JSONValue
            do { value = try JSONValue(bytes) } catch {
                throw LinkdingError(
                    .badRequest, detail: "JSON parse error - the body is not JSON.")
            }
            guard case .object(let fields) = value else {
                throw LinkdingError.fields([
                    "non_field_errors": [
                        .string(
                            "Invalid data. Expected a dictionary, but got "
                                + "\(LinkdingInput.type(of: value)).")
                    ]
                ])
            }
            return LinkdingInput(fields)
        case "application/x-www-form-urlencoded":
            return LinkdingInput(FormFields(urlEncoded: bytes))
        case "multipart/form-data":
            return LinkdingInput(try form(bytes, type))
        default:
            throw LinkdingError(
                .unsupportedMediaType,
                detail: "Unsupported media type \"\(type.value)\" in request.")
        }
    }

    /// Runs `body` with the form and file that a client sent, and holds their memory until it ends.
    func withUpload(
        _ request: Request, _ context: Context, _ body: (FormFields) async throws -> Response
    ) async throws -> Response {
        let type = HeaderParameters(request.headers[.contentType] ?? "")
        guard type.value == "multipart/form-data" else {
            throw LinkdingError(
                .unsupportedMediaType,
                detail: "Unsupported media type \"\(type.value)\" in request.")
        }
        let sent = try await read(request, context, atMost: bodies.limits.maximumUpload)
        defer { withExtendedLifetime(sent) {} }
        return try await body(form(sent.bytes, type))
    }

    private func form(_ bytes: [UInt8], _ type: HeaderParameters) throws -> FormFields {
        guard let form = FormFields(multipart: bytes, boundary: type["boundary"] ?? "") else {
            throw LinkdingError(
                .badRequest,
                detail: "Multipart form parse error - the form does not end, or has a part whose "
                    + "head is too long, or more than \(FormFields.most) parts.")
        }
        return form
    }

    private func read(
        _ request: Request, _ context: Context, atMost limit: Int
    ) async throws -> RequestBodies.Body {
        do { return try await bodies.read(request, context, atMost: limit) } catch {
            switch error as? RequestBodies.Failure {
            case .tooLong(let limit)?: throw LinkdingError.tooLong(limit)
            case .noRoom?: throw LinkdingError.tooMany(seconds: 2)
            case .broken?, nil:
                throw LinkdingError(.badRequest, detail: "The body does not end correctly.")
            }
        }
    }

    private static let profile: JSONValue = [
        "theme": "auto", "bookmark_date_display": "relative", "bookmark_link_target": "_blank",
        "web_archive_integration": "disabled", "tag_search": "strict", "enable_sharing": false,
        "enable_public_sharing": false, "enable_favicons": false, "display_url": false,
        "permanent_notes": false, "search_preferences": [:], "version": .string(version),
    ]
}

extension ServedContext {
    /// Throws if the token does not allow a call.
    func require(_ scopes: [AccessToken.Scope]) throws {
        guard let token else {
            throw LinkdingError.unauthorized("Authentication credentials were not provided.")
        }
        guard token.scope == .write || scopes.contains(token.scope) else {
            throw LinkdingError(
                .forbidden, detail: "You do not have permission to perform this action.")
        }
    }

    /// Returns a number in the path.
    func number(_ name: String) throws -> Int {
        guard let text = parameters.get(name), let number = Int(text), number > 0 else {
            throw LinkdingError.notFound
        }
        return number
    }
}

/// Finds the token of a request, in the form that linkding's clients send.
struct LinkdingAuthentication: RouterMiddleware {
    typealias Context = ServedContext

    let check: TokenCheck

    func handle(
        _ request: Request, context: ServedContext,
        next: (Request, ServedContext) async throws -> Response
    ) async throws -> Response {
        let (text, fault) = Self.token(request.headers[.authorization])
        var context = context
        switch try await check.check(text, from: context.address) {
        case .granted(let token): context.token = token
        case .tooMany(let seconds): throw LinkdingError.tooMany(seconds: seconds)
        case .unknown: throw LinkdingError.unauthorized(fault ?? "Invalid token.")
        }
        return try await next(request, context)
    }

    /// Returns the text of a token, or the error of the header.
    static func token(_ header: String?) -> (text: String?, fault: String?) {
        let words = (header ?? "").split(separator: " ")
        guard let scheme = words.first?.lowercased(), ["token", "bearer"].contains(scheme) else {
            return (nil, "Authentication credentials were not provided.")
        }
        switch words.count {
        case 1: return (nil, "Invalid token header. No credentials provided.")
        case 2: return (String(words[1]), nil)
        default:
            return (nil, "Invalid token header. Token string should not contain spaces.")
        }
    }
}
