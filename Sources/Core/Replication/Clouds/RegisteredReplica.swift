/// A replica as a cloud knows it.
public struct RegisteredReplica: Sendable, Hashable {
    public var actor: ActorID
    /// The device's name, for people, as it said it when it registered last.
    public var device: String
    /// The revision up to which everything is durable there, as far as the cloud was told.
    public var cursor: Int64
    /// When it was last heard of, by the cloud's clock, in milliseconds since 1970. A cloud may
    /// note that no finer than to the hour.
    public var seen: Int64

    /// The most replicas that a cloud lists.
    public static let maximumListed = 1000

    public init(actor: ActorID, device: String, cursor: Int64, seen: Int64) {
        self.actor = actor
        self.device = device
        self.cursor = cursor
        self.seen = seen
    }
}
