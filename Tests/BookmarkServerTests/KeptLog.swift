import Logging
import Synchronization

/// Keeps the messages that a server logs for its owner.
struct KeptLog: LogHandler {
    private final class Lines: Sendable {
        let kept = Mutex<[String]>([])
    }

    private let said = Lines()
    var logLevel = Logger.Level.warning
    var metadata: Logger.Metadata = [:]

    var lines: [String] { said.kept.withLock { $0 } }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { said.kept.withLock { $0.append("\(event.message)") } }
}
