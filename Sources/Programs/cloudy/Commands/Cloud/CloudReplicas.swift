import BookmarkLibrary
import DeviceStore
import Replication

/// Asks the cloud of a device about the replicas that it waits for: that of this machine directly,
/// a server through the program cloudyd. The person waits for the answer, but not for long.
struct CloudReplicas {
    let home: Home
    /// Which store of the account; `nil` for that of the bookmarks.
    var store: String?

    /// What the cloud said.
    struct Answer: Sendable {
        /// Up to which revision the cloud has come.
        var head: Int64
        var replicas: [RegisteredReplica]
    }

    func list() throws -> Answer {
        if let output = try remotely([]) { return try Self.read(output) }
        let device = try deviceStore()
        let reply = try waitFor(seconds: 10) { try await device.registeredReplicas() }
        return Answer(head: reply.head, replicas: reply.value)
    }

    func retire(_ actor: ActorID) throws {
        if try remotely(["--retire", actor.description]) != nil { return }
        let device = try deviceStore()
        try waitFor(seconds: 10) { try await device.retire(actor) }
    }

    private func deviceStore() throws -> DeviceStore {
        guard let store else { return home.device }
        return try DeviceStore(home.location.store(identifier: store))
    }

    /// What cloudyd prints that asks the server; `nil` where there is none.
    private func remotely(_ arguments: [String]) throws -> String? {
        let store = store.map { ["--store", $0] } ?? []
        return try Agent.ask("devices", store + arguments, of: home.location, seconds: 20)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// The head, and a line for each replica: actor, cursor, time and name.
    private static func read(_ output: String) throws -> Answer {
        var lines = output.split(separator: "\n")
        guard let first = lines.first, let head = Int64(first) else {
            throw Agent.isOfAnotherVersion
        }
        lines.removeFirst()
        let replicas = lines.compactMap { line -> RegisteredReplica? in
            let parts = line.split(
                separator: "\t", maxSplits: 3, omittingEmptySubsequences: false)
            guard parts.count == 4, let actor = UInt64(parts[0], radix: 16),
                let cursor = Int64(parts[1]), let seen = Int64(parts[2])
            else { return nil }
            return RegisteredReplica(
                actor: ActorID(rawValue: actor), device: String(parts[3]), cursor: cursor,
                seen: seen)
        }
        return Answer(head: head, replicas: replicas)
    }
}
