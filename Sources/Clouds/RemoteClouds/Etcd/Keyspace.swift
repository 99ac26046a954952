import FoundationEssentials
import Replication

// A store is below one prefix in etcd:
//
//     state               the identity and the progress of the cloud; every commit writes it
//     records/REVISION    a record, at its revision: sixteen digits, so that a listing reads a
//                         range from front to back
//     keys/KEY            the revision of the record of a key
//     tombstones/REVISION the time and the key of a deletion
//     actors/ACTOR        the facts about a replica
//
// Revisions are the cloud's own, not those of etcd, which count all changes in the cluster.

struct Keyspace: Sendable {
    let prefix: String
    let state: Data

    init(prefix: String, store: String?) {
        let prefix = prefix + (store.map { "stores/\($0)/" } ?? "own/")
        self.init(EtcdPlace(prefix: prefix, state: prefix + "state"))
    }

    init(_ place: EtcdPlace) {
        prefix = place.prefix
        state = Data(place.state.utf8)
    }

    var records: RangeRequest { below("records") }
    var actors: RangeRequest { below("actors") }

    func record(_ revision: Int64) -> Data { key("records/" + digits(revision)) }

    func place(_ name: String) -> Data { key("keys/" + name) }

    func tombstone(_ revision: Int64) -> Data { key("tombstones/" + digits(revision)) }

    func actor(_ actor: ActorID) -> Data { key("actors/\(actor)") }

    /// Returns the range of the records after a revision.
    func records(after revision: Int64, limit: Int) -> RangeRequest {
        RangeRequest(
            key: record(min(revision, .max - 1) + 1), rangeEnd: below("records").rangeEnd,
            limit: limit)
    }

    /// Returns the range of the deletions up to a revision.
    func tombstones(upTo revision: Int64, limit: Int) -> RangeRequest {
        RangeRequest(
            key: tombstone(0), rangeEnd: tombstone(revision + 1), limit: limit)
    }

    private func key(_ name: String) -> Data { Data((prefix + name).utf8) }

    private func below(_ name: String) -> RangeRequest { .below(prefix + name + "/") }

    private func digits(_ revision: Int64) -> String { hexadecimal(UInt64(max(0, revision))) }
}

extension RangeRequest {
    /// Returns the range of all keys that begin with a text, such as a folder with its slash.
    static func below(_ text: String) -> RangeRequest {
        var end = Data(text.utf8)
        // No UTF-8 text ends with the byte 255.
        if let last = end.popLast() { end.append(last + 1) }
        return RangeRequest(key: Data(text.utf8), rangeEnd: end)
    }
}

/// Returns sixteen digits: JSON's numbers cannot hold 64 bits, and texts of the same length sort
/// like their numbers.
private func hexadecimal(_ number: UInt64) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
}

/// The value of `state`.
struct CloudState: Codable, Sendable, Hashable {
    static let format = 1

    var format = CloudState.format
    var epoch: String
    var head: Int64 = 0
    /// The highest revision of a collected tombstone.
    var floor: Int64 = 0
    /// The time when tombstones were last collected, in milliseconds since 1970.
    var collected: Int64 = 0
    var usedBytes: Int64 = 0
    var usedKeys = 0
    /// The bytes of deletions; `nil` if the last writer did not count them.
    var deletedBytes: Int64?
    /// Identifies the write: after an unclear answer, this shows whether the write was this one.
    var write = ""

    init() { epoch = Self.random() }

    /// Returns sixteen random digits, which are unique.
    static func random() -> String { hexadecimal(.random(in: 0...UInt64.max)) }
}

/// The value of a key below `actors`.
struct ActorState: Codable, Sendable, Hashable {
    enum Standing: String, Codable {
        /// The actor has sent something but never registered: the cloud does not wait for its
        /// acknowledgements.
        case heardOf
        case registered
        case retired
    }

    /// The device's name, for people.
    var device = ""
    private var mark: String?
    private var nonce: String?
    var cursor: Int64 = 0
    /// The time when the actor was last seen, in milliseconds since 1970.
    var seen: Int64
    var standing = Standing.heardOf

    init(seen: Int64) { self.seen = seen }

    var held: SendMark? {
        get {
            guard let number = mark.flatMap({ UInt64($0, radix: 16) }),
                let nonce = nonce.flatMap({ UInt64($0, radix: 16) })
            else { return nil }
            return SendMark(number: number, nonce: nonce)
        }
        set {
            mark = newValue.map { hexadecimal($0.number) }
            nonce = newValue.map { hexadecimal($0.nonce) }
        }
    }
}

/// The value of a key below `keys`.
struct Place: Codable, Sendable, Hashable {
    var revision: Int64
    var isTombstone: Bool
    /// The bytes of the record and its key, for the quota.
    var bytes: Int64
}

/// The value of a key below `tombstones`.
struct Deletion: Codable, Sendable, Hashable {
    /// The time of the deletion, in milliseconds since 1970.
    var committed: Int64
    var key: String
    /// The bytes of the record and its key.
    var bytes: Int64?
}

/// The value of a key below `records`: a byte with the format and whether it is a tombstone, four
/// bytes with the length of the key, the key, and the record.
enum StoredRecord {
    static func encode(_ change: ProposedChange) -> Data {
        let key = Array(change.key.utf8)
        var data = Data(capacity: 5 + key.count + change.record.count)
        data.append(change.isTombstone ? 0x11 : 0x10)
        for shift in [24, 16, 8, 0] { data.append(UInt8(truncatingIfNeeded: key.count >> shift)) }
        data.append(contentsOf: key)
        data.append(contentsOf: change.record)
        return data
    }

    /// Reads a record; `nil` if a later version wrote it, or it is damaged.
    static func decode(_ value: KeyValue, revision: Int64) -> CloudEntry? {
        let bytes = [UInt8](value.value ?? Data())
        guard bytes.count >= 5, bytes[0] >> 4 == 1 else { return nil }
        let count = bytes[1..<5].reduce(0) { $0 << 8 | Int($1) }
        guard bytes.count - 5 >= count,
            let key = String(validating: bytes[5..<5 + count], as: UTF8.self)
        else { return nil }
        return CloudEntry(
            key: key, revision: revision, record: Array(bytes[(5 + count)...]),
            isTombstone: bytes[0] & 1 != 0)
    }

    /// Returns the revision in a key below `records` or `tombstones`.
    static func revision(of key: Data?) -> Int64? {
        key.flatMap { Int64(String(decoding: $0.suffix(16), as: UTF8.self), radix: 16) }
    }
}
