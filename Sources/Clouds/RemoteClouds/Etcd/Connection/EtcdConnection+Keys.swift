import FoundationEssentials
public import Replication

// For data other than clouds in the same etcd: a few small values, changed by compare-and-set.

/// The value of a key in an etcd.
public struct EtcdEntry: Sendable, Hashable {
    public var key: String
    public var value: [UInt8]
    /// The revision of etcd at which the key last changed.
    public var revision: Int64
}

/// An atomic change of several keys.
public struct EtcdChange: Sendable {
    var transaction = Transaction()

    /// Makes a change without conditions or operations.
    public init() {}

    /// Requires that a key last changed at this revision; 0 requires that it does not exist.
    public mutating func expect(_ key: String, at revision: Int64) {
        transaction.compare.append(.unchanged(Data(key.utf8), since: revision))
    }

    /// Requires that a key exists, with any value.
    public mutating func expect(_ key: String) {
        transaction.compare.append(.isThere(Data(key.utf8)))
    }

    /// Puts a value under a key.
    public mutating func put(_ key: String, _ value: [UInt8]) {
        transaction.success.append(.put(Data(key.utf8), Data(value)))
    }

    /// Removes a key if it exists.
    public mutating func remove(_ key: String) {
        transaction.success.append(.delete(Data(key.utf8)))
    }

    /// Removes all keys that begin with a folder, which ends with a slash.
    public mutating func remove(below folder: String) {
        let range = RangeRequest.below(folder)
        transaction.success.append(
            Operation(
                requestDeleteRange: DeleteRequest(key: range.key, rangeEnd: range.rangeEnd)))
    }
}

extension EtcdConnection {
    /// Returns the values of some keys, all read at one moment; `nil` for a missing key.
    public func entries(_ keys: [String]) async throws(CloudError) -> [EtcdEntry?] {
        let ranges = keys.map { RangeRequest(key: Data($0.utf8)) }
        return try await found(ranges).map(\.first)
    }

    /// Returns the entries whose keys begin with a text, such as a folder with its slash, sorted by
    /// key.
    public func entries(below folder: String) async throws(CloudError) -> [EtcdEntry] {
        try await found([.below(folder)]).first ?? []
    }

    /// Returns the number of keys that begin with a folder, which ends with a slash.
    public func count(below folder: String) async throws(CloudError) -> Int {
        var range = RangeRequest.below(folder)
        range.countOnly = true
        return Int(clamping: try await replies([range])[0].count?.value ?? 0)
    }

    private func found(_ ranges: [RangeRequest]) async throws(CloudError) -> [[EtcdEntry]] {
        try await replies(ranges).map { reply in
            (reply.kvs ?? []).map { value in
                EtcdEntry(
                    key: String(decoding: value.key ?? Data(), as: UTF8.self),
                    value: [UInt8](value.value ?? Data()), revision: value.modRevision?.value ?? 0)
            }
        }
    }

    /// Returns the keys in each range, all at one revision.
    private func replies(_ ranges: [RangeRequest]) async throws(CloudError) -> [RangeReply] {
        let answer: Members.Answer<TransactionReply> = try await reply { () throws(Failure) in
            try await members.read("kv/txn", Transaction(success: ranges.map { .range($0) }))
        }
        let replies = (answer.reply.responses ?? []).compactMap(\.responseRange)
        guard replies.count == ranges.count else {
            throw CloudError(
                .unusable, "\(name) answers with something other than requested.")
        }
        return replies
    }

    /// Makes a change. Returns false, and changes nothing, if a requirement is not met.
    public func make(_ change: EtcdChange) async throws(CloudError) -> Bool {
        let answer: Members.Answer<TransactionReply> = try await reply { () throws(Failure) in
            try await members.write("kv/txn", change.transaction)
        }
        return answer.reply.succeeded ?? false
    }
}
