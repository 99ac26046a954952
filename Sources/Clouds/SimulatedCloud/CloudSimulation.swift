/// The faults of a simulated network and of the cloud behind it.
///
/// Its text form is a plan like
/// `latency=2s,jitter=500ms,loss=10%,replyloss=5%,duplicates=1%,quota=1000` or `offline`: parts in
/// any order, each at most once.
public struct CloudSimulation: Sendable, Hashable {
    /// The time that each call and each hint takes, in milliseconds.
    public var latency: Int64
    /// The variation of the latency, up and down, in milliseconds.
    public var jitter: Int64
    /// The share of requests and hints that are lost, in percent.
    public var loss: Double
    /// The share of replies that are lost after their call took effect, in percent.
    public var replyLoss: Double
    /// The share of compare-and-set requests that arrive twice, in percent.
    public var duplicates: Double
    /// The most keys with a live record; `nil` leaves the limit to the cloud.
    public var quota: Int?
    /// Whether nothing gets through.
    public var isOffline: Bool

    public init(
        latency: Int64 = 0, jitter: Int64 = 0, loss: Double = 0, replyLoss: Double = 0,
        duplicates: Double = 0, quota: Int? = nil, isOffline: Bool = false
    ) {
        self.latency = latency
        self.jitter = jitter
        self.loss = loss
        self.replyLoss = replyLoss
        self.duplicates = duplicates
        self.quota = quota
        self.isOffline = isOffline
    }
}

extension CloudSimulation: CustomStringConvertible {
    /// The plan, which ``init(_:)`` can read; empty without faults.
    public var description: String {
        var parts: [String] = []
        if latency != 0 { parts.append("latency=\(Self.text(milliseconds: latency))") }
        if jitter != 0 { parts.append("jitter=\(Self.text(milliseconds: jitter))") }
        if loss != 0 { parts.append("loss=\(Self.text(percent: loss))") }
        if replyLoss != 0 { parts.append("replyloss=\(Self.text(percent: replyLoss))") }
        if duplicates != 0 { parts.append("duplicates=\(Self.text(percent: duplicates))") }
        if let quota { parts.append("quota=\(quota)") }
        if isOffline { parts.append("offline") }
        return parts.joined(separator: ",")
    }

    private static func text(milliseconds: Int64) -> String {
        milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
    }

    private static func text(percent: Double) -> String {
        Int(exactly: percent).map { "\($0)%" } ?? "\(percent)%"
    }
}
