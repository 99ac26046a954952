import TestSupport
import Testing

struct ServedApplicationTests {
    @Test func serverStopsWhileUnusedConnectionsAreOpen() async throws {
        for _ in 1...50 {
            let server = try await RunningServer(NoAccounts())
            let connections = try (1...8).map { _ in try RawConnection(port: server.port) }
            await server.stop()
            withExtendedLifetime(connections) {}
        }
    }
}
