import CloudMessages
import CloudServer
import HTTPService
import Hummingbird
import RemoteClouds

/// A server on a port of its own, until it is let go.
final class RunningServer: Sendable {
    private let task: Task<Void, any Error>
    let port: Int

    init(
        _ directory: some AccountDirectory, certificate: ServerCertificate? = nil,
        hosts: AnsweredHosts = .any, limits: ServiceLimits = ServiceLimits(),
        instruments: ServiceInstruments = ServiceInstruments(), port: Int = 0
    ) async throws {
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let service = CloudService(directory, limits: limits, instruments: instruments)
        task = Task {
            defer { continuation.finish() }
            try await service.application(
                host: "127.0.0.1", port: port, hosts: hosts, certificate: certificate
            ) { continuation.yield($0) }.run()
        }
        guard let port = await ports.first(where: { _ in true }) else {
            try await task.value
            throw CancellationError()
        }
        self.port = port
    }

    deinit { task.cancel() }

    /// Ends it, and returns when its port is closed.
    func stop() async {
        task.cancel()
        _ = await task.result
    }

    func connect(token: String, store: StoreName = .own) throws -> HTTPCloud {
        try HTTPCloud(
            url: "http://127.0.0.1:\(port)", token: token, store: store, patience: .ofTests)
    }
}

extension HTTPCloud.Patience {
    /// A machine that is busy with other tests takes its time; only a server that is not there at
    /// all is given up.
    static var ofTests: Self {
        var patience = Self()
        patience.connecting = .seconds(120)
        patience.answering = .seconds(300)
        return patience
    }
}
