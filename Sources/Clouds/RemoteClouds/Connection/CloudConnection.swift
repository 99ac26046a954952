public import AsyncHTTPClient
import FileCoordination
import Glibc
public import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

// The calls on a connection that every cloud behind HTTP needs.

extension HTTPClient {
    /// A client for clouds, whose connections are kept and used again.
    ///
    /// - Parameters:
    ///   - authority: the file of a certificate, as PEM, that is trusted besides those that the
    ///     system trusts.
    ///   - identity: the certificate of the client, for servers that ask for one.
    ///   - connections: how many connections one server may have with this client.
    ///   - connect: how long a server may take to be connected to.
    ///   - silence: how long an answer may be silent; for ever, when it is nil.
    ///   - version: which version of HTTP is spoken.
    public static func forCloud(
        authority: String?, identity: ClientIdentity? = nil, connections: Int = 8,
        connect: TimeAmount = .seconds(10), silence: TimeAmount?,
        version: HTTPClient.Configuration.HTTPVersion = .automatic
    ) -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        configuration.httpVersion = version
        configuration.timeout.connect = connect
        configuration.timeout.read = silence
        // An error of a server that refuses connections comes at once; the caller tries again.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
        if authority != nil || identity != nil {
            var tls = TLSConfiguration.makeClientConfiguration()
            if let authority {
                // Read now: the file may be another by the time of the first connection.
                let known = try? NIOSSLCertificate.read(authority)
                // A file that holds none is named by the error of the first connection.
                tls.additionalTrustRoots = [
                    known.map { .certificates($0) }
                        ?? (isReplaceable(authority) ? .file(authority) : .certificates([]))
                ]
            }
            identity?.show(in: &tls)
            configuration.tlsConfiguration = tls
        }
        // A redirect must not take the person's credentials to another server.
        configuration.redirectConfiguration = .disallow
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }
}

extension NIOSSLCertificate {
    /// The certificates in a file of PEM. NIOSSL would wait for ever for the writer of a pipe.
    static func read(_ path: String) throws -> [NIOSSLCertificate] {
        try fromPEMBytes(GivenPath.read(path, atMost: 1 << 20))
    }
}

/// Why a call got no answer.
public struct ConnectionFailure: Sendable {
    /// In words that help a person mend it, without a full stop.
    public var words: String
    /// Whether the call certainly never left.
    public var neverConnected: Bool

    /// The meaning of a client failure. For an untrusted server it examines the certificate to name
    /// the problem, and for a connection without TLS it checks whether the server speaks TLS; that
    /// may take some seconds.
    ///
    /// - Parameters:
    ///   - url: the URL that was called.
    ///   - authority: the file of the private authority that is trusted, if one is.
    public init(_ error: any Error, calling url: String, authority: String?) async {
        neverConnected =
            error is NIOConnectionError || (error as? HTTPClientError) == .connectTimeout
            || (error as? IOError).map(Self.isOfConnecting) ?? false
        words = Self.words(error)
        guard let parts = try? HTTPClient.Request(url: url) else { return }
        let host =
            parts.host.hasPrefix("[") ? String(parts.host.dropFirst().dropLast()) : parts.host
        if parts.scheme == "https", let fault = TLSFault(error) {
            neverConnected = true
            words = await fault.words(host: host, port: parts.port, authority: authority)
        }
        if parts.scheme == "http", !neverConnected, !Self.isLate(error),
            await CertificateLook.chain(host: host, port: parts.port) != nil
        {
            words = TLSFault.unexpected
        }
    }

    /// Whether there was no connection to fail: a numeric address needs no lookup of its name, and
    /// fails with errors of the system. No connection that stands is refused.
    private static func isOfConnecting(_ error: IOError) -> Bool {
        error.errnoCode == ECONNREFUSED || String(describing: error).hasPrefix("connect(")
    }

    /// Whether nothing came in time; a server with TLS reports at once that it understands nothing.
    private static func isLate(_ error: any Error) -> Bool {
        switch error as? HTTPClientError {
        case .readTimeout, .writeTimeout, .deadlineExceeded, .cancelled: true
        default: error is CancellationError
        }
    }

    private static func words(_ error: any Error) -> String {
        if let error = error as? NIOConnectionError {
            guard let failure = error.connectionErrors.first?.error else {
                return "its name cannot be resolved"
            }
            return (failure as? IOError).map(Self.words) ?? "it does not answer"
        }
        if let error = error as? IOError { return Self.words(error) }
        // The ends of a connection that is just being used.
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

    private static func words(_ error: IOError) -> String {
        // The system tells an end by these, if something was on its way.
        [ECONNRESET, EPIPE].contains(error.errnoCode)
            ? "it closed the connection" : String(cString: strerror(error.errnoCode))
    }
}

extension Duration {
    /// How long to wait before a connection is tried again: from a quarter of a second to half a
    /// minute, and never all clients at once.
    public static func pause(beforeAttempt attempt: Int) -> Duration {
        let longest = min(30_000, 250 << max(0, min(attempt, 7)))
        return .milliseconds(Int.random(in: longest / 2...longest))
    }
}
