import BookmarkLibrary
import HTTPService
import HTTPTypes
import Hummingbird

extension BookmarkPages {
    // MARK: Logging in

    private static let cookieName = "cloudy_token"
    private static let cookieSeconds = 400 * 24 * 3600

    func token(_ request: Request, _ context: ServedContext) async throws -> AccessToken? {
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

    /// Returns the header of the cookie. Links on other sites, such as the browser button, send the
    /// cookie, but forms of other sites do not.
    func cookie(_ value: String, seconds: Int, _ request: Request) -> String {
        "\(Self.cookieName)=\(value); Path=/; HttpOnly; SameSite=Lax; Max-Age=\(seconds)"
            + (request.isOverTLS(isSecure) ? "; Secure" : "")
    }

    /// - Parameters:
    ///   - target: the page to show after logging in.
    ///   - kept: a form to show again instead.
    private func loginPage(
        to target: String, _ kept: KeptForm? = nil, message: HTML? = nil
    ) -> Response {
        let ticket = tickets.ticket(for: 0)
        return PageFrame(
            title: "Log in", isInside: false, message: message,
            content: """
                <form class="fields" method="post" action="/login">
                <input type="hidden" name="ticket" value="\(ticket)">
                <input type="hidden" name="to" value="\(target)">
                \(kept?.hidden ?? "")
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

    /// Asks for a token after a form came without one, and carries the form along.
    func loginPage(_ kept: KeptForm) -> Response {
        loginPage(
            to: kept.path, kept,
            message: """
                This browser is no longer logged in, so nothing was saved. Log in: the form then \
                comes back as you typed it.
                """)
    }

    func loginPage(to target: String) -> Response { loginPage(to: target, nil) }

    @Sendable func logIn(
        _ request: Request, _ context: ServedContext
    ) async throws -> Response {
        await answering(request) {
            let bytes = try await bodies.read(
                request, context, atMost: bodies.limits.maximumBody + Self.loginBytes)
            let fields = FormFields(urlEncoded: bytes.bytes)
            let target = Self.local(fields.value("to") ?? "/")
            let kept = KeptForm(carriedBy: fields, to: target)
            guard tickets.take(fields.value("ticket"), for: 0) else {
                return loginPage(to: target, kept, message: "This form was too old. Try again.")
            }
            let text = (fields.value("token") ?? "").filter { !$0.isWhitespace }
            switch try await check.check(text, from: context.address) {
            case .granted(let token):
                let cookie = cookie(text, seconds: Self.cookieSeconds, request)
                if let kept {
                    return try await show(kept, token, request, context, cookie)
                }
                // A token that only adds may not see the list.
                let place = token.scope == .add && target == "/" ? "/add" : target
                return PageFrame.redirect(to: place, headers: [.setCookie: cookie])
            case .unknown:
                return loginPage(
                    to: target, kept, message: "There is no such token, or it was revoked.")
            case .tooMany(let seconds): throw PageRefusal.tooMany(seconds)
            }
        }
    }

    /// Shows a form again after logging in. The person must send it.
    private func show(
        _ kept: KeptForm, _ token: AccessToken, _ request: Request, _ context: ServedContext,
        _ cookie: String
    ) async throws -> Response {
        do {
            var response: Response
            if kept.path == "/add" {
                let visit = try visit(request, context, token, [.add])
                response = try await addAgain(visit, kept.fields, .loggedIn)
            } else if kept.path.hasPrefix("/edit/") {
                let id = String(kept.path.dropFirst("/edit/".count))
                let visit = try visit(request, context, token, [], id: id)
                response = try await editAgain(visit, kept.fields, .loggedIn)
            } else {
                response = PageFrame.redirect(to: "/")
            }
            response.headers[.setCookie] = cookie
            return response
        } catch {
            throw RefusedForm(error, kept.fields)
        }
    }

    /// The most bytes of a form for logging in. A carried form is longer than before, because of
    /// its prefixes and the token.
    private static let loginBytes = 1 << 16

    static func target(_ request: Request) -> String {
        local(FormFields(of: request).value("to") ?? "/")
    }

    /// Returns a path of this server; the first page for any other text.
    private static func local(_ path: String) -> String {
        let isOwn =
            path.hasPrefix("/") && !path.hasPrefix("//") && !path.contains("\\")
            && path.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value < 0x7F }
        return isOwn ? path : "/"
    }
}
