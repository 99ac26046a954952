/// A device's memory of a sealed cloud: it notices when records are missing, and can name records
/// that it cannot open. Each call reads or writes durable storage.
public protocol SealingMemory: Sendable {
    /// The account that was found sealed in this cloud, by the name in its key note; `nil` if none
    /// was, empty if unknown.
    var account: String? { get }
    /// The highest generation ever seen of the notes about an account's keys, in whichever cloud:
    /// an honest server elsewhere has no older state of it. 0 before the first.
    func generation(of account: String) -> Int64
    /// Notes a generation, and that the account is that of this cloud. A lower one than was seen of
    /// the account changes nothing.
    func note(generation: Int64, of account: String)
    /// The ids of keys that were this device's own and then replaced: a cloud that shows one of
    /// them again is older than it was.
    var former: Set<String> { get }
    func note(former id: String)
    /// The names of records of a store that could not be opened.
    func unreadable(in store: String) -> Set<String>
    func note(unreadable names: Set<String>, in store: String)
    /// How many records of a store are still unencrypted, for lack of room.
    func note(unsealed count: Int, in store: String)
    /// Whether the cloud was found sealed with a key that this device has not.
    var isLocked: Bool { get }
    func note(isLocked: Bool)
}

/// The secrets that a device was told, or made.
public struct SealingSecrets: Sendable, Hashable {
    /// The key for sealing new records.
    public var current: SealingSecret
    /// The one before, while it is being replaced from this device.
    public var previous: SealingSecret?
    /// The secret for record names; `nil` before the cloud was asked.
    public var names: [UInt8]?

    /// The secrets of a device.
    public init(
        current: SealingSecret, previous: SealingSecret? = nil, names: [UInt8]? = nil
    ) {
        self.current = current
        self.previous = previous
        self.names = names
    }
}
