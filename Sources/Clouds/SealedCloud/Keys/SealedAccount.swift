public import Replication

/// The keys of an account, for the commands that change them. Records follow in
/// ``SealedCloud/prepare()``, store by store.
public struct SealedAccount: Sendable {
    private let keys: KeyStore
    private let memory: any SealingMemory
    private let refusals: SealingRefusals
    private let name: String

    /// - Parameter name: the name of the cloud in messages.
    public init(_ keys: KeyStore, name: String, memory: any SealingMemory) {
        self.keys = keys
        self.memory = memory
        self.name = name
        refusals = SealingRefusals(cloud: name)
    }

    /// Returns the secret for the record names of a new account.
    public static func names(for secret: SealingSecret) -> [UInt8] { SealedNames(secret).key }

    /// The state of an account's keys, as the cloud reports it.
    public struct State: Sendable, Hashable {
        /// The id of the key that the account is sealed with; empty for a key of another program.
        public var key: String
        /// Whether that is the key in question.
        public var isOpened: Bool
        /// The time when the account was sealed, in milliseconds since 1970; `nil` if unknown.
        public var since: Int64?
    }

    /// Returns the current state of the account's keys in the cloud; `nil` if it is not sealed.
    /// Throws if the cloud shows an older state than before.
    public func state(_ secret: SealingSecret?) async throws(CloudError) -> State? {
        var known: Int64?
        for _ in 0..<Self.attempts {
            guard let entry = try await keys.keyEntry() else {
                if memory.account != nil { throw refusals.unsealed }
                if memory.isLocked { throw refusals.unsealedWithoutKey }
                return nil
            }
            let record = secret.flatMap { KeyRecord(entry, with: SealingKey($0)) }
            let id = Envelope.keyID(of: entry.record)?.hexadecimal ?? ""
            if let secret, record == nil, memory.former.contains(id) {
                throw refusals.olderKey(id, now: secret)
            }
            if let record, try !refusals.isCurrent(record, memory, known: &known) { continue }
            return State(
                key: id, isOpened: record != nil, since: record?.since)
        }
        throw refusals.changing
    }

    /// Throws unless the account is sealed with this secret or, for `nil`, is not sealed.
    func requireSealing(with secret: SealingSecret?) async throws(CloudError) {
        guard let state = try await state(secret) else {
            if secret != nil { throw refusals.unfinished(0) }
            return
        }
        guard let secret else { throw refusals.locked }
        if state.isOpened { return }
        throw refusals.wrongKey(secret, there: [UInt8](hexadecimal: state.key))
    }

    /// The most attempts to read the keys while other parts of the device change them.
    private static let attempts = 12

    /// Throws if the account claims to be sealed already.
    ///
    /// - Parameter own: the key of this device, if it has one.
    public func requireUnsealed(_ own: SealingSecret?) async throws(CloudError) {
        guard let entry = try await keys.keyEntry() else { return }
        let id = Envelope.keyID(of: entry.record)?.hexadecimal ?? "of another program"
        throw CloudError(
            .notAllowed,
            "\(name) is sealed already, with the key \(id): nothing was changed. "
                + (own?.id == id
                    ? "This device has it. To print it: “cloudy key show”. To finish interrupted "
                        + "sealing: “cloudy key seal”. To replace it: “cloudy key rotate”"
                    : "Type “cloudy key show” on a device that has it, then “cloudy key "
                        + "enter” here.")
        )
    }

    /// Declares the account sealed. From then on, devices without the key write nothing.
    ///
    /// - Parameter time: the time of this, in milliseconds since 1970, for people.
    public func create(
        _ secrets: SealingSecrets, at time: Int64? = nil
    ) async throws(CloudError) {
        let record = KeyRecord(
            names: secrets.names.map { SealedNames(key: $0) } ?? SealedNames(secrets.current),
            since: time)
        let bytes = try record.sealed(with: SealingKey(secrets.current))
        if try await keys.replace(KeyRecord.key, with: bytes, expecting: try await revision()) {
            return memory.note(generation: record.generation, of: record.identity)
        }
        try await requireUnsealed(secrets.current)
        throw refusals.changing
    }

    private func revision() async throws(CloudError) -> Int64 {
        let entry = try await keys.entry(KeyRecord.key)
        guard let entry, !entry.isTombstone else { return entry?.revision ?? 0 }
        try await requireUnsealed(nil)
        return 0
    }

