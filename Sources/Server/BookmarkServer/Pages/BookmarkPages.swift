import BookmarkLibrary
import Bookmarks
import HTTPService
import HTTPTypes
import Hummingbird
import NIOCore

/// The pages for a person with a browser: list and search, add, edit, delete, undo. They need no
/// script, and nothing from another site.
struct BookmarkPages: Sendable {
    let library: ServedLibrary
    let bodies: RequestBodies
    let check: TokenCheck
    let titles: PageTitles
    /// Whether browsers speak to it over TLS.
    let isSecure: Bool
    private let tickets = FormTickets()

    init(
        _ library: ServedLibrary, _ bodies: RequestBodies, _ check: TokenCheck,
        _ titles: PageTitles, isSecure: Bool
    ) {
        self.library = library
        self.bodies = bodies
        self.check = check
        self.titles = titles
        self.isSecure = isSecure
    }

    /// A request of a person who is logged in.
    struct Visit: Sendable {
        var request: Request
        var context: ServedContext
        var token: AccessToken
        var ticket: String

        /// A hidden field that a form carries back.
        var hidden: HTML { "<input type=\"hidden\" name=\"ticket\" value=\"\(ticket)\">" }

        func parameter(_ name: String) -> String {
            FormFields(of: request).value(name) ?? ""
        }
    }

    func add(to router: Router<ServedContext>) {
        router.get("style.css") { _, _ in
            Response(
                status: .ok,
                headers: PageFrame.secured([
                    .contentType: "text/css; charset=utf-8", .cacheControl: "max-age=3600",
                ]),
                body: ResponseBody(byteBuffer: ByteBuffer(string: PageStyle.text)))
        }
        router.get("login") { request, context in
            await answering(request) {
                try Self.requireTab(request)
                return loginPage(context, to: Self.target(request))
            }
        }
        router.post("login", use: logIn)
        for path in ["", "bookmarks", "linkding", "linkding/bookmarks"] {
            page(.get, RouterPath(path), on: router, [.read], use: list)
        }
        page(.get, "labels", on: router, [.read], use: labels)
        page(.get, "button", on: router, [.read, .add], use: button)
        page(.get, "add", on: router, [.add], use: addPage)
        form("add", on: router, [.add], again: addAgain, use: add)
        page(.get, "edit/:id", on: router, [], use: editPage)
        form("edit/:id", on: router, [], again: editAgain, use: edit)
        form("delete/:id", on: router, [], use: delete)
        form("undo", on: router, [], use: undo)
        form("logout", on: router, [.read, .add]) { visit, _ in
            PageFrame.redirect(
                to: "/login", headers: [.setCookie: cookie("", seconds: 0, visit.request)])
        }
    }

    /// A page for those who are logged in; others are asked for a token, and come back to it.
    private func page(
        _ method: HTTPRequest.Method, _ path: RouterPath, on router: Router<ServedContext>,
        _ scopes: [AccessToken.Scope],
        use body: @escaping @Sendable (Visit) async throws -> Response
    ) {
        router.on(path, method: method) { request, context in
            await answering(request) {
                try Self.requireTab(request)
                guard let token = try await token(request, context) else {
                    return PageFrame.redirect(
                        to: "/login?to=" + Self.encoded(Self.pathAndQuery(request)))
                }
                guard token.scope == .write || scopes.contains(token.scope) else {
                    throw PageRefusal.scope
                }
                var context = context
                context.token = token
                return try await body(
                    Visit(
                        request: request, context: context, token: token,
                        ticket: tickets.ticket(for: token.id)))
            }
        }
    }

    /// What a form asks for. One without its ticket changes nothing, and is shown again by `again`,
    /// where there is that: a browser that goes back may show a form that was sent already.
    private func form(
        _ path: RouterPath, on router: Router<ServedContext>, _ scopes: [AccessToken.Scope],
        again: (@Sendable (Visit, FormFields) async throws -> Response)? = nil,
        use body: @escaping @Sendable (Visit, FormFields) async throws -> Response
    ) {
        page(.post, path, on: router, scopes) { visit in
            let bytes = try await bodies.read(
                visit.request, visit.context, atMost: bodies.limits.maximumBody)
            let fields = FormFields(urlEncoded: bytes.bytes)
            guard tickets.take(fields.value("ticket"), for: visit.token.id) else {
                guard let again else { throw PageRefusal.ticket(fields) }
                return try await again(visit, fields)
            }
            return try await body(visit, fields)
        }
    }

    /// Refuses a page to a browser that wants it as an image, a frame or a text of another page.
    private static func requireTab(_ request: Request) throws {
        if let part = request.headers[.fetchDestination], part != "document" {
            throw PageRefusal.part
        }
    }

