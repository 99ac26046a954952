import CloudMessages
import Documents
import FoundationEssentials
import HTTPService
import HTTPTypes
import Hummingbird
import NIOCore
import Replication

/// The calls for the contents of documents, in chunks.
struct ChunkRoutes {
    var limits: ServiceLimits
    var memory: ServiceMemory
    var instruments: ServiceInstruments

    /// The path component of all these calls.
    static let path = "chunks"

    /// Returns whether a path belongs to one of these calls.
    static func contains(path: String) -> Bool {
        let parts = path.split(separator: "/")
        let place = parts.count > 1 && parts[1] == "stores" ? 3 : 1
        return parts.count > place && parts[place] == Self.path
    }

    func add(to routes: RouterGroup<CallContext>) {
        routes.get("", use: list)
        routes.post("missing", use: missing)
        routes.post("remove", use: remove)
        routes.put(":chunk", use: put)
        routes.get(":chunk", use: get)
    }

    @Sendable private func put(_ request: Request, _ context: CallContext) async throws -> Response
    {
        try context.require(.write)
        let name = try context.chunk()
        var bytes: [UInt8] = []
        try await IncomingBody(
            request: request, context: context, budget: memory.bodies, limit: StoredChunk.longest
        ).read { bytes += $0.readableBytesView }
        let contents = try await context.contents(.write)
        let chunk = StoredChunk(name: name, bytes: bytes)
        let isNew = try await blocking { try await contents.put(chunk) }
        note(isNew ? "stored" : "there", bytes: bytes.count)
        return Response(status: isNew ? .created : .noContent)
    }

    @Sendable private func get(_ request: Request, _ context: CallContext) async throws -> Response
    {
        let name = try context.chunk()
        let contents = try await context.contents(.read)
        let room = try await context.room(StoredChunk.longest, in: memory.answers)
        guard let bytes = try await blocking({ try await contents.bytes(name) }) else {
            throw CallError(.notFound, ChunkCalls.missing, "There is no such chunk.")
        }
        // Bytes under a name never change, except to replace a torn file.
        let tag = "\"\(name)-\(bytes.count)\""
        var headers: HTTPFields = [
            .eTag: tag, .acceptRanges: "bytes",
            .cacheControl: "private, max-age=31536000, immutable",
        ]
        if request.headers.isKnown(tag) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = "application/octet-stream"
        switch ByteRange(request.headers, of: bytes.count, tag: tag) {
        case .outside:
            var error = CallError(
                .rangeNotSatisfiable, "malformed", "The chunk has \(bytes.count) bytes.")
            error.headers[.contentRange] = "bytes */\(bytes.count)"
            throw error
        case .part(let part):
            note("sent", bytes: part.count)
            headers[.contentRange] =
                "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(bytes.count)"
            let buffer = ByteBuffer(bytes: bytes[part])
            return Response(
                status: .partialContent, headers: headers, body: .sent(buffer, room))
        case .whole:
            note("sent", bytes: bytes.count)
            return Response(
                status: .ok, headers: headers, body: .sent(ByteBuffer(bytes: bytes), room))
        }
    }

    @Sendable private func missing(
        _ request: Request, _ context: CallContext
    ) async throws -> Response {
        try context.require(.read)
        let names = try await names(in: request, context)
        let contents = try await context.contents(.read)
        let missing = try await blocking { try await contents.missing(of: names) }
        return try .json(MissingChunksMessage(missing: missing.map(\.description)))
    }

    @Sendable private func list(_ request: Request, _ context: CallContext) async throws -> Response
    {
        let contents = try await context.contents(.read)
        let last = try request.uri.queryParameters["after"].map { try CallContext.chunk($0) }
        let limit = try request.number("limit", default: 1000)
        let most = min(max(1, limit), limits.maximumPage)
        let names = try await blocking { try await contents.names(after: last, limit: most + 1) }
        return try .json(
            ChunkNamesMessage(
                names: names.prefix(most).map(\.description), more: names.count > most))
    }

    @Sendable private func remove(
        _ request: Request, _ context: CallContext
    ) async throws -> Response {
        try context.require(.write)
        let names = try await names(in: request, context)
        let contents = try await context.contents(.write)
        let removed = try await blocking { try await contents.remove(names) }
        note("removed", count: removed)
        return try .json(RemovedChunksMessage(removed: removed))
    }

    /// Returns the names in the body of a call.
    private func names(
        in request: Request, _ context: CallContext
    ) async throws -> [ChunkName] {
        let body = IncomingBody(
            request: request, context: context, budget: memory.bodies, limit: Self.mostBytes)
        let names = try await body.message([String].self)
        guard names.count <= ChunkCalls.mostNames else {
            throw CallError(
                .contentTooLarge, "tooLarge",
                "A request names at most \(ChunkCalls.mostNames) chunks: send several.")
        }
        return try names.map { try CallContext.chunk($0) }
    }

    /// Enough for the most names, with separators and some blanks.
    private static let mostBytes = ChunkCalls.mostNames * 80

    private func note(_ outcome: String, count: Int = 1, bytes: Int = 0) {
        instruments.count("cloudyd_chunks_total", [("outcome", outcome)], by: count)
        instruments.count("cloudyd_chunk_bytes_total", [("outcome", outcome)], by: bytes)
    }
}

extension CallContext {
    /// Returns the chunk that the path names.
    fileprivate func chunk() throws -> ChunkName {
        try Self.chunk(parameters.require("chunk"))
    }

    fileprivate static func chunk(_ text: some StringProtocol) throws -> ChunkName {
        guard let name = ChunkName(text) else {
            throw CallError.malformed(
                "“\(text.prefix(100))” is not the name of a chunk: that has 64 hexadecimal digits "
                    + "in lower case.")
        }
        return name
    }
}

extension CallError {
    /// The error of a server that keeps no contents of documents.
    static let noDocuments = CallError(
        .notImplemented, ChunkCalls.absent,
        "This server keeps no contents of documents. Its owner can name a place for them: cloudyd "
            + "serve --documents FOLDER, or an object store")

    init(_ fault: ContentsAreFull) {
        self.init(
            .insufficientStorage, ChunkCalls.full,
            "The account has \(fault.limit >> 20) MiB of documents, the limit. Ask the server's "
                + "owner for more space (--document-limit), or delete some forever: their space is "
                + "freed 30 days after they were sent.")
    }
}
