public import AsyncHTTPClient
import FileCoordination
import Glibc
public import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

// The code that every cloud behind HTTP needs for its calls.

extension HTTPClient {
    /// Returns a client for clouds, which keeps its connections open for later calls.
    ///
    /// - Parameters:
    ///   - authority: the PEM file of a certificate to trust in addition to the system's.
    ///   - identity: the certificate of the client, for servers that ask for one.
    ///   - connections: the most connections of this client to one server.
    ///   - connect: the time for connecting.
    ///   - silence: the longest silence within an answer; `nil` for no limit.
    ///   - version: the version of HTTP to use.
    public static func forCloud(
        authority: String?, identity: ClientIdentity? = nil, connections: Int = 8,
        connect: TimeAmount = .seconds(10), silence: TimeAmount?,
        version: HTTPClient.Configuration.HTTPVersion = .automatic
    ) -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        configuration.httpVersion = version
        configuration.timeout.connect = connect
        configuration.timeout.read = silence
        // If a server refuses connections, report the error at once; the caller tries again.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
        if authority != nil || identity != nil {
            var tls = TLSConfiguration.makeClientConfiguration()
            if let authority {
                // Read now: the file may have changed by the first connection.
                let known = try? NIOSSLCertificate.read(authority)
                // If the file has no certificate, the error of the first connection names it.
                tls.additionalTrustRoots = [
                    known.map { .certificates($0) }
                        ?? (isReplaceable(authority) ? .file(authority) : .certificates([]))
                ]
            }
            identity?.show(in: &tls)
            configuration.tlsConfiguration = tls
        }
        // A redirect must not send the person's credentials to another server.
        configuration.redirectConfiguration = .disallow
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }
}

extension NIOSSLCertificate {
    /// Returns the certificates in a PEM file. NIOSSL would wait forever for the writer of a pipe.
    static func read(_ path: String) throws -> [NIOSSLCertificate] {
        try fromPEMBytes(GivenPath.read(path, atMost: 1 << 20))
    }
}

/// The reason why a call got no answer.
public struct ConnectionFailure: Sendable {
    /// The reason and what to do, for a person, without a full stop.
    public var reason: String
    /// Whether the call was certainly never sent.
    public var neverConnected: Bool

    /// Explains an error of the client. For an untrusted server, this examines the certificate to
    /// name the problem; for a connection without TLS, it checks whether the server uses TLS. That
    /// may take a few seconds.
    ///
    /// - Parameters:
    ///   - url: the URL that was called.
    ///   - authority: the file of the trusted private authority, if any.
    public init(_ error: any Error, calling url: String, authority: String?) async {
        neverConnected =
            error is NIOConnectionError || (error as? HTTPClientError) == .connectTimeout
            || (error as? IOError).map(Self.isOfConnecting) ?? false
        reason = Self.reason(error)
        guard let parts = try? HTTPClient.Request(url: url) else { return }
        let host =
            parts.host.hasPrefix("[") ? String(parts.host.dropFirst().dropLast()) : parts.host
        if parts.scheme == "https", let fault = TLSFault(error) {
            neverConnected = true
            reason = await fault.message(host: host, port: parts.port, authority: authority)
        }
        if parts.scheme == "http", !neverConnected, !Self.isLate(error),
            await CertificateLook.chain(host: host, port: parts.port) != nil
        {
            reason = TLSFault.unexpected
        }
    }

    /// Returns whether connecting failed: a numeric address needs no name lookup, and fails with
    /// errors of the system. An established connection is never refused.
    private static func isOfConnecting(_ error: IOError) -> Bool {
        error.errnoCode == ECONNREFUSED || String(describing: error).hasPrefix("connect(")
    }

    /// Returns whether nothing came in time. A server with TLS reports at once that it does not
    /// understand the call.
    private static func isLate(_ error: any Error) -> Bool {
        switch error as? HTTPClientError {
        case .readTimeout, .writeTimeout, .deadlineExceeded, .cancelled: true
        default: error is CancellationError
        }
    }

    private static func reason(_ error: any Error) -> String {
        if let error = error as? NIOConnectionError {
            guard let failure = error.connectionErrors.first?.error else {
                return "its name cannot be resolved"
            }
            return (failure as? IOError).map(Self.reason) ?? "it does not answer"
        }
        if let error = error as? IOError { return Self.reason(error) }
        // The ways in which a connection ends during use.
        if error is ChannelError { return "it closed the connection" }
        if error is HTTPParserError {
            return "it does not answer like a web server, so most likely another program uses that "
                + "port (the right address: cloudy cloud use URL)"
        }
        switch error as? HTTPClientError {
        case .connectTimeout, .tlsHandshakeTimeout, .readTimeout, .writeTimeout,
            .deadlineExceeded:
            return "it did not answer in time"
        case .remoteConnectionClosed: return "it closed the connection"
        default:
            if TLSFault.isEnd(error) { return "it closed the connection" }
            let text = String(describing: error)
            return TLSFault.asksForCertificate(text) ? TLSFault.certificateWanted : text
        }
    }

    private static func reason(_ error: IOError) -> String {
        // The system reports these if data was on its way when the connection ended.
        [ECONNRESET, EPIPE].contains(error.errnoCode)
            ? "it closed the connection" : String(cString: strerror(error.errnoCode))
    }
}

extension Duration {
    /// Returns the pause before the next attempt to connect: from a quarter of a second to half a
    /// minute, with a random part, so that not all clients come at once.
    public static func pause(beforeAttempt attempt: Int) -> Duration {
        let longest = min(30_000, 250 << max(0, min(attempt, 7)))
        return .milliseconds(Int.random(in: longest / 2...longest))
    }
}
