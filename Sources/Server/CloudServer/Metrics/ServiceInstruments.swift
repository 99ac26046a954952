public import CoreMetrics
public import Logging

/// The metrics, the log and the audit log of a server. All are off by default.
public struct ServiceInstruments: Sendable {
    /// Receives the counts and measurements; ``metrics`` names them.
    public var factory: any MetricsFactory
    /// The log for the server's operator, without tokens and without records.
    public var logger: Logger
    /// Called for each call after it was answered.
    public var audit: @Sendable (AuditEntry) -> Void

    public init(
        factory: any MetricsFactory = NOOPMetricsHandler.instance,
        logger: Logger = Logger(label: "cloudyd", factory: { _ in SwiftLogNoOpLogHandler() }),
        audit: @escaping @Sendable (AuditEntry) -> Void = { _ in }
    ) {
        self.factory = factory
        self.logger = logger
        self.audit = audit
    }

    /// The metrics and their meanings.
    public static let metrics = [
        "cloudyd_requests_total": "Calls that were answered.",
        "cloudyd_request_seconds": "How long calls took until their answer began.",
        "cloudyd_open_streams": "Streams of events that are open.",
        "cloudyd_changes_total": "Requested changes, by outcome.",
        "cloudyd_chunks_total": "Chunks of documents, by outcome.",
        "cloudyd_chunk_bytes_total": "Bytes of chunks of documents, by outcome.",
        "cloudyd_received_bytes_total": "Bytes of the bodies of calls.",
        "cloudyd_sent_bytes_total": "Bytes of the bodies of answers.",
        "cloudyd_held_bytes": "Bytes of bodies and answers that are held in memory.",
        "cloudyd_store_up": "1 if the etcd carried out the latest call, else 0.",
        "cloudyd_store_failures_total": "Calls that the etcd did not answer, or refused.",
    ]

    func count(_ name: String, _ dimensions: [(String, String)] = [], by amount: Int = 1) {
        if amount == 0 { return }
        factory.makeCounter(label: name, dimensions: dimensions).increment(by: Int64(amount))
    }
}

/// One call for the audit log: the caller, the request and the outcome, without tokens and records.
public struct AuditEntry: Codable, Sendable, Hashable {
    /// The time when the call was answered, in UTC, such as `2026-11-22T20:15:30.123Z`.
    public var time: String
    /// The network address of the client.
    public var address: String
    /// The account, and the number and the name of the token; `nil` without a token of this server.
    public var account: String?
    public var token: Int64?
    public var tokenName: String?
    /// The method and the path, with names in place of the variable parts; `GET ?` for an unknown
    /// call.
    public var call: String
    /// The store and the replica in the path.
    public var store: String?
    public var actor: String?
    public var status: Int
    /// The error code, if the call failed.
    public var code: String?
    /// The numbers of changes that were committed, in conflict and refused.
    public var committed: Int?
    public var conflicts: Int?
    public var refused: Int?
}
