import CloudMessages
import HTTPService
import HTTPTypes
import Hummingbird
import Replication

/// The calls for listing and replacing records.
struct RecordRoutes {
    var limits: ServiceLimits
    var memory: ServiceMemory

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
            throw CallError.malformed("Send “after” or “resume”, and a number.")
        }
        let limit = min(try request.number("limit", default: 1000), limits.maximumPage)
        let room = try await context.room(ServiceMemory.answer, in: memory.answers)
        let listing = try await blocking { try await cloud.list(position, limit: limit) }
        return try .reply(listing, room: room) { ListingMessage($0) }
    }

    @Sendable private func compareAndSet(
        _ request: Request, _ context: CallContext
    ) async throws -> Response {
        try context.require(.write)
        var reader = BatchReader(mostChanges: limits.maximumBatch)
        try await body(of: request, context).read { try reader.take($0) }
        let (changes, sender) = try reader.finish()
        let room = try await context.room(ServiceMemory.answer, in: memory.answers)
        let cloud = try await context.cloud(.write)
        let outcomes = try await blocking {
            try await cloud.compareAndSet(changes, from: sender)
        }
        context.record.note { $0.changes = CallRecord.Changes(outcomes.value) }
        return try .reply(outcomes, room: room) { OutcomesMessage($0) }
    }

    func body(of request: Request, _ context: CallContext) -> IncomingBody {
        IncomingBody(
            request: request, context: context, budget: memory.bodies, limit: limits.maximumBody)
    }
}

extension CallError {
    static let malformedSender = malformed(
        "The sender is malformed: an actor is sixteen hexadecimal digits, and a mark two "
            + "hexadecimal numbers with a dot between them.")
}

extension Response {
    /// Returns the answer to a call that the cloud has answered.
    static func reply<Value>(
        _ reply: CloudReply<Value>, status: HTTPResponse.Status = .ok, revision: Int64? = nil,
        room: MemoryBudget.Share? = nil, _ body: (Value) -> some Codable & Sendable
    ) throws -> Response {
        var headers: HTTPFields = [:]
        if let revision { headers[.eTag] = "\"\(revision)\"" }
        return try .json(ReplyMessage(reply, body), status: status, headers: headers, room: room)
    }
}
