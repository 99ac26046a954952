import CloudMessages
package import HTTPService
package import Hummingbird
import HummingbirdCore
import Replication

/// The calls of ``Cloud`` over HTTP, for the accounts of a directory.
public struct CloudService: Sendable {
    private let directory: any AccountDirectory
    private let limits: ServiceLimits
    private let instruments: ServiceInstruments
    private let memory: ServiceMemory

    public init(
        _ directory: any AccountDirectory, limits: ServiceLimits = ServiceLimits(),
        instruments: ServiceInstruments = ServiceInstruments()
    ) {
        self.directory = directory
        self.limits = limits
        self.instruments = instruments
        memory = ServiceMemory(limits, instruments)
    }

    /// Returns the server as a service that runs until it is cancelled or shut down gracefully.
    ///
    /// - Parameters:
    ///   - hosts: the hosts that it answers for.
    ///   - certificate: the certificate for TLS; without it, the server uses plain HTTP.
    ///   - port: 0 for any free port.
    ///   - onRunning: receives the port once clients can connect.
    package func application(
        host: String, port: Int, hosts: AnsweredHosts = .any,
        certificate: ServerCertificate? = nil,
        onRunning: @escaping @Sendable (Int) async -> Void
    ) throws -> some ApplicationProtocol {
        Application(
            router: router(hosts), server: try limits.connections.server(certificate: certificate),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port), serverName: "cloudyd",
                availableConnectionsDelegate: MaximumAvailableConnections(
                    limits.maximumConnections)),
            onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? port) },
            logger: instruments.logger)
    }

    private func router(_ hosts: AnsweredHosts) -> Router<CallContext> {
        let router = Router(context: CallContext.self)
        router.add(middleware: Observation(instruments: instruments))
        router.add(middleware: ErrorAnswers(logger: instruments.logger))
        router.add(middleware: RequestCheck(hosts: hosts))
        let directory = directory
        router.get("health") { _, _ -> String in
            // For programs that choose between servers, such as load balancers.
            guard await directory.isReachable else { throw CallError(CloudError.storeAway) }
            return "ok\n"
        }
        let calls = router.group("v1")
            .add(middleware: Authentication(directory, limits, instruments.logger))
        let streams = OpenStreams(most: limits.streamsPerAccount)
        addCalls(to: calls, streams)
        addCalls(to: calls.group("stores/:store"), streams)
        return router
    }

    /// Adds the calls of one store.
    private func addCalls(to calls: RouterGroup<CallContext>, _ streams: OpenStreams) {
        RecordRoutes(limits: limits, memory: memory).add(to: calls.group("records"))
        ReplicaRoutes(memory: memory).add(to: calls.group("replicas"))
        EventRoutes(limits: limits, instruments: instruments, streams: streams)
            .add(to: calls.group("events"))
        ChunkRoutes(limits: limits, memory: memory, instruments: instruments)
            .add(to: calls.group("\(ChunkRoutes.path)"))
        calls.get("quota") { _, context in
            let cloud = try await context.cloud(.read)
            let reply = try await blocking { try await cloud.quota() }
            // A server without contents, or whose object store is unreachable, still reports the
            // rest.
            let contents = try? await context.contents(.read)
            let room = try? await blocking { try await contents?.room() }
            return try Response.reply(reply) { quota in
                var quota = quota
                quota.contents = room
                return QuotaMessage(quota)
            }
        }
    }
}

/// The limits for one client of a server.
public struct ServiceLimits: Sendable {
    /// The largest body of a request, in bytes.
    public var maximumBody = 32 << 20
    /// The most records of one page of a listing.
    public var maximumPage = 5_000
    /// The most changes of one batch.
    public var maximumBatch = 5_000
    /// The limits of each connection.
    package var connections = HTTPConnections()
    /// The most connections; later clients wait in the system's queue.
    public var maximumConnections = 10_000
    /// The most bytes of bodies in memory at once, in total and for one account.
    public var bodyBytes = 128 << 20
    public var bodyBytesPerAccount = 48 << 20
    /// The most bytes of answers in memory at once, in total and for one account.
    public var answerBytes = 384 << 20
    public var answerBytesPerAccount = 64 << 20
    /// The number of seconds that a call waits for memory for its body or its answer.
    public var roomSeconds: Int64 = 10
    /// The number of calls that an account may make at once.
    public var callsAtOnce = 2_000.0
    /// The number of further calls that it may make each second.
    public var callsPerSecond = 200.0
    /// The number of calls about chunks that an account may make at once, and the number of further
    /// ones each second.
    public var chunkCallsAtOnce = 4_000.0
    public var chunkCallsPerSecond = 2_000.0
    /// The number of requests without a token of this server that an address may make at once.
    public var failuresAtOnce = 20.0
    /// The number of further ones that it may make each second.
    public var failuresPerSecond = 0.2
    /// The number of streams of events that an account may have open.
    public var streamsPerAccount = 200
    /// The number of seconds that a client that was refused a stream waits before it asks again.
    public var streamRetrySeconds = 30
    /// The interval of the heartbeats on a stream of events.
    public var heartbeat = Duration.seconds(6)

    public init() {}
}
