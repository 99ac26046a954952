import Hummingbird
package import HummingbirdCore
import HummingbirdTLS
import NIOCore

/// How a server talks to one connection, and how patient it is with it.
package struct HTTPConnections: Sendable {
    /// The most bytes of one header, and of all of a request.
    package var maximumHeader = 16 << 10
    /// After how many seconds a connection ends on which nothing comes, or a part of a request.
    package var idleSeconds: Int64 = 60
    /// How many seconds a request may take from its head to its end.
    package var requestSeconds: Int64 = 120
    /// How many seconds an answer may wait to be taken.
    package var answerSeconds: Int64 = 180

    package init() {}

    /// HTTP 1.1, over TLS where there is a certificate.
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
