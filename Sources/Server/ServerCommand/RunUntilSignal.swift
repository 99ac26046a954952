import ArgumentParser
import Console
import FileCoordination
package import Logging
package import ServiceLifecycle
import UnixSignals

/// Runs services until a signal ends them. Calls that last longer than the patience are cut off
/// then. Ends with a status when it cannot listen.
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
        throw ExitCode(ExitStatus.cloudUnreachable)
    }
}
