import CloudMessages
import FoundationEssentials
import HTTPService
import HTTPTypes
import Hummingbird
import NIOCore
import Replication

/// The details of one request.
struct CallContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The access of the token; `nil` before the token is checked.
    var access: Access?
    /// The network address of the client.
    let address: String
    let channel: any Channel
    /// The facts found about the call on the way.
    let record = CallRecord()

    init(source: Source) {
        channel = source.channel
        address = channel.remoteAddress?.ipAddress ?? ""
        coreContext = CoreRequestContextStorage(source: source)
    }

    /// Throws if a call needs another scope, or its store is invalid. A call with a body checks
    /// this before it reads the body, and calls ``cloud(_:)`` after it.
    func require(_ scope: Access.Scope) throws {
        guard let access else { throw CallError.unauthorized }
        guard scope == .read || access.scope == .write else { throw CallError.readOnly }
        _ = try store()
    }

    /// Returns the cloud, for a call with a scope and its whole body. Throws if the token was
    /// revoked since the head came.
    func cloud(_ scope: Access.Scope) async throws -> any Cloud {
        try require(scope)
        guard let access, await access.isStillGranted else { throw CallError.unauthorized }
        let store = try store()
        return try await blocking { try await access.cloud(store) }
    }

    /// Returns the contents of documents, with the same checks as ``cloud(_:)``.
    func contents(_ scope: Access.Scope) async throws -> any ContentStore {
        try require(scope)
        guard let access, await access.isStillGranted else { throw CallError.unauthorized }
        let store = try store()
        let contents = try await blocking { try await access.contents(store) }
        guard let contents else { throw CallError.noDocuments }
        return contents
    }

    private func store() throws -> StoreName {
        guard let identifier = parameters.get("store") else { return .own }
        guard let store = StoreName(identifier) else {
            throw CallError.malformed(
                "\(identifier) is not a store identifier: it needs 1 to 128 letters, digits, "
                    + "dots, underscores and hyphens, and cannot begin with a dot.")
        }
        return store
    }

    /// Returns the actor in the path.
    func actor() throws -> ActorID {
        let text = try parameters.require("actor")
        guard let actor = ActorID(hexadecimal: text) else {
            throw CallError.malformed(
                "\(text) is not an actor: an actor is sixteen hexadecimal digits.")
        }
        return actor
    }
}

extension Request {
    /// Returns a number in the query.
    func number(_ name: Substring, default value: Int) throws -> Int {
        guard let text = uri.queryParameters[name] else { return value }
        guard let number = Int(text) else {
            throw CallError.malformed("\(name)=\(text) is not a number.")
        }
        return number
    }
}

extension Response {
    /// Returns an answer of JSON.
    ///
    /// - Parameter room: the memory taken for the answer. The unneeded part is released now, and
    ///   the rest after sending.
    static func json(
        _ message: some Encodable, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:],
        room: MemoryBudget.Share? = nil
    ) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var headers = headers
        headers[.contentType] = "application/json"
        headers[.cacheControl] = "no-store"
        let bytes = try encoder.encode(message)
        var buffer = ByteBuffer()
        buffer.reserveCapacity(bytes.count + 1)
        buffer.writeBytes(bytes)
        buffer.writeInteger(UInt8(ascii: "\n"))
        let body = room.map { ResponseBody.sent(buffer, $0) } ?? ResponseBody(byteBuffer: buffer)
        return Response(status: status, headers: headers, body: body)
    }

}

extension ResponseBody {
    /// Returns a body whose memory is held until all of it was sent, or its client is gone.
    static func sent(_ buffer: ByteBuffer, _ room: MemoryBudget.Share) -> ResponseBody {
        room.resize(to: buffer.readableBytes)
        return ResponseBody(contentLength: buffer.readableBytes) { writer in
            try await writer.write(buffer)
            try await writer.finish(nil)
            withExtendedLifetime(room) {}
        }
    }
}
