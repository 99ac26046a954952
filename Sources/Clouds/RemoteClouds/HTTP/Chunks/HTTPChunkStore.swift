import AsyncHTTPClient
public import CloudMessages
public import Documents
import FoundationEssentials
import NIOCore
import NIOHTTP1
import Replication
import Synchronization

/// The chunks that a `cloudyd` keeps for a store of an account.
///
/// Several chunks are transferred at once. A failed call is not repeated, because senders ask
/// ``missing(of:)`` first, and so send no chunk twice. It is repeated only if the server says that
/// it did nothing, and the time to wait.
public final class HTTPChunkStore: ChunkStore {
    private let server: Server
    private let client: HTTPClient
    private let isShared: Bool
    private let refusals = Refusals()
    private let patience: HTTPCloud.Patience
    private let sealing: any ChunkSealing

    /// The maximum number of calls in progress.
    static let atOnce = 8
    /// The current maximum: on a slow line it is lower, so that each call ends in time.
    private let width = Mutex(HTTPChunkStore.atOnce)
    /// The number of times that a server may ask to wait: a busy server, and one whose place for
    /// contents is unavailable, which may take long and is tried again later.
    private static let mostWaits: [HTTPResponseStatus: Int] = [
        .tooManyRequests: 8, .serviceUnavailable: 2,
    ]
    /// The longest pause between two attempts, in seconds.
    private static let longestWait = 10.0
    /// The longest answer, a page of names, in bytes.
    private static let longestAnswer = 4 << 20

    /// - Parameters:
    ///   - sealing: seals chunks for the server.
    ///
    /// The other parameters are those of ``HTTPCloud``.
    ///
    /// - Throws: `CloudError` if the URL is neither `http` nor `https`.
    public init(
        url: String, token: String, store: StoreName = .own, authority: String? = nil,
        identity: ClientIdentity? = nil, patience: HTTPCloud.Patience = HTTPCloud.Patience(),
        sealing: any ChunkSealing = PlainChunks(), isShared: Bool = false
    ) throws {
        server = try Server(url: url, token: token, store: store, authority: authority)
        self.patience = patience
        self.sealing = sealing
        self.isShared = isShared
        let silence = TimeAmount(patience.silence)
        client =
            isShared
            ? .sharedForCloud(authority: authority, identity: identity, silence: silence)
            : .forCloud(
                authority: authority, identity: identity, connections: Self.atOnce,
                connect: TimeAmount(patience.connecting), silence: silence)
    }

    deinit { if !isShared { client.shutdown { _ in } } }

    // MARK: The calls

    public func missing(of names: [ChunkName]) async throws(ChunkStoreError) -> [ChunkName] {
        let stored = names.map { sealing.storedName(of: $0) }
        var missing: Set<String> = []
        for some in stored.parts(of: ChunkCalls.mostNames) {
            let answer = try await call(.POST, "chunks/missing", body(some))
            missing.formUnion(try decoded(MissingChunksMessage.self, answer.body).missing)
        }
        return zip(names, stored).filter { missing.contains($1.description) }.map(\.0)
    }

    public func put(_ chunks: [Chunk]) async throws(ChunkStoreError) {
        _ = try await atOnce(chunks) { chunk throws(ChunkStoreError) in
            let stored = try self.sealing.sealed(chunk)
            _ = try await self.call(
                .PUT, "chunks/\(stored.name)", ByteBuffer(bytes: stored.bytes),
                type: "application/octet-stream", success: [.created, .noContent])
        }
    }

    public func chunk(_ name: ChunkName) async throws(ChunkStoreError) -> Chunk? {
        let stored = sealing.storedName(of: name)
        let answer = try await call(.GET, "chunks/\(stored)")
        guard answer.status != .notFound else { return nil }
        guard let chunk = sealing.opened(Array(answer.body.readableBytesView), named: name) else {
            throw ChunkStoreError(
                .damaged,
                "\(server.base) has other bytes in place of a part of a document: its data "
                    + "is most likely damaged. Its owner can restore a backup.")
        }
        return chunk
    }

    public func chunks(_ names: [ChunkName]) async throws(ChunkStoreError) -> [Chunk?] {
        try await atOnce(names) { name throws(ChunkStoreError) in try await self.chunk(name) }
    }

    public func storedName(of name: ChunkName) -> ChunkName { sealing.storedName(of: name) }

    public func names() async throws(ChunkStoreError) -> [ChunkName] {
        var names: [ChunkName] = []
        while true {
            let after = names.last.map { "&after=\($0)" } ?? ""
            let answer = try await call(.GET, "chunks?limit=5000" + after)
            let page = try decoded(ChunkNamesMessage.self, answer.body)
            let new = page.names.compactMap { ChunkName($0) }
            // A server that repeats itself, or lists nothing while it has more, would be asked
            // endlessly.
            let isLater = new.first.map { name in names.last.map { $0 < name } ?? true }
            guard isLater ?? !page.more else {
                throw ChunkStoreError(
                    .unreachable,
                    "\(server.base) lists the contents of documents in no order: it is most likely "
                        + "not a cloudyd, or another version of it.")
            }
            names += new
            if !page.more { return names }
        }
    }

    public func remove(_ names: [ChunkName]) async throws(ChunkStoreError) {
        for some in names.parts(of: ChunkCalls.mostNames) {
            _ = try await call(.POST, "chunks/remove", body(some))
        }
    }

