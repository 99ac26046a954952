import BrowserFiles
import DeviceStore
package import Logging
import ServiceLifecycle

/// Delays the end of a server until the syncs of browsers are over.
///
/// Floccus counts an upload that fails as done, and forgets the edits in the browser. This must be
/// the last service of its group: the services end in reverse order.
package struct SyncsUnderWay: Service {
    private let library: ServedLibrary
    private let patience: Duration
    private let logger: Logger

    /// - Parameter patience: the time to wait for running syncs. A browser that was closed during a
    ///   sync never ends it.
    package init(_ library: ServedLibrary, patience: Duration = .seconds(8), logger: Logger) {
        self.library = library
        self.patience = patience
        self.logger = logger
    }

    package func run() async {
        do {
            try await gracefulShutdown()
            await library.use { $0.browserFolder?.isClosing = true }
            guard await isAny else { return }
            let seconds = patience.components.seconds
            logger.warning("A browser is syncing. Waiting for it, \(seconds) seconds at most.")
            let end = ContinuousClock.now + patience
            while await isAny, ContinuousClock.now < end {
                try await Task.sleep(for: .milliseconds(50))
            }
        } catch {}  // Cancelled.
    }

    private var isAny: Bool {
        get async {
            await library.use {
                $0.browserFolder?.isSyncing(at: DeviceStore.milliseconds()) == true
            }
        }
    }
}
