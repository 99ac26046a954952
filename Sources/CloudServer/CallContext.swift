import CloudMessages
import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import Replication

/// What is known of one request.
struct CallContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Whose cloud it is about; nil before the token was looked at.
    var access: Access?
    /// From where it came.
    let address: String
    /// What is found out about it on the way.
    let record = CallRecord()

    init(source: Source) {
        address = source.channel.remoteAddress?.ipAddress ?? ""
        coreContext = CoreRequestContextStorage(source: source)
    }

    /// The cloud, for a call that needs such a scope.
    func cloud(_ scope: Access.Scope) async throws -> any Cloud {
        guard let access else { throw CallError.unauthorized }
        guard scope == .read || access.scope == .write else { throw CallError.readOnly }
        guard let identifier = parameters.get("store") else { return try await access.cloud(.own) }
        guard let store = StoreName(identifier) else {
            throw CallError.malformed(
                "\(identifier) is no identifier of a store: it has 1 to 128 letters, digits, "
                    + "points, underscores and hyphens, and does not begin with a point.")
        }
        return try await access.cloud(store)
    }

    /// An actor that the path names.
    func actor() throws -> ActorID {
        let text = try parameters.require("actor")
        guard let actor = ActorID(hexadecimal: text) else {
            throw CallError.malformed("\(text) is no actor: that is sixteen hexadecimal digits.")
        }
        return actor
    }
}

extension Request {
    /// A number that the query names.
    func number(_ name: Substring, default value: Int) throws -> Int {
        guard let text = uri.queryParameters[name] else { return value }
        guard let number = Int(text) else {
            throw CallError.malformed("\(name)=\(text) is no number.")
        }
        return number
    }

    /// The body, as a message of JSON.
    func message<Message: Decodable>(_: Message.Type, limit: Int) async throws -> Message {
        let bytes: ByteBuffer
        do {
            bytes = try await body.collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw CallError.tooLarge(limit)
        } catch is CancellationError {
            throw CallError.unreachable("The server is being stopped; nothing was changed.")
        } catch {
            // Whoever sent it may be gone.
            throw CallError.malformed("The body does not end as it should: \(error)")
        }
        do {
            return try JSONDecoder().decode(Message.self, from: Data(bytes.readableBytesView))
        } catch {
            throw CallError.malformed("The body is no message of this call: \(reason(error))")
        }
    }

    private func reason(_ error: any Error) -> String {
        guard let error = error as? Swift.DecodingError else { return "it cannot be read." }
        switch error {
        case .keyNotFound(let key, _): return "“\(key.stringValue)” is missing."
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            return "“\(path)” has another type."
        case .dataCorrupted(let context): return context.debugDescription
        @unknown default: return "it cannot be read."
        }
    }
}

extension Response {
    /// An answer of JSON.
    static func json(
        _ message: some Encodable, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var headers = headers
        headers[.contentType] = "application/json"
        headers[.cacheControl] = "no-store"
        let body = ByteBuffer(bytes: try encoder.encode(message) + [UInt8(ascii: "\n")])
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
    }
}
