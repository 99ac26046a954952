import HTTPService
import HTTPTypes
import Hummingbird

/// Answers requests that are refused before any route handles them: a person gets a page with the
/// reason, and the rest of a large body is not read.
struct RefusedRequests: RouterMiddleware {
    typealias Context = ServedContext

    func handle(
        _ request: Request, context: ServedContext,
        next: (Request, ServedContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch let error as HTTPError where wantsHTML(request) {
            response =
                error.status == .notFound
                ? Self.unknownPage : page(error.status, error.body ?? "\(error.status)")
        } catch let error as RequestFault where wantsHTML(request) && !error.isOfFraming {
            response = page(error.status, error.text(command: "cloudy serve"))
        } catch let error as any HTTPResponseError {
            response = try error.response(from: request, context: context)
        }
        if response.status.code >= 400, hasLargeBody(request) {
            response.headers[.connection] = "close"
        }
        return response
    }

    /// Returns whether a browser will show the answer.
    private func wantsHTML(_ request: Request) -> Bool {
        request.headers[.accept]?.contains("text/html") == true
    }

    private func page(_ status: HTTPResponse.Status, _ text: String) -> Response {
        PageFrame(
            title: "This did not work", isInside: false,
            content: """
                <p class="bad">\(.text(text))</p>
                <p><a href="/">Back to the bookmarks</a></p>
                """
        ).response(status)
    }

    /// The page for a person who typed an unknown address or followed an old link: it lists the
    /// pages.
    private static var unknownPage: Response {
        PageFrame(
            title: "There is no such page",
            content: """
                <p class="bad">This server has nothing at that address. It has these pages:</p>
                <ul>
                <li><a href="/">Bookmarks</a>: list, search, edit and delete them</li>
                <li><a href="/add">Add</a> a bookmark</li>
                <li><a href="/labels">Tags and folders</a></li>
                <li><a href="/button">Browser button</a>, to add the page that a browser shows</li>
                </ul>
                <p>Programs use <code>/linkding/api/</code> and <code>/dav/</code>.</p>
                """
        ).response(.notFound)
    }

    /// Returns whether the body is large. A short body came with its head; reading it to the end
    /// keeps the connection usable.
    private func hasLargeBody(_ request: Request) -> Bool {
        if request.headers[.transferEncoding] != nil { return true }
        guard let text = request.headers[.contentLength] else { return false }
        return Int(text).map { $0 > 64 << 10 } ?? true
    }
}
