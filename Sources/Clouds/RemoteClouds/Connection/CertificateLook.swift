import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// Asks a server only for its certificate: the connection ends before any data is sent on it.
enum CertificateLook {
    /// Returns the certificates of a server, its own first; `nil` if it sends none.
    static func chain(host: String, port: Int) async -> [NIOSSLCertificate]? {
        let shown = Shown()
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .noHostnameVerification
        guard let context = try? NIOSSLContext(configuration: configuration) else { return nil }
        let name = isAddress(host) ? nil : host
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(.seconds(5))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let handler = try NIOSSLClientHandler(
                        context: context, serverHostname: name,
                        customVerificationCallback: { chain, promise in
                            shown.chain.withLock { $0 = chain }
                            promise.succeed(.failed)
                        })
                    try channel.pipeline.syncOperations.addHandlers(handler, Closer())
                }
            }
        guard let channel = try? await bootstrap.connect(host: host, port: port).get() else {
            return nil
        }
        // Do not wait for a silent server.
        let patience = channel.eventLoop.scheduleTask(in: .seconds(5)) {
            channel.close(promise: nil)
        }
        try? await channel.closeFuture.get()
        patience.cancel()
        return shown.chain.withLock { $0 }
    }

    private final class Shown: Sendable {
        let chain = Mutex<[NIOSSLCertificate]?>(nil)
    }

    /// Closes the connection when it fails.
    private final class Closer: ChannelInboundHandler {
        typealias InboundIn = Any

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }

    private static func isAddress(_ host: String) -> Bool {
        (try? SocketAddress(ipAddress: host, port: 0)) != nil
    }
}
