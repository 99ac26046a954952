import ArgumentParser
import CloudServer
import Console
import FileCoordination
import Glibc
import HTTPService
import Logging
import RemoteClouds
import Replication
import ServerAccounts
import ServerCommand
import ServiceLifecycle

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve the devices of all accounts, until a signal stops it.",
        discussion: """
            With --etcd, any number of servers can serve the same accounts behind a load balancer; \
            only the contents of documents need a place of their own (--documents). Examples: \
            cloudyd serve; cloudyd serve --host 0.0.0.0 --port 443 --tls-certificate \
            fullchain.pem --tls-key privkey.pem
            """)

    @OptionGroup var store: StoreOptions
    @OptionGroup var place: ListeningOptions<Cloudyd>
    @OptionGroup var limit: LimitOptions
    @OptionGroup var documents: DocumentOptions
    @OptionGroup var monitoring: MonitoringOptions

    func run() async throws {
        // Ignored until something waits for it: the signal may come at any time.
        signal(SIGHUP, SIG_IGN)
        let memory = MemoryService()
        let listening = try place.listening()
        let metricsPort = try monitoring.port()
        let logger = try monitoring.logger()
        warn(of: listening.certificate, logger)
        let audit = try monitoring.audit()
        let metrics = PrometheusText(help: ServiceInstruments.metrics)
        WatchShortage.report { logger.warning("\($0)") }
        let instruments = ServiceInstruments(
            factory: metrics, logger: logger, audit: { audit?.note($0) })
        let limits = try limits()
        let (directory, lock) = try await directory(instruments, logger)
        defer { withExtendedLifetime(lock) {} }
        let service = CloudService(directory, limits: limits, instruments: instruments)
        let hangUps = await HangUpService {
            readAgain(listening.certificate, audit, logger)
        }
        defer { withExtendedLifetime(hangUps) {} }
        let opened = metricsPort.map { _ in MetricsPort() }
        let application = try service.application(
            host: listening.host, port: listening.port, hosts: listening.hosts,
            certificate: listening.certificate
        ) { port in
            say("cloudyd: \(listening.scheme)://\(listening.name):\(port)")
            guard let metrics = opened?.number else { return }
            say("cloudyd: metrics at http://127.0.0.1:\(metrics)/metrics")
        }
        var services: [any Service] = [
            Listener(service: application, place: listening.place, metrics: opened), hangUps,
            memory,
        ]
        if let metricsPort, let opened {
            let endpoint = MetricsEndpoint.application(
                port: metricsPort, text: { metrics.text }, onRunning: opened.open)
            let place = ListeningPlace(
                host: "127.0.0.1", port: metricsPort, option: "--metrics-port",
                program: Cloudyd.name)
            services.append(Listener(service: endpoint, place: place))
        }
        try await runUntilSignal(services, patience: .seconds(10), logger)
    }

    private func limits() throws -> ServiceLimits {
        var limits = ServiceLimits()
        limits.maximumConnections = connectionLimit(atMost: limits.maximumConnections)
        limits.streamsPerAccount = try limit.streams() ?? limits.streamsPerAccount
        return limits
    }

    /// Returns the directory of the accounts and, for a folder, the lock on it.
    private func directory(
        _ instruments: ServiceInstruments, _ logger: Logger
    ) async throws -> (any AccountDirectory, ServingLock?) {
        let storeBytes = try limit.storeBytes()
        let place = try await documents.place(isOverEtcd: store.members != nil, logger)
        if let accounts = try await store.etcdAccounts(connections: 128) {
            let report = StoreReport(instruments: instruments)
            report.note(nil)
            var quota = EtcdCloud.defaultQuota
            quota.maximumBytes = storeBytes
            let bounds = StoreBounds(deletedBytes: storeBytes)
            return (
                EtcdDirectory(
                    accounts, quota: quota, bounds: bounds, documents: place, report: report), nil
            )
        }
        let documentBytes = try documents.bytes()
        let folder = store.data.folder
        // Before anything is opened: a restore that is in progress must find no new files.
        let early = access(folder, F_OK) == 0 ? try? ServingLock(folder: folder) : nil
        if let early { try claim(early, folder) }
        let file = try store.folderAccounts()
        let directory = ServerDirectory(
            file, storeLimit: storeBytes, documentLimit: documentBytes, documents: place)
        if let early { return (directory, early) }
        let lock = try ServingLock(folder: folder)
        try claim(lock, folder)
        return (directory, lock)
    }

    /// Locks the folder, so that no backup is restored under a running server.
    private func claim(_ lock: ServingLock, _ folder: String) throws {
        if lock.claimForServing() { return }
        complain("\(folder) is being restored. Try again when that is done.")
        throw ExitCode(.configuration)
    }
}

private func warn(of certificate: ServerCertificate?, _ logger: Logger) {
    if let warning = certificate?.warning(at: time(nil)) { logger.warning("\(warning)") }
}

/// Handles a SIGHUP: reads the files again.
private func readAgain(_ certificate: ServerCertificate?, _ audit: AuditFile?, _ logger: Logger) {
    if certificate == nil, audit == nil { logger.notice("SIGHUP: nothing to reload.") }
    if let certificate {
        do {
            try certificate.readAgain()
            logger.notice("SIGHUP: reloaded the certificate and its key.")
            warn(of: certificate, logger)
        } catch {
            logger.warning(
                "SIGHUP: keeping the old certificate and key; the new cannot be used: \(error)")
        }
    }
    if let audit {
        do {
            try audit.reopen()
            logger.notice("SIGHUP: reopened the audit log.")
        } catch {
            logger.warning(
                "SIGHUP: the audit log cannot be reopened; keeping the old one: \(error)")
        }
    }
}

/// Prints a line for a program that reads the port from a pipe.
private func say(_ line: String) {
    print(line)
    fflush(nil)
}
