public import Replication

/// The replicas that a cloud waits for.
public struct ReplicasMessage: Codable, Sendable {
    /// One replica.
    public struct Replica: Codable, Sendable {
        public var actor: String
        public var device: String
        public var cursor: Int64
        /// The time when the cloud last heard from the replica, in milliseconds since 1970.
        public var seen: Int64

        /// Makes the message of a replica.
        public init(_ replica: RegisteredReplica) {
            actor = replica.actor.description
            device = replica.device
            cursor = replica.cursor
            seen = replica.seen
        }

        /// The replica; `nil` if its actor is malformed.
        public var replica: RegisteredReplica? {
            ActorID(hexadecimal: actor).map {
                RegisteredReplica(actor: $0, device: device, cursor: cursor, seen: seen)
            }
        }
    }

    public var replicas: [Replica]

    /// Makes the message of some replicas.
    public init(_ replicas: [RegisteredReplica]) { self.replicas = replicas.map(Replica.init) }
}
