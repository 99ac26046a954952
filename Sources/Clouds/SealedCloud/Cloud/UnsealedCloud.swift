public import Replication

/// A cloud for a device without a key. It checks that the cloud is not sealed: otherwise the device
/// would write unencrypted records into it, which the server could read.
public struct UnsealedCloud: Cloud {
    private let inner: any Cloud
    private let keys: KeyStore
    private let memory: any SealingMemory
    private let refusals: SealingRefusals

    /// - Parameters:
    ///   - inner: the store.
    ///   - keys: the store that shows whether the account is sealed.
    ///   - name: the name of the cloud in messages.
    public init(_ inner: any Cloud, keys: KeyStore, name: String, memory: any SealingMemory) {
        self.inner = inner
        self.keys = keys
        self.memory = memory
        refusals = SealingRefusals(cloud: name)
    }

    private func refuseSealed() async throws(CloudError) {
        if try await keys.keyEntry() != nil {
            try await keys.requireWriting()
            try refuse()
        }
        // An attacker who wants to read the bookmarks would claim exactly this: that the account is
        // no longer sealed.
        if memory.isLocked || memory.account != nil { throw refusals.unsealedWithoutKey }
    }

    private func refuse() throws(CloudError) {
        memory.note(isLocked: true)
        throw refusals.locked
    }

    public func register(
        _ registration: Registration
    ) async throws(CloudError) -> CloudReply<RegistrationOutcome> {
        try await refuseSealed()
        return try await inner.register(registration)
    }

    /// Lists records, but refuses a page with anything sealed in it: the cursor must not pass
    /// records that only a key opens, or they would never be read. Also refuses a complete listing
    /// of a sealed cloud, even if no sealed record is in it: missing records were not deleted.
    public func list(
        _ position: ListingPosition, limit: Int
    ) async throws(CloudError) -> CloudReply<Listing> {
        let reply = try await inner.list(position, limit: limit)
        if reply.value.entries.contains(where: { Envelope.keyID(of: $0.record) != nil }) {
            try refuse()
        }
        if reply.value.isComplete { try await refuseSealed() }
        return reply
    }

    /// Checks first that the cloud is not sealed by now, as a connection may last long. A record
    /// that arrives while another device seals is sealed, too, or refused by all devices until a
    /// person decides.
    public func compareAndSet(
        _ changes: [ProposedChange], from sender: Sender
    ) async throws(CloudError) -> CloudReply<[ChangeOutcome]> {
        try await refuseSealed()
        return try await inner.compareAndSet(changes, from: sender)
    }

    public func acknowledge(
        _ cursor: Int64, from sender: Sender
    ) async throws(CloudError) -> CloudReply<Bool> {
        try await inner.acknowledge(cursor, from: sender)
    }

    public func retire(_ actor: ActorID) async throws(CloudError) -> CloudReply<Void> {
        try await inner.retire(actor)
    }

    public func replicas() async throws(CloudError) -> CloudReply<[RegisteredReplica]> {
        try await inner.replicas()
    }

    public func quota() async throws(CloudError) -> CloudReply<Quota> { try await inner.quota() }

    public func hints() -> AsyncStream<Void> { inner.hints() }
}
