/// A device's memory of a sealed cloud, to notice missing records, and to name records that it
/// cannot open. Each call reads or writes durable storage.
public protocol SealingMemory: Sendable {
    /// The sealed account that was found in this cloud, by the id in its key note; `nil` if none
    /// was, empty if unknown.
    var account: String? { get }
    /// Returns the highest generation seen of the notes about an account's keys, in any cloud: an
    /// honest server has no older state. 0 before the first.
    func generation(of account: String) -> Int64
    /// Notes a generation, and that this cloud has the account. Does not lower the generation of
    /// the account.
    func note(generation: Int64, of account: String)
    /// The ids of this device's replaced keys: a cloud that shows one of them again is older than
    /// before.
    var former: Set<String> { get }
    func note(former id: String)
    /// Returns the names of records of a store that could not be opened.
    func unreadable(in store: String) -> Set<String>
    func note(unreadable names: Set<String>, in store: String)
    /// Notes the number of records of a store that are still unencrypted, for lack of space.
    func note(unsealed count: Int, in store: String)
    /// Whether the cloud was found sealed with a key that this device lacks.
    var isLocked: Bool { get }
    func note(isLocked: Bool)
}

/// The secrets of a device.
public struct SealingSecrets: Sendable, Hashable {
    /// The secret for sealing new records.
    public var current: SealingSecret
    /// The previous secret, while this device is replacing it.
    public var previous: SealingSecret?
    /// The secret for the names of records; `nil` before the cloud was asked.
    public var names: [UInt8]?

    /// Makes the secrets of a device.
    public init(
        current: SealingSecret, previous: SealingSecret? = nil, names: [UInt8]? = nil
    ) {
        self.current = current
        self.previous = previous
        self.names = names
    }
}
