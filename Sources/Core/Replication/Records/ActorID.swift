/// The identity of a replica: a random number made with it, never the host's name.
///
/// A device keeps its actor as long as its replica exists. A replica that was copied or restored
/// from a backup gets a new one, because two replicas with the same actor would give the same dot
/// to different edits.
public struct ActorID: Sendable, Hashable, Comparable, CustomStringConvertible {
    public var rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    public static func < (a: ActorID, b: ActorID) -> Bool { a.rawValue < b.rawValue }

    /// Sixteen hexadecimal digits.
    public var description: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
