/// A replica as a cloud knows it.
public struct RegisteredReplica: Sendable, Hashable {
    public var actor: ActorID
    /// The device's name, for people, from its latest registration.
    public var device: String
    /// The revision up to which everything is durable in the replica, as far as the cloud knows.
    public var cursor: Int64
    /// The time when the cloud last heard from the replica, by the cloud's clock, in milliseconds
    /// since
    /// 1970. A cloud may round this to the hour.
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
