import FileCoordination
import FoundationEssentials
import NIOCore
import NIOSSL
import Synchronization

/// The certificate of a server with its key. Both are read again when their files change, so
/// renewing them needs no restart.
package final class ServerCertificate: Sendable {
    private let certificate: String
    private let key: String
    private let latest: Mutex<Files>

    private struct Files: Sendable {
        var chain: [NIOSSLCertificate]
        var key: NIOSSLPrivateKey
        /// The time when the files were written, in nanoseconds since 1970.
        var times: [Int64]
    }

    /// Reads both files, which are PEM. The first has the whole chain, beginning with the server's
    /// own certificate. Throws the fault of a file that cannot be used.
    package init(certificate: String, key: String) throws(ServerCertificateFault) {
        self.certificate = certificate
        self.key = key
        latest = Mutex(try Self.read(certificate, key))
    }

    private static func read(
        _ certificate: String, _ key: String
    ) throws(ServerCertificateFault) -> Files {
        let times = [time(of: certificate), time(of: key)]
        let chain = Result { () throws(ServerCertificateFault) in
            try PEMContent(of: certificate).certificates()
        }
        let secret = Result { () throws(ServerCertificateFault) in
            try PEMContent(of: key).privateKey()
        }
        guard case (.success(let chain), .success(let secret)) = (chain, secret) else {
            // Report both problems: otherwise the second would appear only after the first is
            // solved.
            throw ServerCertificateFault(
                description: [chain.fault, secret.fault].compactMap { $0?.description }
                    .joined(separator: " "))
        }
        // A certificate without its key must not replace a working pair.
        guard (try? NIOSSLContext(configuration: .server(chain, secret))) != nil else {
            throw ServerCertificateFault(
                description: "\(key) does not belong to the first certificate in \(certificate).")
        }
        return Files(chain: chain, key: secret, times: times)
    }

    private static func time(of path: String) -> Int64 {
        guard let status = FileStatus(path), !status.isPipe else { return 0 }
        return status.modifiedNanoseconds
    }

    /// Returns the current contents of the files. While they cannot be used, for example between
    /// the writes of both, their earlier contents stay in use.
    private func current() -> Files {
        latest.withLock { latest in
            let times = [Self.time(of: certificate), Self.time(of: key)]
            if times != latest.times, let found = try? Self.read(certificate, key) {
                latest = found
            }
            return latest
        }
    }

    /// Reads both files now, even if they have not changed. Throws if they cannot be used; then the
    /// former certificate stays in use.
    package func readAgain() throws(ServerCertificateFault) {
        try latest.withLock { latest throws(ServerCertificateFault) in
            latest = try Self.read(certificate, key)
        }
    }

    /// Returns the reason why devices refuse the certificate at a time, in seconds since 1970, or
    /// soon will: it has expired, expires within two weeks, or is not valid yet. `nil` if it is
    /// fine.
    package func warning(at now: Int) -> String? {
        guard let own = current().chain.first else { return nil }
        let (from, until) = (Int(own.notValidBefore), Int(own.notValidAfter))
        if now < from {
            return "\(certificate) is valid only from \(moment(from)) on, and devices refuse it "
                + "until then. Is the clock of this machine right?"
        }
        if now > until {
            return "\(certificate) expired at \(moment(until)), and devices refuse it. Renew it: a "
                + "new file takes effect at once."
        }
        if until - now < Self.renewalSeconds {
            return "\(certificate) expires at \(moment(until)), and devices refuse it then. "
                + "Renew it."
        }
        return nil
    }

    /// The number of seconds before its end by which a certificate should have been renewed:
    /// renewal programs act weeks before, so two weeks are late.
    private static let renewalSeconds = 14 * 24 * 3600

    private func moment(_ seconds: Int) -> String {
        Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    }

    /// TLS 1.2 and later, with the current certificate at the time when a client connects.
    var configuration: TLSConfiguration {
        let files = current()
        var configuration = TLSConfiguration.server(files.chain, files.key)
        configuration.sslContextCallback = { [self] _, promise in
            // Not on the thread of the connection: this reads files, and OpenSSL's errors about a
            // wrong file would count as errors of the connection.
            Task.detached { [self] in
                let files = current()
                var override = NIOSSLContextConfigurationOverride()
                override.certificateChain = files.chain.map { .certificate($0) }
                override.privateKey = .privateKey(files.key)
                promise.succeed(override)
            }
        }
        return configuration
    }
}

extension Result where Failure == ServerCertificateFault {
    fileprivate var fault: ServerCertificateFault? {
        if case .failure(let fault) = self { fault } else { nil }
    }
}

extension TLSConfiguration {
    fileprivate static func server(
        _ chain: [NIOSSLCertificate], _ key: NIOSSLPrivateKey
    ) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        // Only ciphers with forward secrecy: without it, a server's key that leaks later would
        // reveal all recorded traffic, and RSA key exchange has padding oracles. All ciphers of TLS
        // 1.3 have it.
        configuration.cipherSuiteValues = [
            .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
            .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
            .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,
            .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
        ]
        // A server that stops must not wait for a client that never closes its side.
        configuration.shutdownTimeout = .milliseconds(250)
        return configuration
    }
}
