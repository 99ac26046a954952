import CloudConformance
import CloudMessages
import CloudServer
import Documents
import Glibc
import LocalCloud
import RemoteClouds
import ScratchFolder
import Testing

@testable import ServerAccounts

/// The chunks of an account on a server, in a folder that a test can damage.
final class ChunkFixture: ChunkStoreFixture {
    let folder = ScratchFolder()
    let accounts: AccountsFile
    let token: String
    let server: RunningServer
    let sealing: any ChunkSealing
    let metrics = PrometheusText()
    let store: any ChunkStore

    init(
        sealing: any ChunkSealing = PlainChunks(), limits: ServiceLimits = ServiceLimits(),
        documentLimit: Int = ContentUsage.usualLimit
    ) async throws {
        self.sealing = sealing
        accounts = try AccountsFile(folder: folder.path("data"))
        token = try accounts.addAccount("tests")
        server = try await RunningServer(
            ServerDirectory(accounts, documentLimit: documentLimit), limits: limits,
            instruments: ServiceInstruments(factory: metrics))
        store = try Self.store(server.port, token, sealing)
    }

    static func store(
        _ port: Int, _ token: String, _ sealing: any ChunkSealing = PlainChunks(),
        path: String = "", patience: HTTPCloud.Patience = .ofTests
    ) throws -> HTTPChunkStore {
        try HTTPChunkStore(
            url: "http://127.0.0.1:\(port)\(path)", token: token, patience: patience,
            sealing: sealing)
    }

    func stored(_ name: ChunkName) -> ChunkName { sealing.storedName(of: name) }

    var files: ChunkFiles { accounts.contentFiles("tests", .own) }

    private func path(_ name: ChunkName) -> String {
        "\(files.path)/\(stored(name).description.prefix(2))/\(stored(name))"
    }

    /// Sets the times of files back.
    func pass(_ seconds: Double) {
        for name in (try? files.names()) ?? [] {
            age("\(files.path)/\(name.description.prefix(2))/\(name)", by: seconds)
        }
    }

    func damage(_ name: ChunkName) throws {
        let file = try #require(fopen(path(name), "we"))
        fputs("other", file)
        fclose(file)
    }

    func tear(_ name: ChunkName) throws { #expect(truncate(path(name), 1000) == 0) }

    /// Returns the number of chunks that had an outcome, according to the metrics.
    func count(_ outcome: String) -> Int {
        let line = metrics.text.split(separator: "\n").first {
            $0.hasPrefix("cloudyd_chunks_total{outcome=\"\(outcome)\"}")
        }
        return line?.split(separator: " ").last.flatMap { Int($0) } ?? 0
    }
}
