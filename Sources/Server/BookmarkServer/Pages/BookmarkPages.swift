import BookmarkLibrary
import Bookmarks
import HTTPService
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// The pages for a person with a browser: list and search, add, edit, delete, undo. They need no
/// scripts and nothing from other sites.
struct BookmarkPages: Sendable {
    let library: ServedLibrary
    let bodies: RequestBodies
    let check: TokenCheck
    let titles: PageTitles
    /// Whether browsers connect with TLS.
    let isSecure: Bool
    let logger: Logger
    let tickets = FormTickets()

    init(
        _ library: ServedLibrary, _ bodies: RequestBodies, _ check: TokenCheck,
        _ titles: PageTitles, isSecure: Bool, logger: Logger
    ) {
        self.library = library
        self.bodies = bodies
        self.check = check
        self.titles = titles
        self.isSecure = isSecure
        self.logger = logger
    }

    /// A request of a logged-in person.
    struct Visit: Sendable {
        var request: Request
        var context: ServedContext
        var token: AccessToken
        var ticket: String
        /// The id in the path.
        var id: String

        /// The hidden field that a form sends back.
        var hidden: HTML { "<input type=\"hidden\" name=\"ticket\" value=\"\(ticket)\">" }

        /// The author of the form's edits.
        var session: EditSession { token.session(at: .page) }

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
                return loginPage(to: Self.target(request))
            }
        }
        router.post("login", use: logIn)
        for path in ["", "bookmarks", "linkding", "linkding/bookmarks"] {
            page(RouterPath(path), on: router, [.read], use: list)
        }
        page("labels", on: router, [.read], use: labels)
        page("button", on: router, [.read, .add], use: button)
        page("add", on: router, [.add], use: addPage)
        form("add", on: router, [.add], again: addAgain, use: add)
        page("edit/:id", on: router, [], use: editPage)
        form("edit/:id", on: router, [], again: editAgain, use: edit)
        form("delete/:id", on: router, [], use: delete)
        form("undo", on: router, [], use: undo)
        form("logout", on: router, [.read, .add]) { visit, _ in
            PageFrame.redirect(
                to: "/login", headers: [.setCookie: cookie("", seconds: 0, visit.request)])
        }
    }

    /// Adds a page for logged-in people. Others are asked for a token, and then get to the page.
    private func page(
        _ path: RouterPath, on router: Router<ServedContext>, _ scopes: [AccessToken.Scope],
        use body: @escaping @Sendable (Visit) async throws -> Response
    ) {
        router.get(path) { request, context in
            await answering(request) {
                try Self.requireTab(request)
                guard let token = try await token(request, context) else {
                    return PageFrame.redirect(
                        to: "/login?to=" + Self.encoded(Self.pathAndQuery(request)))
                }
                return try await body(visit(request, context, token, scopes))
            }
        }
    }

    /// Shows a form again with the texts that the person typed.
    typealias Again = @Sendable (Visit, FormFields, FormAgain) async throws -> Response

    /// Adds the route of a form. A form without its ticket changes nothing, and `again` shows it
    /// again, if given. The same happens after logging in to a form that was sent without a valid
    /// token.
    private func form(
        _ path: RouterPath, on router: Router<ServedContext>, _ scopes: [AccessToken.Scope],
        again: Again? = nil,
        use body: @escaping @Sendable (Visit, FormFields) async throws -> Response
    ) {
        router.post(path) { request, context in
            await answering(request) {
                try Self.requireTab(request)
                let token = try await token(request, context)
                var context = context
                context.token = token
                let fields = FormFields(
                    urlEncoded: try await bodies.read(
                        request, context, atMost: bodies.limits.maximumBody
                    ).bytes)
                guard let token else {
                    guard again != nil else {
                        return PageFrame.redirect(
                            to: "/login?to=" + Self.encoded(ListPlace(fields).path()))
                    }
                    return loginPage(KeptForm(path: request.uri.path, fields: fields))
                }
                do {
                    let visit = try visit(request, context, token, scopes)
                    guard tickets.take(fields.value("ticket"), for: token.id) else {
                        guard let again else { throw PageRefusal.ticket }
                        return try await again(visit, fields, .sentBefore)
                    }
                    return try await body(visit, fields)
                } catch {
                    throw RefusedForm(error, fields)
                }
            }
        }
    }

    /// Returns a visit with a token; throws if the token does not allow it.
    func visit(
        _ request: Request, _ context: ServedContext, _ token: AccessToken,
        _ scopes: [AccessToken.Scope], id: String? = nil
    ) throws -> Visit {
        guard token.scope == .write || scopes.contains(token.scope) else {
            throw PageRefusal.scope
        }
        var context = context
        context.token = token
        return Visit(
            request: request, context: context, token: token,
            ticket: tickets.ticket(for: token.id),
            id: id ?? context.parameters.get("id") ?? "")
    }

    /// Throws for a browser that requests the page as an image, a frame or a text of another page.
    static func requireTab(_ request: Request) throws {
        if let part = request.headers[.fetchDestination], part != "document" {
            throw PageRefusal.part
        }
    }

    static func pathAndQuery(_ request: Request) -> String {
        request.uri.query.map { "\(request.uri.path)?\($0)" } ?? request.uri.path
    }

    /// Returns a text in the form of a query's part in an address.
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

    /// Runs `body`, and answers its errors with a page that explains them.
    func answering(
        _ request: Request, _ body: () async throws -> Response
    ) async -> Response {
        do { return try await body() } catch {
            let form = error as? RefusedForm
            let refusal = form?.refusal ?? PageRefusal(error)
            if refusal.status.kind == .serverError {
                logger.error("A page failed: \(form?.cause ?? error)")
            }
            return PageFrame(
                title: "This did not work", isInside: true,
                content: """
                    <p class="bad">\(refusal.text)</p>
                    \(form?.typed ?? "")
                    <p><a href="/">Back to the bookmarks</a></p>
                    """
            ).response(refusal.status)
        }
    }
}

extension HTTPField.Name {
    /// The header with the part of the page that a browser requests.
    fileprivate static let fetchDestination = HTTPField.Name("Sec-Fetch-Dest")!
}
