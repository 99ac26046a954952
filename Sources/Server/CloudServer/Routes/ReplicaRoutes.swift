import CloudMessages
import HTTPService
import Hummingbird
import Replication

/// The calls in which replicas describe themselves.
struct ReplicaRoutes {
    var memory: ServiceMemory
    private static let mostBytes = 64 << 10
    private static let mostOfName = 1000

    func add(to routes: RouterGroup<CallContext>) {
        routes.get("", use: list)
        routes.put(":actor", use: register)
        routes.put(":actor/cursor", use: acknowledge)
        routes.delete(":actor", use: retire)
    }

    @Sendable private func list(
        _ request: Request, _ context: CallContext
    ) async throws -> Response {
        let cloud = try await context.cloud(.read)
        let room = try await context.room(ServiceMemory.replicas, in: memory.answers)
        let replicas = try await blocking { try await cloud.replicas() }
        return try .reply(replicas, room: room) { ReplicasMessage($0) }
    }

    private func body(of request: Request, _ context: CallContext) -> IncomingBody {
        IncomingBody(
            request: request, context: context, budget: memory.bodies, limit: Self.mostBytes)
    }

    /// Registers a replica. That needs a token that may write: the cloud would otherwise wait for
    /// acknowledgements that a read-only token cannot send.
    @Sendable private func register(
        _ request: Request, _ context: CallContext
    ) async throws -> Response {
        try context.require(.write)
        let message = try await body(of: request, context).message(RegistrationMessage.self)
        guard let registration = message.registration,
            try registration.sender.actor == context.actor()
        else { throw CallError.malformedSender }
        guard registration.device.utf8.count <= Self.mostOfName else {
            throw CallError.malformed(
                "The name of a device is longer than \(Self.mostOfName) bytes.")
        }
        let cloud = try await context.cloud(.write)
        let outcome = try await blocking { try await cloud.register(registration) }
        return try .reply(outcome) { RegistrationOutcomeMessage($0) }
    }

    @Sendable private func acknowledge(
        _ request: Request, _ context: CallContext
    ) async throws -> Response {
        try context.require(.write)
        let message = try await body(of: request, context).message(AcknowledgementMessage.self)
        guard let sender = message.sender.sender, try sender.actor == context.actor() else {
            throw CallError.malformedSender
        }
        let cloud = try await context.cloud(.write)
        let accepted = try await blocking {
            try await cloud.acknowledge(message.cursor, from: sender)
        }
        return try .reply(accepted) { AcceptanceMessage($0) }
    }

    @Sendable private func retire(
        _ request: Request, _ context: CallContext
    ) async throws -> Response {
        try context.require(.write)
        let actor = try context.actor()
        let cloud = try await context.cloud(.write)
        let reply = try await blocking { try await cloud.retire(actor) }
        return try .reply(reply) { EmptyMessage() }
    }
}