    /// Asks the server for its limit. If it does not tell, it refuses the chunks themselves.
    public func requireSpace(for lengths: [Int]) async throws(ChunkStoreError) {
        guard let answer = try? await call(.GET, "quota"),
            let message = try? decoded(ReplyMessage<QuotaMessage>.self, answer.body),
            let contents = message.body.quota.contents
        else { return }
        let needed = lengths.reduce(0) { $0 + sealing.storedLength(of: $1) }
        let free = max(0, Int(contents.maximumBytes - contents.usedBytes))
        if needed <= free { return }
        let (left, more) = (free >> 20, (needed + (1 << 20) - 1) >> 20)
        throw ChunkStoreError(
            .full,
            "\(server.base): The account has space for \(left) MiB more, and the document needs "
                + "\(more) MiB. Ask the server's owner for more space (--document-limit), or "
                + "delete some documents forever: their space is freed 30 days after they were "
                + "sent.")
    }

    // MARK: A call

    private func body(_ names: ArraySlice<ChunkName>) -> ByteBuffer {
        ByteBuffer(string: "[" + names.map { "\"\($0)\"" }.joined(separator: ",") + "]")
    }

    private func decoded<Message: Decodable>(
        _ type: Message.Type, _ body: ByteBuffer
    ) throws(ChunkStoreError) -> Message {
        let data = Data(body.readableBytesView)
        if let message = try? JSONDecoder().decode(type, from: data) { return message }
        throw ChunkStoreError(server.strange(StrangeAnswer(data)))
    }

    /// Makes a call. Returns an answer that reports success, or that there is no such chunk.
    private func call(
        _ method: HTTPMethod, _ path: String, _ body: ByteBuffer? = nil,
        type: String = "application/json", success: [HTTPResponseStatus] = [.ok]
    ) async throws(ChunkStoreError) -> (status: HTTPResponseStatus, body: ByteBuffer) {
        var waits = 0
        while true {
            if let refusal = refusals.ofCalls { throw ChunkStoreError(refusal) }
            var request = server.request(method, path)
            if let body {
                request.headers.add(name: "Content-Type", value: type)
                request.body = .bytes(body)
            }
            let response: HTTPClientResponse
            let bytes: ByteBuffer
            do {
                response = try await client.execute(
                    request, timeout: TimeAmount(patience.answering))
                bytes = try await response.body.collect(upTo: Self.longestAnswer)
            } catch {
                throw ChunkStoreError(await server.failure(error, ofWrite: false))
            }
            if success.contains(response.status) {
                // This is the page of a proxy that wants a login.
                let isPage = response.headers.first(name: "Content-Type")?.hasPrefix("text/html")
                if isPage != true { return (response.status, bytes) }
                throw ChunkStoreError(server.strange(.page))
            }
            let code = server.code(bytes)
            if response.status == .notFound, code == ChunkCalls.missing {
                return (.notFound, bytes)
            }
            if let wait = wait(response), waits < Self.mostWaits[response.status, default: 0] {
                waits += 1
                do { try await Task.sleep(for: .seconds(wait)) } catch {
                    throw ChunkStoreError(.unreachable, "The transfer was stopped.")
                }
                continue
            }
            throw refusal(response, bytes, code)
        }
    }

    /// Returns the seconds that a server asks to wait, having done nothing; `nil` if it does not
    /// ask.
    private func wait(_ response: HTTPClientResponse) -> Double? {
        guard [.tooManyRequests, .serviceUnavailable].contains(response.status),
            let seconds = response.headers.first(name: "Retry-After").flatMap(Double.init),
            0...Self.longestWait ~= seconds
        else { return nil }
        return max(0.1, seconds)
    }

    private func refusal(
        _ response: HTTPClientResponse, _ bytes: ByteBuffer, _ code: String?
    ) -> ChunkStoreError {
        let isUnknown =
            [.notFound, .notImplemented].contains(response.status) && code == "notFound"
        if isUnknown || code == ChunkCalls.absent {
            return .absent(from: "\(server.base)")
        }
        var error = server.refusal(response.status, bytes, ofWrite: false)
        if response.status == .unauthorized {
            error = refusals.note(error, of: .call, response.status, response.headers)
        }
        var told = ChunkStoreError(error)
        let isTooLarge = response.status == .payloadTooLarge
        if code == ChunkCalls.full || isTooLarge { told.code = .full }
        return told
    }

    /// Calls `body` for each item, several at once: fewer after the server was too slow.
    private func atOnce<Item: Sendable, Result: Sendable>(
        _ items: [Item],
        _ body: @escaping @Sendable (Item) async throws(ChunkStoreError) -> Result
    ) async throws(ChunkStoreError) -> [Result] {
        let width = width.withLock(\.self)
        do throws(ChunkStoreError) {
            let results = try await RemoteClouds.atOnce(items, width: width, body)
            self.width.withLock { $0 = min(Self.atOnce, $0 + 1) }
            return results
        } catch {
            let isSlow = error.code == .unreachable
            self.width.withLock { $0 = isSlow ? max(1, $0 / 2) : min(Self.atOnce, $0 + 1) }
            throw error
        }
    }
}

extension Array {
    /// Returns parts of `count` elements each.
    fileprivate func parts(of count: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: self.count, by: count).map {
            self[$0..<Swift.min($0 + count, self.count)]
        }
    }
}
