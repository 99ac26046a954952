import HTTPService
import HTTPTypes
public import Hummingbird
import Logging
import NIOCore

/// Serves the metrics, to a program on the same machine.
///
/// It listens only on 127.0.0.1, on a port of its own: behind a proxy, all calls come from this
/// machine, so on the port of the calls an address would protect nothing.
public enum MetricsEndpoint {
    /// Returns a service that answers `GET /metrics` with the result of `text`.
    ///
    /// - Parameters:
    ///   - port: 0 for any free port.
    ///   - onRunning: receives the port once clients can connect.
    public static func application(
        port: Int, text: @escaping @Sendable () -> String,
        onRunning: @escaping @Sendable (Int) async -> Void
    ) -> some ApplicationProtocol {
        let router = Router()
        router.add(middleware: RequestCheck(hosts: .loopback))
        router.get("metrics") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: text())))
        }
        return Application(
            router: router,
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [ConnectionRules()], idleTimeout: .seconds(60))),
            configuration: ApplicationConfiguration(
                address: .hostname("127.0.0.1", port: port), serverName: "cloudyd"),
            onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? port) },
            logger: Logger(label: "cloudyd", factory: { _ in SwiftLogNoOpLogHandler() }))
    }
}
