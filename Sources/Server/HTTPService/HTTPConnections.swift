import Hummingbird
package import HummingbirdCore
import HummingbirdTLS
import NIOCore

/// The limits of a server for one connection.
package struct HTTPConnections: Sendable {
    /// The most bytes of one header, and of all headers of a request.
    package var maximumHeader = 16 << 10
    /// The number of seconds that a connection may be idle, also within a request.
    package var idleSeconds: Int64 = 60
    /// The number of seconds that a request may take from its head to its end.
    package var requestSeconds: Int64 = 120
    /// The number of seconds that an answer may wait to be read.
    package var answerSeconds: Int64 = 180

    package init() {}

    /// Returns a server for HTTP 1.1, with TLS if there is a certificate.
    package func server(certificate: ServerCertificate?) throws -> HTTPServerBuilder {
        let patience = (
            request: TimeAmount.seconds(requestSeconds), answer: TimeAmount.seconds(answerSeconds)
        )
        let plain = HTTPServerBuilder.http1(
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [
                    ConnectionPatience(request: patience.request, answer: patience.answer),
                    ConnectionRules(),
                ],
                idleTimeout: .seconds(idleSeconds),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: maximumHeader, maxHeaderListSize: maximumHeader,
                    maxHeaderFieldCount: 100)))
        guard let certificate else { return plain }
        return try .tls(plain, tlsConfiguration: certificate.configuration)
    }
}
