import ArgumentParser
import Console
import FileCoordination
package import Logging
package import ServiceLifecycle
import UnixSignals

/// Runs services until a signal ends them. Then cuts off calls that take longer than the patience.
/// Ends with a status if it cannot listen.
package func runUntilSignal(
    _ services: [any Service], patience: Duration, _ logger: Logger
) async throws {
    var configuration = ServiceGroupConfiguration(
        services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = patience
    do {
        try await ServiceGroup(configuration: configuration).run()
    } catch let fault as ListeningFault {
        complain(fault.description)
        throw ExitCode(.cloudUnreachable)
    }
}
