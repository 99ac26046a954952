import CloudMessages
import CloudServer
import HTTPService
import RemoteClouds

/// A server on a port of its own, until it is deallocated.
final class RunningServer: Sendable {
    private let served: ServedApplication
    var port: Int { served.port }

    init(
        _ directory: some AccountDirectory, certificate: ServerCertificate? = nil,
        hosts: AnsweredHosts = .any, limits: ServiceLimits = ServiceLimits(),
        instruments: ServiceInstruments = ServiceInstruments(), port: Int = 0
    ) async throws {
        let service = CloudService(directory, limits: limits, instruments: instruments)
        served = try await ServedApplication { onRunning in
            try service.application(
                host: "127.0.0.1", port: port, hosts: hosts, certificate: certificate,
                onRunning: onRunning)
        }
    }

    /// Ends the server, and returns when its port is closed.
    func stop() async { await served.stop() }

    func connect(token: String, store: StoreName = .own) throws -> HTTPCloud {
        try HTTPCloud(
            url: "http://127.0.0.1:\(port)", token: token, store: store, patience: .ofTests)
    }
}

/// Accepts no token.
struct NoAccounts: AccountDirectory {
    func access(token: String) -> Access? { nil }
}

extension HTTPCloud.Patience {
    /// Long limits, since the machine is busy with other tests: only calls to a server that does
    /// not exist time out.
    static var ofTests: Self {
        var patience = Self()
        patience.connecting = .seconds(120)
        patience.answering = .seconds(300)
        return patience
    }
}
