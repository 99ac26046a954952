import FoundationEssentials

// Requests to the JSON gateway of etcd, and its replies. etcd ignores unknown fields, so a
// misspelled name would compare with 0. Therefore only these types are sent, and the tests try each
// of them on a real etcd.
//
// Bytes are padded Base64; 64-bit numbers are texts in replies. Replies omit default values:
// missing `kvs` means none, missing `succeeded` means false.

/// A request for one key, or for all keys from `key` up to, but without, `rangeEnd`.
struct RangeRequest: Encodable, Sendable {
    var key: Data
    var rangeEnd: Data?
    /// The most keys to return; 0 for all.
    var limit: Int?
    var sortOrder: String?
    var sortTarget: String?
    var keysOnly: Bool?
    var countOnly: Bool?

    /// The request for the key of this range that changed last.
    var latest: RangeRequest {
        var request = RangeRequest(key: key, rangeEnd: rangeEnd, limit: 1, keysOnly: true)
        if rangeEnd != nil { (request.sortOrder, request.sortTarget) = ("DESCEND", "MOD") }
        return request
    }
}

struct PutRequest: Encodable, Sendable {
    var key: Data
    var value: Data
}

struct DeleteRequest: Encodable, Sendable {
    var key: Data
    var rangeEnd: Data?
}

/// A part of a transaction: exactly one of the three.
struct Operation: Encodable, Sendable {
    var requestRange: RangeRequest?
    var requestPut: PutRequest?
    var requestDeleteRange: DeleteRequest?

    static func range(_ request: RangeRequest) -> Operation { Operation(requestRange: request) }

    static func put(_ key: Data, _ value: Data) -> Operation {
        Operation(requestPut: PutRequest(key: key, value: value))
    }

    static func delete(_ key: Data) -> Operation {
        Operation(requestDeleteRange: DeleteRequest(key: key))
    }
}

/// A condition for a transaction.
struct Comparison: Encodable, Sendable {
    var key: Data
    var rangeEnd: Data?
    var target = "MOD"
    var result: String
    var modRevision: String

    /// Requires that a key last changed at this revision of etcd; 0 requires that it does not
    /// exist.
    static func unchanged(_ key: Data, since revision: Int64) -> Comparison {
        Comparison(key: key, result: "EQUAL", modRevision: "\(revision)")
    }

    /// Requires that a key exists.
    static func isThere(_ key: Data) -> Comparison {
        Comparison(key: key, result: "GREATER", modRevision: "0")
    }

    /// Requires that nothing in a range was added or changed after a revision of etcd. Deletions
    /// are not noticed.
    static func nothingNew(_ range: RangeRequest, since revision: Int64) -> Comparison {
        Comparison(
            key: range.key, rangeEnd: range.rangeEnd, result: "LESS",
            modRevision: "\(revision + 1)")
    }
}

struct Transaction: Encodable, Sendable {
    var compare: [Comparison] = []
    var success: [Operation] = []
    var failure: [Operation] = []
}

struct WatchRequest: Encodable, Sendable {
    struct Create: Encodable, Sendable {
        var key: Data
        var rangeEnd: Data?
    }

    var createRequest: Create
}

struct LoginRequest: Encodable, Sendable {
    var name: String
    var password: String
}

/// A 64-bit number, which is a text in replies.
struct Number: Decodable, Sendable {
    var value: Int64

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int64.self) {
            value = number
        } else if let number = Int64(try container.decode(String.self)) {
            value = number
        } else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not a 64-bit number")
        }
    }
}

struct Header: Decodable, Sendable {
    /// The id of the cluster, an unsigned number as text.
    var clusterId: String
    var revision: Number?
}

struct KeyValue: Decodable, Sendable {
    var key: Data?
    var value: Data?
    var modRevision: Number?
}

struct RangeReply: Decodable, Sendable {
    var kvs: [KeyValue]?
    var more: Bool?
    var count: Number?
}

struct TransactionReply: Decodable, Sendable {
    struct Part: Decodable, Sendable {
        var responseRange: RangeReply?
    }

    var header: Header
    var succeeded: Bool?
    var responses: [Part]?
}

struct LoginReply: Decodable, Sendable {
    var token: String
}

/// A line of a watch.
struct WatchLine: Decodable, Sendable {
    struct Result: Decodable, Sendable {
        var header: Header?
        var created: Bool?
        var canceled: Bool?
        var events: [Event]?
    }

    struct Event: Decodable, Sendable {
        var kv: KeyValue?
    }

    var result: Result?
}

/// etcd's error reply. Since etcd 3.6, `error` is missing; `message` is always there.
struct ErrorReply: Decodable, Sendable {
    var message: String
    var code: Int
}

enum Gateway {
    static func encode(_ message: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return try encoder.encode(message)
    }

    static func decode<Reply: Decodable>(_ bytes: some Sequence<UInt8>) throws -> Reply {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Reply.self, from: Data(bytes))
    }
}
