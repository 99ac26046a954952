import ServiceLifecycle
import UnixSignals

/// Does something at each SIGHUP, which never ends the server: service managers send it to reload
/// files, and a closing terminal sends it unintentionally.
package struct HangUpService: Service {
    private let signals: UnixSignalsSequence
    private let body: @Sendable () -> Void

    /// From now on, and for as long as this is kept, a SIGHUP does not end the process.
    package init(_ body: @escaping @Sendable () -> Void) async {
        signals = await UnixSignalsSequence(trapping: .sighup)
        self.body = body
    }

    package func run() async {
        for await _ in signals.cancelOnGracefulShutdown() { body() }
    }
}
