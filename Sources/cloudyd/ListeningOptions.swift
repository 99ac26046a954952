import ArgumentParser
import CloudServer
import Glibc

/// Where a server listens, and what it shows to those who connect.
struct ListeningOptions: ParsableArguments {
    @Option(help: "The address to listen at. Otherwise CLOUDYD_HOST, or 127.0.0.1.")
    var host: String?

    @Option(
        help: "The port to listen at; 0 takes one that is free. Otherwise CLOUDYD_PORT, or 8765.")
    var port: Int?

    @Option(
        help: ArgumentHelp(
            "The file of the certificate and those above it, as PEM.",
            discussion: """
                It is read again when it changes, and at SIGHUP. Otherwise \
                CLOUDYD_TLS_CERTIFICATE.
                """, valueName: "file"))
    var tlsCertificate: String?

    @Option(
        help: ArgumentHelp(
            "The file of the certificate's key, as PEM. Otherwise CLOUDYD_TLS_KEY.",
            valueName: "file"))
    var tlsKey: String?

    @Flag(
        help: ArgumentHelp(
            "Listen at an address of the network without TLS.",
            discussion: """
                Tokens and records can then be read on the way. CLOUDYD_INSECURE_PLAINTEXT=1 says \
                the same.
                """))
    var insecurePlaintext = false

    func validate() throws {
        if let port { try Self.requirePort(port) }
    }

    /// Refuses what is no port.
    static func requirePort(_ port: Int) throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError("\(port): a port is a number from 0 to 65535.")
        }
    }

    /// What the options and the environment say together. Ends with a status when that cannot be.
    func listening() throws -> Listening {
        let listening = Listening(
            host: host ?? environment("CLOUDYD_HOST") ?? "127.0.0.1",
            port: try port ?? portVariable("CLOUDYD_PORT") ?? 8765,
            certificate: try certificate())
        let isPlain = try insecurePlaintext || isSet("CLOUDYD_INSECURE_PLAINTEXT")
        if listening.certificate == nil, !isPlain, !isLoopback(listening.host) {
            complain(
                """
                --host \(listening.host) can be reached from other machines, and without TLS \
                everybody on the way could read the tokens. Give --tls-certificate and --tls-key, \
                put a proxy with TLS in front of 127.0.0.1, or say --insecure-plaintext.
                """)
            throw ExitCode(78)
        }
        return listening
    }

    private func certificate() throws -> ServerCertificate? {
        let certificate = tlsCertificate ?? environment("CLOUDYD_TLS_CERTIFICATE")
        let key = tlsKey ?? environment("CLOUDYD_TLS_KEY")
        switch (certificate, key) {
        case (nil, nil): return nil
        case (let certificate?, let key?):
            do {
                return try ServerCertificate(certificate: certificate, key: key)
            } catch {
                complain(
                    """
                    \(error.description) --tls-certificate names the server's certificate with \
                    those above it, and --tls-key its key without a passphrase, both as PEM, in \
                    files that cloudyd may read.
                    """)
                throw ExitCode(78)
            }
        default:
            if tlsCertificate != nil || tlsKey != nil {
                throw ValidationError("--tls-certificate and --tls-key go together.")
            }
            complain(
                """
                CLOUDYD_TLS_CERTIFICATE and CLOUDYD_TLS_KEY go together: set the other one too, \
                or unset both.
                """)
            throw ExitCode(78)
        }
    }
}

/// Where a server listens.
struct Listening {
    var host: String
    var port: Int
    var certificate: ServerCertificate?

    /// The host, as it is written before a port.
    var name: String { host.contains(":") ? "[\(host)]" : host }
    var scheme: String { certificate == nil ? "http" : "https" }
    var place: ListeningPlace { ListeningPlace(host: name, port: port, option: "--port") }
}

/// Whether only this machine reaches a server that listens there. A name is none but `localhost`:
/// whoever answers for it could say any address.
private func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host == "::1" { return true }
    var address = in_addr()
    // Its bytes are in the order of the network.
    return inet_pton(AF_INET, host, &address) == 1
        && withUnsafeBytes(of: &address) { $0.first == 127 }
}
