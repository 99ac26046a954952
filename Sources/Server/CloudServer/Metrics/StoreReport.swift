import CoreMetrics
import Logging
public import Replication
import Synchronization

/// Tells the owner of a server when its storage becomes unusable and usable again: once in the log,
/// and in the metrics as long as it lasts.
public final class StoreReport: Sendable {
    private let instruments: ServiceInstruments
    private let failing = Mutex<Bool?>(nil)

    public init(instruments: ServiceInstruments = ServiceInstruments()) {
        self.instruments = instruments
    }

    /// Notes the result of a call: an error, or `nil` for a success.
    public func note(_ error: CloudError?) {
        if error != nil { instruments.count("cloudyd_store_failures_total") }
        let before = failing.withLock { failing in
            defer { failing = error != nil }
            return failing
        }
        guard before != (error != nil) else { return }
        instruments.factory.makeMeter(label: "cloudyd_store_up", dimensions: [])
            .set(Int64(error == nil ? 1 : 0))
        if let error {
            instruments.logger.error("The store does not answer correctly: \(error.message)")
        } else if before == true {
            instruments.logger.notice("The store answers again.")
        }
    }
}
