import ArgumentParser
import BookmarkLibrary
import BookmarkServer
import Console
import DeviceStore
import Glibc
import HTTPService
import Logging
import ServerCommand

extension CloudyServe {
    struct Run: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "run",
            abstract: "Serve until a signal stops it (the default).",
            discussion: """
                Listens on this machine only, unless you give --host and a certificate. Examples: \
                cloudy serve; cloudy serve --port 9000
                """)

        @OptionGroup var device: DeviceOptions
        @OptionGroup var place: ListeningOptions<CloudyServe>

        @Flag(
            help: ArgumentHelp(
                "Fetch no pages for clients.",
                discussion: """
                    Without it, a client that asks for the title of a page makes cloudy fetch the \
                    page, if it is on the internet.
                    """))
        var noFetch = false

        @Flag(help: "Stay offline: edits wait until the next sync.")
        var offline = false

        func run() async throws {
            // Ignored until something waits for it: the signal may come at any time.
            signal(SIGHUP, SIG_IGN)
            let memory = MemoryService()
            let listening = try place.listening()
            let logger = Logger(label: "cloudy serve") { _ in MessageLog() }
            if let warning = listening.certificate?.warning(at: time(nil)) {
                logger.warning("\(warning)")
            }
            let location = try device.location()
            let hasTokens = try reporting { try !AccessTokens(location).all().isEmpty }
            let library = try reporting {
                try ServedLibrary(location, isApart: offline) { error in
                    logger.error("Cannot read changes by other programs: \(error)")
                }
            }
            await library.start()
            let mayFetch = !noFetch && !offline
            let titles = PageTitles {
                guard mayFetch else { return false }
                return await (try? !library.home.device.isOffline) ?? false
            }
            var limits = BookmarkServiceLimits()
            limits.maximumConnections = connectionLimit(atMost: limits.maximumConnections)
            let service = BookmarkService(library, titles: titles, limits: limits, logger: logger)
            let hangUps = await HangUpService {
                guard let certificate = listening.certificate else { return }
                do { try certificate.readAgain() } catch {
                    logger.warning("Keeping the old certificate: \(error)")
                }
            }
            let application = try service.application(
                host: listening.host, port: listening.port, hosts: listening.hosts,
                certificate: listening.certificate
            ) { port in
                print("cloudy serve: \(listening.scheme)://\(listening.name):\(port)/")
                fflush(nil)
                if !hasTokens {
                    complain("There is no token yet. To make one: cloudy serve token add")
                }
            }
            do {
                let listener = Listener(service: application, place: listening.place)
                // Services stop in reverse order, so the listener still answers while syncs end.
                let syncs = SyncsUnderWay(library, logger: logger)
                try await runUntilSignal(
                    [listener, hangUps, memory, syncs], patience: .seconds(18), logger)
            } catch {
                await library.close()
                throw error
            }
            await library.close()
        }
    }
}

/// Prints warnings and errors on standard error.
struct MessageLog: LogHandler {
    var logLevel = Logger.Level.warning
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { complain("\(event.message)") }
}
