public import Replication

extension CloudEvidence.Content {
    /// Lists the current contents of a cloud, page by page.
    ///
    /// Throws the cloud's errors, and ``CloudError/Code/unusable`` for a cloud whose listing makes
    /// no progress.
    public init(listing cloud: some Cloud) async throws(CloudError) {
        var reply = try await cloud.list(.start, limit: Self.pageSize)
        self.init(epoch: reply.epoch, head: reply.head)
        while true {
            let page = reply.value
            head = reply.head
            unopened += page.unopened
            for entry in page.entries { take(entry) }
            guard page.hasMore else { return }
            reply = try await cloud.list(.resume(after: page.next), limit: Self.pageSize)
            guard reply.epoch == epoch else {
                throw CloudError(
                    .unusable, "The cloud was replaced while it was listed. Try again.")
            }
            guard !reply.value.hasMore || reply.value.next > page.next else {
                throw CloudError(.unusable, "The cloud repeats its listing without end.")
            }
        }
    }

    private static var pageSize: Int { 1000 }

    private mutating func take(_ entry: CloudEntry) {
        do {
            records[entry.key] = CloudRecord(
                record: try Record(encoded: entry.record), revision: entry.revision)
        } catch {
            unreadable.append(UnreadableRecord(key: entry.key, reason: "\(error)"))
        }
    }
}

// A listing for another program, as a CBOR array: epoch, head, the number of records that could not
// be opened, the records (key, revision, record), and the unreadable ones (key, reason).
extension CloudEvidence.Content {
    /// Returns the encoded content.
    public func encoded() -> [UInt8] {
        PropertyListValue.array([
            .string(epoch), .integer(head), .integer(Int64(unopened)),
            .array(
                records.map { key, found in
                    .array([
                        .string(key), .integer(found.revision), .data(found.record.encoded()),
                    ])
                }),
            .array(unreadable.map { .array([.string($0.key), .string($0.reason)]) }),
        ]).encoded()
    }

    /// Decodes content; `nil` for invalid bytes.
    public init?(encoded bytes: [UInt8]) {
        guard let parts = (try? PropertyListValue(encoded: bytes))?.array, parts.count == 5,
            case .string(let epoch) = parts[0], case .integer(let head) = parts[1],
            case .integer(let unopened) = parts[2], case .array(let records) = parts[3],
            case .array(let unreadable) = parts[4]
        else { return nil }
        self.init(epoch: epoch, head: head, unopened: Int(truncatingIfNeeded: unopened))
        for case .array(let record) in records {
            guard record.count == 3, case .string(let key) = record[0],
                case .integer(let revision) = record[1], case .data(let bytes) = record[2],
                let read = try? Record(encoded: bytes)
            else { return nil }
            self.records[key] = CloudRecord(record: read, revision: revision)
        }
        for case .array(let pair) in unreadable {
            guard pair.count == 2, case .string(let key) = pair[0], case .string(let why) = pair[1]
            else { return nil }
            self.unreadable.append(UnreadableRecord(key: key, reason: why))
        }
    }
}
