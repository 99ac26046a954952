import HTTPTypes
import Hummingbird
import NIOCore

/// The common parts of all pages: the head, the links at the top, and the HTTP answer.
struct PageFrame: Sendable {
    var title: String
    /// Whether the person is logged in.
    var isInside = true
    /// The outcome of the last form: its change, or why there was none.
    var message: HTML?
    var content: HTML

    var html: HTML {
        let links: HTML =
            isInside
            ? """
            <nav aria-label="Main"><a href="/">Bookmarks</a> <a href="/add">Add</a> \
            <a href="/labels">Tags and folders</a> <a href="/button">Browser button</a></nav>
            """ : ""
        let message: HTML =
            message.map { "<div class=\"message\" role=\"status\">\($0)</div>" } ?? ""
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title) – Cloudy</title>
            <link rel="stylesheet" href="/style.css">
            <link rel="icon" href="data:,">
            </head>
            <body>
            <a class="skip" href="#content">Skip to the content</a>
            <header><span class="brand">Cloudy</span> \(links)</header>
            <main id="content">
            <h1>\(title)</h1>
            \(message)
            \(content)
            </main>
            </body>
            </html>

            """
    }

    func response(
        _ status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = "text/html; charset=utf-8"
        return Response(
            status: status, headers: Self.secured(headers),
            body: ResponseBody(byteBuffer: ByteBuffer(string: html.text)))
    }

    /// Returns an answer that leads to another page of this server. It answers a form, so that
    /// loading the page again does not send the form again.
    static func redirect(to path: String, headers: HTTPFields = [:]) -> Response {
        var headers = headers
        headers[.location] = path
        return Response(status: .seeOther, headers: secured(headers))
    }

    /// Adds the security headers: only the server's own style is loaded, no script runs, and no
    /// other site can show a page in a frame.
    static func secured(_ headers: HTTPFields) -> HTTPFields {
        var headers = headers
        headers[.contentSecurityPolicy] =
            "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; "
            + "base-uri 'none'; frame-ancestors 'none'"
        headers[.xContentTypeOptions] = "nosniff"
        headers[.referrerPolicy] = "same-origin"
        headers[.xFrameOptions] = "DENY"
        headers[.openerPolicy] = "same-origin"
        headers[.resourcePolicy] = "same-origin"
        if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
        return headers
    }
}

extension HTTPField.Name {
    fileprivate static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
    fileprivate static let openerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy")!
    fileprivate static let resourcePolicy = HTTPField.Name("Cross-Origin-Resource-Policy")!
    fileprivate static let xFrameOptions = HTTPField.Name("X-Frame-Options")!
}
