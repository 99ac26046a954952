import Replication

// Devices that use one cloud, then another one, and come back.
extension World {
    /// A person tells a device to use the other cloud. Its processes begin anew; what they had on
    /// its way may still arrive where it was sent.
    mutating func move(_ action: Action, _ index: Int) {
        guard profile.hasMoves, mayMove(node(of: index)) else { return }
        move(node: processes[index].node)
    }

    mutating func move(node: Int) {
        // A change known to be replaced in one cloud may be unknown in another.
        allowsReverts = true
        for index in processes.indices where processes[index].node == node { crash(index) }
        nodes[node].cloud = (nodes[node].cloud + 1) % clouds.count
        note("  node \(node) uses cloud \(nodes[node].cloud) now")
    }

    /// A person takes back that a device joined its cloud, and joins it again: what came from there
    /// goes from the device alone, a part of it or all.
    mutating func forget(_ action: Action, _ index: Int) {
        let nodeIndex = processes[index].node
        let replica = nodes[nodeIndex].replica
        let before = replica.snapshot.entries
        // The device's own records did not come from there.
        let actor = replica.snapshot.meta.actor
        let all = before.values.filter { entry in
            entry.baseRevision > 0
                && entry.record.vector.sorted.contains { $0.actor != actor }
        }.map(\.key).sorted()
        let gone =
            action.c % 2 == 0
            ? all : all.enumerated().filter { ($0.offset + action.c) % 3 == 0 }.map(\.element)
        // An edit that was perhaps sent gets a new dot, and meets itself as one of another device.
        let losesOwnEdits = gone.contains { before[$0]?.record.vector[actor] ?? 0 > 0 }
        allowsReverts = allowsReverts || losesOwnEdits
        hasForgotten = hasForgotten || losesOwnEdits
        let newActor = processes[index].device.newActor()
        do {
            try replica.write(.durable) { replica in
                var meta = try replica.meta()
                try replica.forget(gone)
                if losesOwnEdits, variant != .sameActor {
                    try meta.forgetCloud(afterLosingOwnEditsAs: newActor, in: replica)
                } else {
                    try meta.forgetCloud(in: replica)
                }
                try replica.setMeta(meta)
            }
        } catch StorageFailure.crash {
            crash(index)
        } catch {}
        let after = replica.snapshot.entries
        let lost = before.filter { after[$0.key] == nil }.map { ($0.key, $0.value.record) }
        if isVerbose { note("  \(lost.count) keys are forgotten") }
        nodes[nodeIndex].vanished = [:]
        oracle.destroyed(lost, others: records())
        ring(index)
    }

    /// No device takes itself for a copy where nothing was copied or undone.
    mutating func checkIdentity(
        _ state: ModelReplica.State, after before: ModelReplica.State, _ event: ReplicatorEvent,
        of index: Int
    ) {
        guard !mayTakeNewActors, !nodes.contains(where: \.isCopy),
            state.meta.actor != before.meta.actor
        else { return }
        let (actor, sent) = (before.meta.actor, before.meta.sentCounter)
        // An edit that was not sent yet, of what was merged anew, hides what was sent before it.
        let mayHide = before.entries.values.contains { $0.record.vector[actor] > sent }
        if case .answered(_, .registered) = event {
        } else if mayHide {
            return
        }
        fail(.identity, "node \(index) took itself for a copy")
    }

    /// Whether a device may move. Copies that give the same dots in two clouds are noticed when
    /// they meet in one, and not when others carry these edits there: where something is copied,
    /// only it moves.
    func mayMove(_ node: Node) -> Bool {
        !profile.hasCopies || node.person == 0 || node.isCopy
    }

    /// Whether a replica may be copied in this state, or restored to it: once, and when it knows
    /// both clouds. In one that neither copy was in, each takes the other's mark for its own.
    func mayCopy(_ state: ModelReplica.State, of node: Node) -> Bool {
        guard profile.hasMoves else { return true }
        return node.person == 0 && !nodes.contains(where: \.isCopy) && !state.leftClouds.isEmpty
    }

    /// The account of a cloud.
    func account(of cloud: Int) -> Int { profile.hasMoves ? 0 : cloud }

    /// Whether a device may come to a cloud.
    func isUser(_ node: Node, of cloud: Int) -> Bool { node.account == account(of: cloud) }
}
