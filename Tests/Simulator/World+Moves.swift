import Replication

// Devices that use one cloud, then another, and come back.
extension World {
    /// A person switches a device to the other cloud. Its processes restart; calls on their way may
    /// still arrive at the previous cloud.
    mutating func move(_ action: Action, _ index: Int) {
        guard profile.hasMoves, mayMove(node(of: index)) else { return }
        move(node: processes[index].node)
    }

    mutating func move(node: Int) {
        // A change that is known to be replaced in one cloud may be unknown in another.
        allowsReverts = true
        for index in processes.indices where processes[index].node == node { crash(index) }
        nodes[node].cloud = (nodes[node].cloud + 1) % clouds.count
        note("  node \(node) uses cloud \(nodes[node].cloud) now")
    }

    /// A person undoes that a device joined its cloud, and joins it again: what came from the cloud
    /// is removed from the device, in part or completely.
    mutating func forget(_ action: Action, _ index: Int) {
        let nodeIndex = processes[index].node
        let replica = nodes[nodeIndex].replica
        let before = replica.snapshot.entries
        // The device's own records did not come from the cloud.
        let actor = replica.snapshot.meta.actor
        let all = before.values.filter { entry in
            entry.baseRevision > 0
                && entry.record.vector.sorted.contains { $0.actor != actor }
        }.map(\.key).sorted()
        let gone =
            action.c % 2 == 0
            ? all : all.enumerated().filter { ($0.offset + action.c) % 3 == 0 }.map(\.element)
        // An edit that may have been sent gets a new dot, and later meets itself as another
        // device's edit.
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

    /// Checks that no device takes itself for a copy, if nothing was copied or restored.
    mutating func checkIdentity(
        _ state: ModelReplica.State, after before: ModelReplica.State, _ event: ReplicatorEvent,
        of index: Int
    ) {
        guard !mayTakeNewActors, !nodes.contains(where: \.isCopy),
            state.meta.actor != before.meta.actor
        else { return }
        let (actor, sent) = (before.meta.actor, before.meta.sentCounter)
        // An unsent edit of a value that was merged again hides what was sent before.
        let mayHide = before.entries.values.contains { $0.record.vector[actor] > sent }
        if case .answered(_, .registered) = event {
        } else if mayHide {
            return
        }
        fail(.identity, "node \(index) took itself for a copy")
    }

    /// Whether a device may move. Copies that give the same dots in two clouds are noticed when
    /// they meet in one cloud, but not if other devices carry their edits there. So in a world with
    /// copies, only the copied device moves.
    func mayMove(_ node: Node) -> Bool {
        !profile.hasCopies || node.person == 0 || node.isCopy
    }

    /// Whether a replica may be copied, or restored, in this state: only once, and only if it knows
    /// both clouds. In a cloud that neither copy has used, each would take the other's mark for its
    /// own.
    func mayCopy(_ state: ModelReplica.State, of node: Node) -> Bool {
        guard profile.hasMoves else { return true }
        return node.person == 0 && !nodes.contains(where: \.isCopy) && !state.leftClouds.isEmpty
    }

    /// The account of a cloud.
    func account(of cloud: Int) -> Int { profile.hasMoves ? 0 : cloud }

    /// Whether a device may use a cloud.
    func isUser(_ node: Node, of cloud: Int) -> Bool { node.account == account(of: cloud) }
}
