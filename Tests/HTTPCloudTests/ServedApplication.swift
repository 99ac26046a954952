import Logging
import ServiceLifecycle

/// An application at a port of its own, until it is let go.
///
/// It is told to end as a service is. Cancelling it would drop connections that it accepted and
/// has not begun to read, and NIO ends the whole process over one of those.
final class ServedApplication: Sendable {
    private let group: ServiceGroup
    private let task: Task<Void, any Error>
    let port: Int

    /// - Parameter application: makes it, given what to tell the port when it can be connected to.
    init(
        _ application: (_ onRunning: @escaping @Sendable (Int) -> Void) throws -> any Service
    ) async throws {
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        group = ServiceGroup(
            services: [try application { continuation.yield($0) }],
            logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() })
        task = Task { [group] in
            defer { continuation.finish() }
            try await group.run()
        }
        guard let port = await ports.first(where: { _ in true }) else {
            try await task.value
            throw CancellationError()
        }
        self.port = port
    }

    deinit {
        Task { [group] in await group.triggerGracefulShutdown() }
    }

    /// Ends it, and returns when its port is closed.
    func stop() async {
        await group.triggerGracefulShutdown()
        _ = await task.result
    }
}
