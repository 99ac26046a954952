import AgentMessages
import BookmarkLibrary
import DeviceStore
import Replication

/// Asks the device's cloud about its replicas: the local cloud directly, a server through the
/// agent. The person waits for the answer, but not for long.
struct CloudReplicas {
    let home: Home
    /// The store of the account; `nil` for the bookmarks.
    var store: String?

    /// The cloud's answer.
    struct Answer: Sendable {
        /// The cloud's latest revision.
        var head: Int64
        var replicas: [RegisteredReplica]
    }

    func list() throws -> Answer {
        if let replies = try askAgent(.devices) {
            guard case .devices(let head, let devices)? = replies.last else {
                throw Agent.hasEnded
            }
            return Answer(head: head, replicas: devices.compactMap { RegisteredReplica($0) })
        }
        let device = try deviceStore()
        let reply = try waitFor(seconds: 10) { try await device.registeredReplicas() }
        return Answer(head: reply.head, replicas: reply.value)
    }

    func retire(_ actor: ActorID) throws {
        if try askAgent(.retire(actor: actor.description)) != nil { return }
        let device = try deviceStore()
        try waitFor(seconds: 10) { try await device.retire(actor) }
    }

    private func deviceStore() throws -> DeviceStore {
        guard let store else { return home.device }
        return try DeviceStore(home.location.store(identifier: store))
    }

    /// Returns the replies of the agent, which asks the server; `nil` if there is none.
    private func askAgent(_ call: AgentRequest.Call) throws -> [AgentReply]? {
        try Agent.ask(call, of: home.location, store: store, seconds: 20)
    }
}

extension RegisteredReplica {
    fileprivate init?(_ device: AgentDevice) {
        guard let actor = UInt64(device.actor, radix: 16) else { return nil }
        self.init(
            actor: ActorID(rawValue: actor), device: device.name, cursor: device.cursor,
            seen: device.seen)
    }
}