    /// Checks that a secret is the account's. Returns the secret for the names of records.
    public func check(_ secret: SealingSecret) async throws(CloudError) -> [UInt8] {
        var known: Int64?
        for _ in 0..<Self.attempts {
            guard let entry = try await keys.keyEntry() else {
                if memory.isLocked { throw refusals.unsealedWithoutKey }
                throw refusals.nothingToJoin
            }
            guard let record = KeyRecord(entry, with: SealingKey(secret)),
                let names = [UInt8](hexadecimal: record.names)
            else { throw refusals.differentKey(secret, there: Envelope.keyID(of: entry.record)) }
            if try refusals.isCurrent(record, memory, known: &known) { return names }
        }
        throw refusals.changing
    }

    /// Returns the stores that were ever sealed, and whether all of them are sealed with only this
    /// secret.
    public func stores(
        _ secret: SealingSecret
    ) async throws(CloudError) -> (names: [String], areSealed: Bool) {
        guard let entry = try await keys.keyEntry(),
            let record = KeyRecord(entry, with: SealingKey(secret))
        else { return ([], false) }
        return (record.stores.keys.sorted(), record.previous.isEmpty)
    }

    /// Returns whether the account claims to be sealed.
    public func isSealed() async throws(CloudError) -> Bool { try await keys.keyEntry() != nil }

    /// Notes the keys of this device again if the account has lost them, after a person said that
    /// the cloud may be new. Returns whether there was anything to do.
    public func renew(_ secrets: SealingSecrets) async throws(CloudError) -> Bool {
        for _ in 0..<Self.attempts {
            if let outcome = try await renewOnce(secrets) { return outcome }
        }
        throw refusals.changing
    }

    /// Tries once; returns `nil` if another device was faster.
    private func renewOnce(_ secrets: SealingSecrets) async throws(CloudError) -> Bool? {
        let own = SealingKey(secrets.current)
        let entry = try await keys.entry(KeyRecord.key)
        let there = entry.flatMap { $0.isTombstone ? nil : $0 }
        let record = there.flatMap { KeyRecord($0, with: own) }
        let shown = there.flatMap { Envelope.keyID(of: $0.record)?.hexadecimal }
        if let there, record == nil, !memory.former.contains(shown ?? "") {
            // There is another key, and the records that it sealed would be lost to this device.
            throw refusals.wrongKey(secrets.current, there: Envelope.keyID(of: there.record))
        }
        if let record, record.generation >= memory.generation(of: record.identity) { return false }
        let names = secrets.names.map { SealedNames(key: $0) } ?? SealedNames(secrets.current)
        // For all other devices, it remains the same account.
        let known = memory.account.flatMap { $0.isEmpty ? nil : $0 }
        var renewed = record ?? KeyRecord(names: names, account: known)
        renewed.generation = memory.generation(of: renewed.identity) + 1
        // A device with an earlier key replaces the records sealed with it.
        renewed.retired += memory.former.subtracting(renewed.retired).sorted()
        let bytes = try renewed.sealed(with: own)
        guard
            try await keys.replace(KeyRecord.key, with: bytes, expecting: entry?.revision ?? 0)
        else { return nil }
        memory.note(generation: renewed.generation, of: renewed.identity)
        return true
    }

    /// Allows devices to join with a passphrase in place of the key; `nil` turns that off.
    public func setPassphrase(
        _ passphrase: String?, for secret: SealingSecret
    ) async throws(CloudError) {
        let entry = try await keys.entry(WrappedSecret.key)
        if passphrase == nil, entry?.isTombstone ?? true { return }
        let bytes = try passphrase.map { passphrase throws(CloudError) in
            try WrappedSecret(secret, passphrase: passphrase).encoded()
        }
        guard
            try await keys.replace(
                WrappedSecret.key, with: bytes, expecting: entry?.revision ?? 0)
        else { throw refusals.changing }
    }

    /// Returns the secret behind a passphrase.
    public func secret(passphrase: String) async throws(CloudError) -> SealingSecret {
        guard let entry = try await keys.entry(WrappedSecret.key), !entry.isTombstone else {
            throw CloudError(
                .notAllowed,
                "\(name) has no passphrase. Use the recovery string that “cloudy key show” prints "
                    + "on a device that syncs: “cloudy key enter”")
        }
        return try WrappedSecret(encoded: entry.record).secret(passphrase: passphrase)
    }
}
