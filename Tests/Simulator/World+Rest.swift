import Replication

extension World {
    /// The number of rounds in which the world must come to rest after all faults end.
    static let maximumRounds = 30
    /// The number of steps that a process may take in a round.
    private static let maximumSteps = 300

    /// Ends all faults, lets all devices sync, and judges the result.
    mutating func settle() {
        note("troubles end")
        for late in lateRequests { _ = ask(late.cloud, late.call) }
        lateRequests = []
        for account in clouds.indices { clouds[account].isFull = false }
        for index in nodes.indices {
            nodes[index].isActive = true
            nodes[index].replica.arm(nil)
        }
        for index in processes.indices { processes[index].losesEffects = false }
        comeToRest()
        // Devices that move meet all others, in either cloud.
        for cloud in profile.hasMoves ? [1, 0] : [] where violation == nil {
            note("everybody goes to cloud \(cloud)")
            for index in nodes.indices where nodes[index].cloud != cloud {
                if mayMove(nodes[index]) { move(node: index) }
            }
            for late in lateRequests { _ = ask(late.cloud, late.call) }
            lateRequests = []
            comeToRest()
        }
        judge()
    }

    private mutating func comeToRest() {
        var round = 0
        while violation == nil, !(round > 0 && isQuiet) {
            round += 1
            guard round <= Self.maximumRounds else {
                let isFull = nodes.contains { $0.replica.snapshot.meta.isQuotaExceeded }
                return fail(isFull ? .quota : .convergence, "no rest: \(unrest)")
            }
            time += 61_000
            note("round \(round)")
            for index in processes.indices { exchange(index) }
        }
        hash.combine(round)
    }

    private mutating func exchange(_ index: Int) {
        try? processes[index].device.change { meta in
            meta.isOffline = false
            meta.heldJoin = nil
            if meta.held != nil { meta.heldAnswer = meta.heldAnswer ?? .accept }
        }
        handle(.hinted, at: index)
        for _ in 0..<Self.maximumSteps {
            if !processes[index].replies.isEmpty {
                take(processes[index].replies.removeFirst(), at: index)
            } else if !processes[index].device.outbox.isEmpty {
                let call = processes[index].device.takeCall(at: 0)
                let answer = ask(node(of: index).cloud, call.call)
                processes[index].replies.append(Reply(call.number, .success(answer)))
            } else {
                // A call that was lost earlier gets no answer, so it times out now.
                if processes[index].device.replicator.isAtRest || processes[index].deadline != nil {
                    return
                }
                let number = processes[index].device.lastCall
                let error = CloudError(.unknownOutcome, "It took too long.")
                handle(.failed(call: number, error), at: index)
                if processes[index].device.outbox.isEmpty { return }
            }
        }
        fail(.convergence, "a process never stops talking")
    }

    private var isQuiet: Bool { unrest.isEmpty }

    /// The reason why the world is not at rest.
    private var unrest: String {
        for (index, process) in processes.enumerated() where !process.device.replicator.isAtRest {
            return "process \(index) is busy"
        }
        for (index, node) in nodes.enumerated() {
            let state = node.replica.snapshot
            if let dirty = state.entries.values.filter(\.isDirty).map(\.key).min() {
                return "\(dirty) of node \(index) is unsent"
            }
            if state.meta.isQuotaExceeded { return "node \(index) believes that the cloud is full" }
            if state.meta.held != nil { return "node \(index) holds deletions" }
            if state.meta.heldJoin != nil { return "node \(index) waits to join" }
            if state.meta.cursor != clouds[node.cloud].head {
                return "node \(index) has not listed everything"
            }
        }
        return ""
    }

    private mutating func judge() {
        guard violation == nil else { return }
        for (account, cloud) in clouds.prefix(profile.accounts).enumerated() {
            let records = Dictionary(uniqueKeysWithValues: Self.records(of: cloud))
            let shown = records.compactMapValues(\.value)
            for (index, node) in nodes.enumerated() where node.account == account {
                let state = node.replica.snapshot
                let own = state.entries.compactMapValues { $0.record.value }
                if own != shown {
                    let keys = Set(own.keys).union(shown.keys).sorted()
                    let key = keys.first { own[$0] != shown[$0] } ?? ""
                    let difference =
                        "\(key): \(brief(state.entries[key]?.record)), "
                        + "the cloud has \(brief(records[key]))"
                    fail(.convergence, "node \(index) shows another \(difference)")
                }
            }
            guard violation == nil else { return }
            do throws(Violation) {
                try oracle.verdict(records, account: account, allowsReverts: allowsReverts)
            } catch { violation = error }
            for key in records.keys.sorted() { hash.combine(records[key]?.encoded() ?? []) }
        }
        for index in processes.indices { look(index) }
    }
}
