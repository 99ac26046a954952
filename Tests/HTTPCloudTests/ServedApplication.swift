import Logging
import ServiceLifecycle

/// An application on a port of its own, until it is deallocated.
///
/// It is shut down like a service. Cancelling it instead would drop connections that are accepted
/// but not yet started, and NIO ends the whole process then.
final class ServedApplication: Sendable {
    private let group: ServiceGroup
    private let task: Task<Void, any Error>
    let port: Int

    /// - Parameter application: makes the application, with a function to call with the port once
    ///   it accepts connections.
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

    /// Ends the application, and returns when its port is closed.
    func stop() async {
        await group.triggerGracefulShutdown()
        _ = await task.result
    }
}
