public import Replication

/// The free space of a store.
struct Room: Sendable, Equatable {
    var bytes: Int64
    var keys: Int

    init(_ quota: Quota) {
        bytes = (quota.maximumBytes ?? .max) - quota.usedBytes
        keys = (quota.maximumKeys ?? .max) - quota.usedKeys
    }

    /// Returns whether there is more space than before.
    func isMore(than other: Room) -> Bool { bytes > other.bytes || keys > other.keys }
}

/// The space needed to seal the unencrypted records of a store.
///
/// A sealed record is longer, and each one is briefly stored twice: sealed, and unencrypted until
/// that copy is deleted. A record that is already sealed changes its key in place, without extra
/// space.
public struct SealingNeed: Sendable, Hashable {
    /// The number of unencrypted records, without deletions.
    public private(set) var records = 0
    /// The limits and the usage of the store.
    public let quota: Quota
    private var deletions = 0
    private var growth: Int64 = 0
    /// The total bytes of the records once sealed.
    private var sealedBytes: Int64 = 0
    private var largest: Int64 = 0

    init(_ quota: Quota) { self.quota = quota }

    /// - Parameter isTwice: whether a sealed copy of the record already exists.
    mutating func count(key: String, length: Int, isTwice: Bool) {
        let plain = Int64(key.utf8.count + length)
        let sealed = SealedNames.length + Envelope.length(key: key.utf8.count, record: length)
        records += 1
        sealedBytes += Int64(sealed)
        growth += (isTwice ? 0 : Int64(sealed)) - plain
        largest = max(largest, plain)
    }

    mutating func countDeletion() { deletions += 1 }

    /// Whether the store has unencrypted records.
    var isAny: Bool { records + deletions > 0 }

    /// The most bytes that the store uses while it is sealed record by record.
    public var bytes: Int64 { quota.usedBytes + (records == 0 ? 0 : max(0, growth + largest)) }

    /// The number of these bytes that exceed the limit.
    public var missing: Int64 { max(0, bytes - (quota.maximumBytes ?? .max)) }

    /// The number of records of average size that the store must lose to have enough space.
    public var missingRecords: Int {
        guard missing > 0, sealedBytes > 0 else { return 0 }
        // A deleted record needs no space, neither plain nor sealed.
        let average = Double(sealedBytes) / Double(records)
        return min(records, Int((Double(missing) / average).rounded(.up)))
    }

    /// Whether there is enough space, for bytes and for records.
    public var isMet: Bool {
        missing == 0 && (records == 0 || quota.usedKeys < quota.maximumKeys ?? .max)
    }
}

extension SealedCloud {
    /// Returns the space needed to seal the unencrypted records of this store. Asks the cloud, and
    /// changes nothing.
    public func need() async throws(CloudError) -> SealingNeed {
        let names = secrets.names.map { SealedNames(key: $0) } ?? SealedNames(secrets.current)
        var need = SealingNeed(try await inner.quota().value)
        var sealed: Set<String> = []
        var plain: [(key: String, length: Int)] = []
        var position = ListingPosition.start
        while true {
            let page = try await inner.list(position, limit: 500).value
            for entry in page.entries {
                if Envelope.keyID(of: entry.record) == nil {
                    // Keep only its size: the values of a large store would take too much memory.
                    guard (try? Record(encoded: entry.record)) != nil else { continue }
                    if entry.isTombstone {
                        need.countDeletion()
                    } else {
                        plain.append((entry.key, entry.record.count))
                    }
                } else if !entry.isTombstone {
                    sealed.insert(entry.key)
                }
            }
            guard page.hasMore else { break }
            position = .resume(after: page.next)
        }
        for (key, length) in plain {
            let isTwice = sealed.contains(names.name(of: key, in: store))
            need.count(key: key, length: length, isTwice: isTwice)
        }
        return need
    }

    /// Throws if there is too little space to seal the plain records.
    public func requireRoom() async throws(CloudError) {
        let need = try await need()
        if !need.isMet { throw refusals.tooLittleRoom(need, in: store) }
    }

    /// Returns the error that says why not all of the store could be sealed.
    public func shortage() async throws(CloudError) -> CloudError {
        refusals.unsealedRest(try await need(), in: store)
    }
}
