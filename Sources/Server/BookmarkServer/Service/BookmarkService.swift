import BookmarkLibrary
package import HTTPService
import HTTPTypes
package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore

/// The server of the device's bookmarks over HTTP, for browsers and other programs.
package struct BookmarkService: Sendable {
    private let library: ServedLibrary
    private let tokens: TokenCheck
    private let bodies: RequestBodies
    private let titles: PageTitles
    private let limits: BookmarkServiceLimits
    private let logger: Logger

    /// - Parameter titles: fetches the titles and descriptions of pages.
    package init(
        _ library: ServedLibrary, titles: PageTitles,
        limits: BookmarkServiceLimits = BookmarkServiceLimits(), logger: Logger
    ) {
        self.library = library
        self.titles = titles
        self.limits = limits
        self.logger = logger
        tokens = TokenCheck(AccessTokens(library.device), limits)
        bodies = RequestBodies(limits)
    }

    /// Returns the server as a service that runs until it is cancelled or shut down gracefully.
    ///
    /// - Parameters:
    ///   - hosts: the hosts that it answers for.
    ///   - certificate: the certificate for TLS; without it, the server uses plain HTTP.
    ///   - port: 0 for any free port.
    ///   - onRunning: receives the port once clients can connect.
    package func application(
        host: String, port: Int, hosts: AnsweredHosts, certificate: ServerCertificate? = nil,
        onRunning: @escaping @Sendable (Int) async -> Void
    ) throws -> some ApplicationProtocol {
        Application(
            router: router(hosts, isSecure: certificate != nil),
            server: try limits.connections.server(certificate: certificate),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port), serverName: "cloudy",
                availableConnectionsDelegate: MaximumAvailableConnections(
                    limits.maximumConnections)),
            onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? port) },
            logger: logger)
    }

    private func router(_ hosts: AnsweredHosts, isSecure: Bool) -> Router<ServedContext> {
        let router = Router(context: ServedContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RefusedRequests())
        router.add(middleware: RequestCheck(hosts: hosts))
        router.add(middleware: OriginCheck(isSecure: isSecure))
        let health: @Sendable (Request, ServedContext) async throws -> Response = { _, _ in
            .json(["status": "healthy", "version": .string(LinkdingRoutes.version)])
        }
        router.get("health", use: health)
        let linkding = router.group("linkding")
        linkding.get("health", use: health)
        let calls = linkding.group("api")
            .add(middleware: LinkdingErrors(logger: logger))
            .add(middleware: LinkdingAuthentication(check: tokens))
        LinkdingRoutes(library: library, bodies: bodies, titles: titles, isSecure: isSecure)
            .add(to: calls)
        BrowserRoutes(library: library, bodies: bodies, check: tokens, logger: logger)
            .add(to: router)
        BookmarkPages(library, bodies, tokens, titles, isSecure: isSecure, logger: logger)
            .add(to: router)
        return router
    }
}

/// Refuses requests that a page of another site makes a browser send. Browser extensions have
/// origins of their own kinds, and other programs have none.
struct OriginCheck: RouterMiddleware {
    typealias Context = ServedContext

    let isSecure: Bool

    func handle(
        _ request: Request, context: ServedContext,
        next: (Request, ServedContext) async throws -> Response
    ) async throws -> Response {
        if let origin = request.headers[.origin], !isOwn(origin, request) {
            throw HTTPError(
                .forbidden, message: "A page of another site may not use this server.")
        }
        return try await next(request, context)
    }

    private func isOwn(_ origin: String, _ request: Request) -> Bool {
        let scheme = origin.prefix { $0 != ":" }.lowercased()
        guard ["http", "https", "null", "file", "data"].contains(scheme) else { return true }
        let host = request.head.authority ?? ""
        if origin == "\(isSecure ? "https" : "http")://\(host)" { return true }
        // A proxy has the certificate, and passes the name on. There is no proxy before a loopback
        // address.
        return origin == "https://\(host)" && HostName(host)?.isLoopback == false
    }
}

extension Request {
    /// Returns whether the client uses TLS: to the server itself, or to a proxy that reports it.
    func isOverTLS(_ isSecure: Bool) -> Bool {
        isSecure || headers[.forwardedScheme] == "https"
    }
}

extension HTTPField.Name {
    fileprivate static let forwardedScheme = HTTPField.Name("X-Forwarded-Proto")!
}
