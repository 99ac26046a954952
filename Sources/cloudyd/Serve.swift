import ArgumentParser
import CloudServer
import Glibc
import Hummingbird
import ServerAccounts

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Answer the devices of all accounts, until a signal ends it.")

    @OptionGroup var data: DataOptions

    @Option(help: "The address to listen at.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen at; 0 takes one that is free.")
    var port = 8765

    @Flag(
        help: ArgumentHelp(
            "Listen at an address of the network without TLS.",
            discussion: "Tokens and records can then be read on the way."))
    var insecurePlaintext = false

    func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError("--port \(port): a port is a number from 0 to 65535.")
        }
    }

    func run() async throws {
        guard Self.isLoopback(host) || insecurePlaintext else {
            complain(
                """
                --host \(host) can be reached from other machines, and without TLS everybody on \
                the way could read the tokens. Put a proxy with TLS in front of 127.0.0.1, or \
                say --insecure-plaintext.
                """)
            throw ExitCode(78)
        }
        let directory = ServerDirectory(try accounts(data))
        let host = host.contains(":") ? "[\(host)]" : host
        let server = CloudService(directory).application(host: self.host, port: port) { port in
            print("cloudyd: http://\(host):\(port)")
            // Whoever waits for the port reads it from a pipe.
            fflush(nil)
        }
        try await server.runService()
    }

    private static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }
}
