import ServiceLifecycle
import UnixSignals

/// Does something at each SIGHUP, which otherwise would end the process.
struct HangUpService: Service {
    let body: @Sendable () -> Void

    func run() async {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
            body()
        }
    }
}
