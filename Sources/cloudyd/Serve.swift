import ArgumentParser
import CloudServer
import EtcdCloud
import FileCoordination
import Glibc
import Logging
import NIOCore
import PrometheusText
import Replication
import ServerAccounts
import ServiceLifecycle
import UnixSignals

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Answer the devices of all accounts, until a signal ends it.",
        discussion: """
            With --etcd any number of servers answer for the same accounts, behind a proxy that \
            chooses one, and none of them keeps anything itself. Examples: cloudyd serve; \
            cloudyd serve --host 0.0.0.0 --port 443 --tls-certificate fullchain.pem --tls-key \
            privkey.pem
            """)

    @OptionGroup var store: StoreOptions

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

    @Option(
        help: ArgumentHelp(
            "How many MiB each store of an account may have.", valueName: "MiB"))
    var storeLimit = 1024

    @OptionGroup var telling: TellingOptions

    private var storeBytes: Int64 { Int64(storeLimit) << 20 }

    func validate() throws {
        for port in [port, telling.metricsPort ?? 0] where !(0...65_535).contains(port) {
            throw ValidationError("\(port): a port is a number from 0 to 65535.")
        }
        guard (1...1_048_576).contains(storeLimit) else {
            throw ValidationError("--store-limit is from 1 to 1048576 MiB.")
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
        let certificate = try certificate()
        let audit = try telling.audit()
        let metrics = PrometheusText(help: ServiceInstruments.metrics)
        let logger = telling.logger
        WatchShortage.report { logger.warning("\($0)") }
        let instruments = ServiceInstruments(
            factory: metrics, logger: logger, audit: { audit?.note($0) })
        let (directory, lock) = try await directory(instruments)
        defer { withExtendedLifetime(lock) {} }
        var limits = ServiceLimits()
        // Clouds, logs and whatever else is open have their share.
        limits.maximumConnections = min(limits.maximumConnections, raisedFileLimit() - 256)
        let service = CloudService(
            directory, limits: limits, instruments: instruments)
        let name = host.contains(":") ? "[\(host)]" : host
        let scheme = certificate == nil ? "http" : "https"
        var services: [any Service] = [
            try service.application(host: host, port: port, certificate: certificate) { port in
                say("cloudyd: \(scheme)://\(name):\(port)")
            }
        ]
        // With no log to open again, a server ends with its terminal, as other programs do.
        if let audit { services.append(HangUpService { audit.reopen() }) }
        if let port = telling.metricsPort {
            services.append(
                MetricsEndpoint.application(port: port, text: { metrics.text }) { port in
                    say("cloudyd: metrics at http://127.0.0.1:\(port)/metrics")
                })
        }
        var configuration = ServiceGroupConfiguration(
            services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        // Who does not end a call by then is cut off.
        configuration.maximumGracefulShutdownDuration = .seconds(10)
        do { try await ServiceGroup(configuration: configuration).run() } catch let error as IOError
        {
            complain("Cannot listen at \(name):\(port): \(words(error.errnoCode)).")
            throw ExitCode(69)
        }
    }

    /// What knows the accounts, and for a folder the lock on it.
    private func directory(
        _ instruments: ServiceInstruments
    ) async throws -> (any AccountDirectory, ServingLock?) {
        if let accounts = try await store.etcdAccounts(connections: 128) {
            let report = StoreReport(instruments: instruments)
            report.note(nil)
            var quota = EtcdCloud.defaultQuota
            quota.maximumBytes = storeBytes
            return (EtcdDirectory(accounts, quota: quota, report: report), nil)
        }
        let file = try store.folderAccounts()
        return (ServerDirectory(file, storeLimit: storeBytes), try claim(store.data.folder))
    }

    /// Keeps a backup from being restored under a server that runs.
    private func claim(_ folder: String) throws -> ServingLock {
        let lock = try ServingLock(folder: folder)
        if lock.claimForServing() { return lock }
        complain("\(folder) is being restored. Try again when that has ended.")
        throw ExitCode(78)
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

/// Whoever waits for a port reads it from a pipe.
private func say(_ line: String) {
    print(line)
    fflush(nil)
}

private func words(_ number: Int32) -> String { String(cString: strerror(number)) }
