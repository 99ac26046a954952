import CloudMessages
import Hummingbird
import Replication

/// What replicas say of themselves.
struct ReplicaRoutes {
    var limits: ServiceLimits

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
        return try .reply(try await blocking { try await cloud.replicas() }) {
            ReplicasMessage($0)
        }
    }

    /// A replica registers to read, too; a cloud that nobody may write keeps no acknowledgements.
    @Sendable private func register(
        _ request: Request, _ context: CallContext
    ) async throws -> Response {
        let cloud = try await context.cloud(.write)
        let message = try await request.message(RegistrationMessage.self, limit: 64 << 10)
        guard let registration = message.registration,
            try registration.sender.actor == context.actor()
        else { throw CallError.malformedSender }
        let outcome = try await blocking { try await cloud.register(registration) }
        return try .reply(outcome) { RegistrationOutcomeMessage($0) }
    }

    @Sendable private func acknowledge(
        _ request: Request, _ context: CallContext
    ) async throws -> Response {
        let cloud = try await context.cloud(.write)
        let message = try await request.message(AcknowledgementMessage.self, limit: 64 << 10)
        guard let sender = message.sender.sender, try sender.actor == context.actor() else {
            throw CallError.malformedSender
        }
        let accepted = try await blocking {
            try await cloud.acknowledge(message.cursor, from: sender)
        }
        return try .reply(accepted) { AcceptanceMessage($0) }
    }

    @Sendable private func retire(
        _ request: Request, _ context: CallContext
    ) async throws -> Response {
        let cloud = try await context.cloud(.write)
        let actor = try context.actor()
        let reply = try await blocking { try await cloud.retire(actor) }
        return try .reply(reply) { EmptyMessage() }
    }
}