    // MARK: Logging in

    private static let cookieName = "cloudy_token"
    private static let cookieSeconds = 400 * 24 * 3600

    private func token(_ request: Request, _ context: ServedContext) async throws -> AccessToken? {
        guard let text = Self.cookie(request) else { return nil }
        switch try await check.check(text, from: context.address) {
        case .granted(let token): return token
        case .unknown: return nil
        case .tooMany(let seconds): throw PageRefusal.tooMany(seconds)
        }
    }

    private static func cookie(_ request: Request) -> String? {
        for header in request.headers[values: .cookie] {
            for part in header.split(separator: ";") {
                let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
                if pair.count == 2, pair[0] == cookieName { return String(pair[1]) }
            }
        }
        return nil
    }

    /// Other sites may lead to a page with it, as the browser button does, but send no forms.
    private func cookie(_ value: String, seconds: Int, _ request: Request) -> String {
        "\(Self.cookieName)=\(value); Path=/; HttpOnly; SameSite=Lax; Max-Age=\(seconds)"
            + (request.isOverTLS(isSecure) ? "; Secure" : "")
    }

    private func loginPage(
        _ context: ServedContext, to target: String, message: HTML? = nil
    ) -> Response {
        let ticket = tickets.ticket(for: 0)
        return PageFrame(
            title: "Log in", isInside: false, message: message,
            content: """
                <form class="fields" method="post" action="/login">
                <input type="hidden" name="ticket" value="\(ticket)">
                <input type="hidden" name="to" value="\(target)">
                <label>Token
                <input type="password" name="token" required autofocus \
                autocomplete="current-password">
                </label>
                <p class="hint">To make a token, type in a terminal: \
                <code>cloudy serve token add --name browser</code></p>
                <p><button>Log in</button></p>
                </form>
                """
        ).response(message == nil ? .ok : .forbidden)
    }

    @Sendable private func logIn(
        _ request: Request, _ context: ServedContext
    ) async throws -> Response {
        await answering(request) {
            let bytes = try await bodies.read(request, context, atMost: 1 << 16)
            let fields = FormFields(urlEncoded: bytes.bytes)
            let target = Self.local(fields.value("to") ?? "/")
            guard tickets.take(fields.value("ticket"), for: 0) else {
                return loginPage(context, to: target, message: "This form was too old. Try again.")
            }
            let text = (fields.value("token") ?? "").filter { !$0.isWhitespace }
            switch try await check.check(text, from: context.address) {
            case .granted(let token):
                // What only adds may not see the list.
                let place = token.scope == .add && target == "/" ? "/add" : target
                return PageFrame.redirect(
                    to: place,
                    headers: [.setCookie: cookie(text, seconds: Self.cookieSeconds, request)])
            case .unknown:
                return loginPage(
                    context, to: target, message: "There is no such token, or it was revoked.")
            case .tooMany(let seconds): throw PageRefusal.tooMany(seconds)
            }
        }
    }

    private static func target(_ request: Request) -> String {
        local(FormFields(of: request).value("to") ?? "/")
    }

    /// A path of this server; for anything else the first page.
    private static func local(_ path: String) -> String {
        let isOwn =
            path.hasPrefix("/") && !path.hasPrefix("//") && !path.contains("\\")
            && path.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value < 0x7F }
        return isOwn ? path : "/"
    }

    private static func pathAndQuery(_ request: Request) -> String {
        request.uri.query.map { "\(request.uri.path)?\($0)" } ?? request.uri.path
    }

    /// A text as a part of a query in an address.
    static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".unicodeScalars)
        var result = String.UnicodeScalarView()
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            if byte < 0x80, scalar.properties.isAlphabetic || "-._~0123456789".utf8.contains(byte) {
                result.append(scalar)
            } else {
                result += ["%", digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(result)
    }

    // MARK: Refusals

    /// Answers what goes wrong with a page that says so.
    private func answering(
        _ request: Request, _ body: () async throws -> Response
    ) async -> Response {
        do { return try await body() } catch {
            let refusal = PageRefusal(error)
            return PageFrame(
                title: "This did not work", isInside: true,
                content: """
                    <p class="bad">\(refusal.text)</p>
                    \(refusal.kept)
                    <p><a href="/">Back to the bookmarks</a></p>
                    """
            ).response(refusal.status)
        }
    }
}

extension HTTPField.Name {
    /// For which part of which page a browser asks.
    fileprivate static let fetchDestination = HTTPField.Name("Sec-Fetch-Dest")!
}
