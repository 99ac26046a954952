import ArgumentParser
import CloudServer
import Glibc
import Hummingbird
import NIOCore
import ServerAccounts

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Answer the devices of all accounts, until a signal ends it.")

    @OptionGroup var data: DataOptions

    @Option(help: "The address to listen at.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen at; 0 takes one that is free.")
    var port = 8765

    @Option(
        help: ArgumentHelp(
            "The file of the certificate and those above it, as PEM.",
            discussion: "It is read again when it changes.", valueName: "file"))
    var tlsCertificate: String?

    @Option(help: ArgumentHelp("The file of the certificate's key, as PEM.", valueName: "file"))
    var tlsKey: String?

    @Flag(
        help: ArgumentHelp(
            "Listen at an address of the network without TLS.",
            discussion: "Tokens and records can then be read on the way."))
    var insecurePlaintext = false

    func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError("--port \(port): a port is a number from 0 to 65535.")
        }
        guard (tlsCertificate == nil) == (tlsKey == nil) else {
            throw ValidationError("--tls-certificate and --tls-key go together.")
        }
    }

    func run() async throws {
        guard Self.isLoopback(host) || insecurePlaintext || tlsKey != nil else {
            complain(
                """
                --host \(host) can be reached from other machines, and without TLS everybody on \
                the way could read the tokens. Give --tls-certificate and --tls-key, put a proxy \
                with TLS in front of 127.0.0.1, or say --insecure-plaintext.
                """)
            throw ExitCode(78)
        }
        let directory = ServerDirectory(try accounts(data))
        let host = host.contains(":") ? "[\(host)]" : host
        let certificate = try certificate()
        let scheme = certificate == nil ? "http" : "https"
        let server = try CloudService(directory).application(
            host: self.host, port: port, certificate: certificate
        ) { port in
            print("cloudyd: \(scheme)://\(host):\(port)")
            // Whoever waits for the port reads it from a pipe.
            fflush(nil)
        }
        do { try await server.runService() } catch let error as IOError {
            complain(
                "Cannot listen at \(host):\(port): \(String(cString: strerror(error.errnoCode))).")
            throw ExitCode(69)
        }
    }

    private func certificate() throws -> ServerCertificate? {
        guard let tlsCertificate, let tlsKey else { return nil }
        do {
            return try ServerCertificate(certificate: tlsCertificate, key: tlsKey)
        } catch {
            complain("\(tlsCertificate) and \(tlsKey) are no certificate and its key: \(error)")
            throw ExitCode(78)
        }
    }

    private static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }
}
