import CloudMessages
import HTTPTypes
import Hummingbird
import Replication

/// Listing records, and replacing them.
struct RecordRoutes {
    var limits: ServiceLimits

    func add(to routes: RouterGroup<CallContext>) {
        routes.get("", use: list)
        routes.post("", use: compareAndSet)
        routes.put(":key", use: putOne)
    }

    @Sendable private func list(_ request: Request, _ context: CallContext) async throws -> Response
    {
        let cloud = try await context.cloud(.read)
        let parameters = request.uri.queryParameters
        let position = ListingQuery.position(
            resume: parameters["resume"].map(String.init),
            after: parameters["after"].map(String.init))
        guard let position else {
            throw CallError.malformed("Give one of “after” and “resume”, and a number.")
        }
        let limit = min(try request.number("limit", default: 1000), limits.maximumPage)
        let listing = try await blocking { try await cloud.list(position, limit: limit) }
        return try .reply(listing) { ListingMessage($0) }
    }

    @Sendable private func compareAndSet(
        _ request: Request, _ context: CallContext
    ) async throws -> Response {
        let cloud = try await context.cloud(.write)
        let message = try await request.message(ChangesMessage.self, limit: limits.maximumBody)
        guard let sender = message.sender.sender else { throw CallError.malformedSender }
        guard message.changes.count <= limits.maximumBatch else {
            throw CallError(
                .contentTooLarge, "tooLarge",
                "A batch has at most \(limits.maximumBatch) changes: send several.")
        }
        let changes = message.changes.map(\.change)
        let outcomes = try await blocking {
            try await cloud.compareAndSet(changes, from: sender)
        }
        context.record.note { $0.changes = CallRecord.Changes(outcomes.value) }
        return try .reply(outcomes) { OutcomesMessage($0) }
    }
}

extension CallError {
    static let malformedSender = malformed(
        "The sender is malformed: an actor is sixteen hexadecimal digits, and a mark two "
            + "hexadecimal numbers with a point between them.")
}

extension Response {
    /// The answer to a call that a cloud has answered.
    static func reply<Value>(
        _ reply: CloudReply<Value>, status: HTTPResponse.Status = .ok, revision: Int64? = nil,
        _ body: (Value) -> some Codable & Sendable
    ) throws -> Response {
        var headers: HTTPFields = [:]
        if let revision { headers[.eTag] = "\"\(revision)\"" }
        return try .json(ReplyMessage(reply, body), status: status, headers: headers)
    }
}
