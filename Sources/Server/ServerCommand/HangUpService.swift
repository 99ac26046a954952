import ServiceLifecycle
import UnixSignals

/// Runs `body` at each SIGHUP, which never ends the server: service managers send it to reload
/// files, and a closing terminal sends it unintentionally.
package struct HangUpService: Service {
    private let signals: UnixSignalsSequence
    private let body: @Sendable () -> Void

    /// Traps SIGHUP from now on, as long as this service is retained, so that it does not end the
    /// process.
    package init(_ body: @escaping @Sendable () -> Void) async {
        signals = await UnixSignalsSequence(trapping: .sighup)
        self.body = body
    }

    package func run() async {
        for await _ in signals.cancelOnGracefulShutdown() { body() }
    }
}
