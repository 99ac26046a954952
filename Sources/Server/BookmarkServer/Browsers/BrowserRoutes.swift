import BookmarkLibrary
import Bookmarks
import BrowserFiles
import DeviceStore
import HTTPService
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// The folder through which browsers sync their bookmarks, by WebDAV. These routes only translate:
/// the answers come from ``BrowserFolder``.
struct BrowserRoutes: Sendable {
    let library: ServedLibrary
    let bodies: RequestBodies
    let check: TokenCheck
    let logger: Logger

    private static let name = "dav"
    private static let methods = [
        "OPTIONS", "GET", "HEAD", "PUT", "DELETE", "PROPFIND", "PROPPATCH", "MKCOL", "COPY", "MOVE",
        "LOCK", "UNLOCK", "POST", "PATCH", "REPORT",
    ]

    func add(to router: Router<ServedContext>) {
        let group = router.group(RouterPath(Self.name))
        for method in Self.methods.compactMap(HTTPRequest.Method.init(rawValue:)) {
            for path in ["", "**"] {
                group.on(RouterPath(path), method: method) { request, context in
                    await answer(request, context)
                }
            }
        }
    }

    private func answer(_ request: Request, _ context: ServedContext) async -> Response {
        do {
            // Most programs ask without a token first. That does not count as a guess.
            guard let text = Self.password(request.headers[.authorization]) else {
                return Self.unauthorized
            }
            switch try await check.check(text, from: context.address) {
            case .unknown:
                note("its password is not a valid token. To see all: cloudy serve token list")
                return Self.unauthorized
            case .tooMany(let seconds):
                let wait = Int(seconds.rounded(.up))
                return refuse(
                    .tooManyRequests, "Too many requests. Try again in \(wait) seconds.",
                    [.retryAfter: "\(wait)"])
            case .granted(let token):
                if token.scope == .add {
                    return refuse(
                        .forbidden,
                        "This token may only add. Give the browser another one: cloudy serve token "
                            + "add --name NAME")
                }
                var context = context
                context.token = token
                return try await answer(request, context, of: token)
            }
        } catch let failure as RequestBodies.Failure {
            switch failure {
            case .tooLong(let limit):
                return refuse(
                    .contentTooLarge,
                    "The file is larger than \(byteCount(limit)), the limit. Nothing was changed.")
            case .noRoom:
                return refuse(
                    .serviceUnavailable, "Too many uploads at once. Try again in a moment.",
                    [.retryAfter: "2"])
            case .broken:
                return refuse(
                    .badRequest, "The upload ended too early. Nothing was changed. Sync again.")
            }
        } catch {
            logger.error("A request of a browser failed: \(error)")
            return Self.refusal(.internalServerError, ServedFailure.unknown)
        }
    }

    private func answer(
        _ request: Request, _ context: ServedContext, of token: AccessToken
    ) async throws -> Response {
        let isUpload = request.method == .put
        let body = try await bodies.read(
            request, context,
            atMost: isUpload ? bodies.limits.maximumUpload : bodies.limits.maximumBody)
        let asked = BrowserRequest(
            request.method.rawValue, request.head.path ?? "/", credential: "\(token.id)",
            canWrite: token.scope == .write, body: body.bytes, depth: request.headers[.depth],
            destination: request.headers[.destination], overwrite: request.headers[.overwrite])
        let answer = try await blocking { [library] in
            try await library.use(as: token.session(at: .floccus)) {
                try $0.answer(asked, now: DeviceStore.milliseconds())
            }
        }
        // Holds the memory of the body until the browser's bookmarks are merged.
        withExtendedLifetime(body) {}
        if let notice = answer.notice { logger.warning("\(notice)") }
        if let reason = answer.reason {
            note("status \(answer.status), token \(token.label). \(reason)")
        }
        var headers = HTTPFields()
        for (name, value) in answer.headers {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        if answer.status != 204 { headers[.contentLength] = "\(answer.length)" }
        return Response(
            status: HTTPResponse.Status(code: answer.status), headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
    }

    private static let unauthorized = refusal(
        .unauthorized, "The password is a token. To make one: cloudy serve token add",
        [.wwwAuthenticate: "Basic realm=\"Cloudy\", charset=\"UTF-8\""])

    /// Logs the reason of a refusal for the owner of the bookmarks: most browsers show only a
    /// number.
    private func note(_ reason: String) {
        logger.warning("A browser was refused: \(reason)")
    }

    private func refuse(
        _ status: HTTPResponse.Status, _ sentence: String, _ more: HTTPFields = [:]
    ) -> Response {
        note("status \(status.code). \(sentence)")
        return Self.refusal(status, sentence, more)
    }

    private static func refusal(
        _ status: HTTPResponse.Status, _ sentence: String, _ more: HTTPFields = [:]
    ) -> Response {
        var headers = more
        headers[.contentType] = "text/plain; charset=utf-8"
        headers[.cacheControl] = "no-store"
        return Response(
            status: status, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: sentence + "\n")))
    }

    /// Returns the password in a header, for any user name.
    static func password(_ header: String?) -> String? {
        let words = (header ?? "").split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "basic",
            let bytes = Base64Text.decoded(words[1])
        else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.firstIndex(of: ":").map { String(text[text.index(after: $0)...]) }
    }
}

extension OpenedLibrary {
    /// Answers a request to the folder for browsers.
    func answer(_ request: BrowserRequest, now: Int64) throws -> BrowserAnswer {
        var folder =
            try browserFolder ?? BrowserFolder(prefix: "/dav", plain: home.openPlainFiles())
        defer { browserFolder = folder }
        return try folder.answer(
            request, now: now, library: HomeBrowserLibrary(home, controller))
    }
}

extension HTTPField.Name {
    /// The headers of WebDAV (RFC 4918, section 10).
    fileprivate static let depth = Self("Depth") ?? .accept
    fileprivate static let destination = Self("Destination") ?? .accept
    fileprivate static let overwrite = Self("Overwrite") ?? .accept
}
