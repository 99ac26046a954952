import AsyncHTTPClient
import FoundationEssentials
import NIOCore
import NIOHTTP1

/// A client of etcd's JSON gateway, which receives the values themselves.
struct EtcdMachine: Machine {
    private let url: String
    private let place: Place
    private let connection = Connection()
    private var client: HTTPClient { connection.client }

    /// Shuts the client down with the last copy of the machine.
    private final class Connection: Sendable {
        let client = HTTPClient(eventLoopGroupProvider: .singleton)
        deinit { client.shutdown { _ in } }
    }

    init(url: String, place: Place) {
        self.url = url
        self.place = place
    }

    private struct Watch: Encodable {
        struct Create: Encodable {
            var key: Data
            var rangeEnd: Data
        }
        var createRequest: Create
    }

    private struct Told: Decodable {
        struct Result: Decodable {
            struct Event: Decodable {
                struct Pair: Decodable {
                    var key: Data
                    var value: Data?
                }
                var kv: Pair
            }
            var created: Bool?
            var events: [Event]?
        }
        var result: Result
    }

    private struct Put: Encodable {
        var key: Data
        var value: Data
    }

    private var folder: String { "load/\(place.group)/" }
    private var key: Data { Data((folder + "\(place.machine)").utf8) }

    func listen(
        ready: @escaping @Sendable () -> Void, told: @escaping @Sendable (Note) -> Void
    ) async throws {
        let end = Data((folder.dropLast() + "0").utf8)
        let watch = Watch(createRequest: .init(key: Data(folder.utf8), rangeEnd: end))
        let response = try await client.execute(
            request("/v3/watch", watch), deadline: .distantFuture)
        var line: [UInt8] = []
        for try await chunk in response.body {
            for byte in chunk.readableBytesView {
                guard byte == UInt8(ascii: "\n") else {
                    line.append(byte)
                    continue
                }
                let result = try JSONDecoder().decode(Told.self, from: Data(line)).result
                line.removeAll(keepingCapacity: true)
                if result.created == true { ready() }
                for event in result.events ?? [] where event.kv.key != key {
                    if let note = event.kv.value.flatMap({ Note($0) }) { told(note) }
                }
            }
        }
    }

    func write(_ note: Note) async throws {
        let put = try request("/v3/kv/put", Put(key: key, value: Data(note.bytes)))
        let response = try await client.execute(put, timeout: .seconds(60))
        _ = try await response.body.collect(upTo: 1 << 16)
        guard response.status == .ok else { throw LoadError("etcd answers \(response.status)") }
    }

    private func request(_ path: String, _ body: some Encodable) throws -> HTTPClientRequest {
        var request = HTTPClientRequest(url: url + path)
        request.method = .POST
        request.body = .bytes(ByteBuffer(bytes: try JSONEncoder().encode(body)))
        return request
    }
}
