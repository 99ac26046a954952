import ArgumentParser
import Console
import FileCoordination
import Glibc
package import HTTPService

/// A program with a server, for its options.
package protocol ServingProgram: Sendable {
    /// The name of the program, such as `cloudyd`.
    static var name: String { get }
    /// The prefix of its environment variables, such as `CLOUDYD`.
    static var prefix: String { get }
    /// The default port.
    static var port: Int { get }
    /// A word for its clients, such as “devices”.
    static var clients: String { get }
}

/// The options for the address of a server and its certificate.
package struct ListeningOptions<Program: ServingProgram>: ParsableArguments {
    @Option(help: "The address to listen on. Default: $\(Program.prefix)_HOST, or 127.0.0.1.")
    var host: String?

    @Option(
        help: ArgumentHelp(
            "The port to listen on; 0 chooses a free one.",
            discussion: "Default: $\(Program.prefix)_PORT, or \(Program.port)."))
    var port: Int?

    @Option(
        help: ArgumentHelp(
            "Accept requests only for this host name; repeatable.",
            discussion: """
                A server that listens on this machine only also accepts localhost and its own \
                addresses, and rejects all other names: you need this option behind a proxy that \
                passes the name on. Default: $\(Program.prefix)_HOST_NAME, separated by commas.
                """, valueName: "name"))
    var hostName: [String] = []

    @Option(
        help: ArgumentHelp(
            "The certificate file with its chain, in PEM format.",
            discussion: """
                Read again when it changes, and at SIGHUP. Default: \
                $\(Program.prefix)_TLS_CERTIFICATE.
                """, valueName: "file"))
    var tlsCertificate: String?

    @Option(
        help: ArgumentHelp(
            "The file of the certificate's private key, in PEM format.",
            discussion: "Default: $\(Program.prefix)_TLS_KEY.", valueName: "file"))
    var tlsKey: String?

    @Flag(
        help: ArgumentHelp(
            "Listen on a network address without TLS.",
            discussion: """
                Anyone on the network can then read tokens and records. Same as \
                \(Program.prefix)_INSECURE_PLAINTEXT=1.
                """))
    var insecurePlaintext = false

    package init() {}

    package func validate() throws {
        if let port { try requirePort(port) }
    }

    /// Returns the settings from the options and the environment. Ends with a status if they do not
    /// fit together.
    package func listening() throws -> Listening {
        let host = host ?? environment("\(Program.prefix)_HOST") ?? "127.0.0.1"
        let listening = Listening(
            host: host, port: try port ?? portVariable("\(Program.prefix)_PORT") ?? Program.port,
            hosts: try hosts(host), certificate: try certificate(),
            program: Program.name)
        let isPlain = try insecurePlaintext || isSet("\(Program.prefix)_INSECURE_PLAINTEXT")
        guard isKnown(listening.host) else {
            complain(
                """
                --host \(listening.host) does not name an address of this machine. Give an address \
                such as 127.0.0.1, or a name that resolves to one.
                """)
            throw ExitCode(.configuration)
        }
        if listening.certificate == nil, !isPlain, !isLoopback(listening.host) {
            complain(
                """
                --host \(listening.host) is reachable from other machines, and without TLS anyone \
                on the network could read the tokens. Give --tls-certificate and --tls-key, put a \
                proxy with TLS in front of 127.0.0.1, or add --insecure-plaintext.
                """)
            throw ExitCode(.configuration)
        }
        return listening
    }

    /// Returns the hosts that a server at an address answers for.
    private func hosts(_ address: String) throws -> AnsweredHosts {
        let said =
            hostName.isEmpty
            ? (environment("\(Program.prefix)_HOST_NAME") ?? "").split(separator: ",").map {
                $0.filter { $0 != " " }
            } : hostName
        let isOnlyHere = isLoopback(address)
        if said.isEmpty, !isOnlyHere { return .any }
        // A single address is also a name of the server.
        let own = ["0.0.0.0", "::"].contains(address) ? [] : [address]
        if let hosts = AnsweredHosts(names: said + own, isLoopback: true) { return hosts }
        complain(
            """
            “\(said.joined(separator: ", "))” is not a host name. Give --host-name the name that \
            \(Program.clients) use, without https:// and port, such as bookmarks.example.org.
            """)
        throw ExitCode(.configuration)
    }

    private func certificate() throws -> ServerCertificate? {
        let certificate = tlsCertificate ?? environment("\(Program.prefix)_TLS_CERTIFICATE")
        let key = tlsKey ?? environment("\(Program.prefix)_TLS_KEY")
        switch (certificate, key) {
        case (nil, nil): return nil
        case (let certificate?, let key?):
            do {
                return try ServerCertificate(certificate: certificate, key: key)
            } catch {
                complain(
                    """
                    \(error.description) --tls-certificate takes the server's certificate with its \
                    chain, and --tls-key its private key without a passphrase, both in PEM format \
                    and readable by this user.
                    """)
                throw ExitCode(.configuration)
            }
        default:
            if tlsCertificate != nil || tlsKey != nil {
                throw ValidationError("--tls-certificate and --tls-key need each other.")
            }
            complain(
                """
                \(Program.prefix)_TLS_CERTIFICATE and \(Program.prefix)_TLS_KEY need each other: \
                set both, or neither.
                """)
            throw ExitCode(.configuration)
        }
    }
}

/// The settings for listening.
package struct Listening {
    package var host: String
    package var port: Int
    package var hosts: AnsweredHosts
    package var certificate: ServerCertificate?
    /// The name of the program.
    var program: String

    /// The host in the form before a port.
    package var name: String { host.contains(":") ? "[\(host)]" : host }
    package var scheme: String { certificate == nil ? "http" : "https" }
    package var place: ListeningPlace {
        ListeningPlace(host: name, port: port, option: "--port", program: program)
    }
}

/// Throws if a number is not a port.
package func requirePort(_ port: Int) throws {
    guard (0...65_535).contains(port) else {
        throw ValidationError("\(port) is not a port: use a number from 0 to 65535.")
    }
}

/// Returns whether a host is an address, or a name that resolves to one.
private func isKnown(_ host: String) -> Bool {
    var found: UnsafeMutablePointer<addrinfo>?
    defer { if let found { freeaddrinfo(found) } }
    return getaddrinfo(host, nil, nil, &found) == 0
}

/// Returns whether only this machine can reach a server at this address. The only such name is
/// `localhost`: DNS could resolve any other name to any address.
private func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host == "::1" { return true }
    var address = in_addr()
    // The bytes of the address are in network order.
    return inet_pton(AF_INET, host, &address) == 1
        && withUnsafeBytes(of: &address) { $0.first == 127 }
}
