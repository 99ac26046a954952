import Replication

extension World {
    /// Applies an action; does nothing if the action makes no sense in this state.
    mutating func apply(_ action: Action) {
        time += action.elapsed
        if isVerbose { note("\(action)") }
        let index = action.a % processes.count
        switch action.kind {
        case .edit, .editMany, .tag, .untag, .delete, .deleteMany, .restore, .look, .offline,
            .answerBrake, .purge, .forget:
            guard node(of: index).isActive else { return }
            person(action, index)
        case .switchAccount: switchAccount(action.a % profile.devices)
        case .move: move(action, index)
        case .request, .reply, .loseRequest, .loseReply, .duplicate, .timeout, .hint,
            .spuriousHint, .ring, .timer, .lateRequest:
            network(action, index)
        case .crash, .powerFailure, .crashAtWrite, .loseEffects, .diskFull, .clockJump,
            .copyReplica, .backupReplica, .restoreReplica:
            machine(action, index)
        case .cloudFull, .collect, .retire, .cloudBackup, .cloudRestore, .cloudReplace:
            cloud(action)
        }
    }

    private mutating func network(_ action: Action, _ index: Int) {
        let outbox = processes[index].device.outbox.count
        let replies = processes[index].replies.count
        switch action.kind {
        case .request where outbox > 0:
            if passGateway(action, index) { return }
            let call = processes[index].device.takeCall(at: action.b % outbox)
            let answer = ask(node(of: index).cloud, call.call)
            processes[index].replies.append(Reply(call.number, .success(answer)))
        case .loseRequest where outbox > 0:
            _ = processes[index].device.takeCall(at: action.b % outbox)
        case .duplicate where outbox > 0:
            processes[index].device.noteArrival(at: action.b % outbox)
            let call = processes[index].device.outbox[action.b % outbox]
            let answer = ask(node(of: index).cloud, call.call)
            processes[index].replies.append(Reply(call.number, .success(answer)))
        case .reply where replies > 0:
            var reply = processes[index].replies.remove(at: action.b % replies)
            if variant == .staleReplies { reply.number = processes[index].device.lastCall }
            take(reply, at: index)
        case .loseReply where replies > 0:
            processes[index].replies.remove(at: action.b % replies)
        case .timeout:
            // Only a call that never left is known not to have arrived.
            let number = processes[index].device.lastCall
            let unsent = processes[index].device.outbox.firstIndex {
                $0.number == number && !$0.hasArrived
            }
            var code = CloudError.Code.unknownOutcome
            if action.b % 2 == 0, let unsent {
                _ = processes[index].device.takeCall(at: unsent)
                code = .unreachable
            }
            handle(.failed(call: number, CloudError(code, "It took too long.")), at: index)
        case .hint where processes[index].isHinted, .spuriousHint:
            processes[index].isHinted = false
            handle(.hinted, at: index)
        case .ring where processes[index].isRung:
            processes[index].isRung = false
            handle(.edited, at: index)
        case .timer:
            guard let deadline = processes[index].deadline else { return }
            time = max(time, deadline)
            processes[index].deadline = nil
            handle(.timerFired, at: index)
        case .lateRequest where !lateRequests.isEmpty:
            let late = lateRequests.remove(at: action.a % lateRequests.count)
            _ = ask(late.cloud, late.call)
        default: break
        }
    }

    private mutating func machine(_ action: Action, _ index: Int) {
        let nodeIndex = processes[index].node
        let replica = nodes[nodeIndex].replica
        switch action.kind {
        case .crash: crash(index)
        case .powerFailure:
            (allowsReverts, mayTakeNewActors) = (true, true)
            let before = replica.snapshot.entries
            replica.loseUnsynced(keeping: action.b % 4)
            // Another replica may receive records from the cloud late. If their author has
            // forgotten them, this may have been the last copy.
            if hasForgotten {
                let after = replica.snapshot.entries
                let lost = before.compactMap { key, entry in
                    entry.base == after[key]?.base ? nil : entry.base.map { (key, $0) }
                }
                oracle.destroyed(lost, others: records())
            }
            nodes[nodeIndex].vanished = [:]
            for other in processes.indices where processes[other].node == nodeIndex {
                crash(other)
            }
        case .crashAtWrite:
            replica.arm(Fault(writes: action.b % 3, happensAfterCommit: action.c % 2 == 0))
        case .loseEffects: processes[index].losesEffects = true
        case .diskFull: replica.arm(Fault(writes: action.b % 3, full: 1 + action.c % 3))
        case .clockJump:
            hadClockJump = true
            nodes[nodeIndex].skew += [-86_400_000, 86_400_000, -3_600_000, 3000][action.b % 4]
        case .copyReplica
        where nodes.count < 6 && nodes[nodeIndex].isActive && !hadOtherCloud
            && mayCopy(replica.snapshot, of: nodes[nodeIndex])
            && profile.processes == 1:
            allowsReverts = true
            // A replica is not copied while a call is on its way.
            let actor = replica.snapshot.meta.actor
            lateRequests.removeAll { $0.call.actor == actor }
            for other in processes.indices where processes[other].node == nodeIndex {
                processes[other].device.dropCalls()
            }
            let person = profile.devices + nodes.count
            addNode(
                person, nodes[nodeIndex].account, cloud: nodes[nodeIndex].cloud, copying: replica)
        case .backupReplica: nodes[nodeIndex].backup = replica.snapshot
        case .restoreReplica:
            guard let backup = nodes[nodeIndex].backup, nodes[nodeIndex].isActive, !hadOtherCloud,
                mayCopy(backup, of: nodes[nodeIndex])
            else { return }
            nodes[nodeIndex].isCopy = true
            allowsReverts = true
            let lost = replica.snapshot.entries.map { ($0.key, $0.value.record) }
            replica.overwrite(backup)
            nodes[nodeIndex].vanished = [:]
            nodes[nodeIndex].actor = backup.meta.actor
            oracle.destroyed(lost, others: records())
            for other in processes.indices where processes[other].node == nodeIndex {
                crash(other)
            }
        default: break
        }
    }

    private mutating func cloud(_ action: Action) {
        let account = action.a % clouds.count
        switch action.kind {
        case .cloudFull: clouds[account].isFull.toggle()
        case .collect:
            let before = Set(clouds[account].entries.keys)
            clouds[account].collect(isEager: variant == .eagerCollection)
            let gone = before.subtracting(clouds[account].entries.keys)
            if isVerbose { note("  \(gone.count) tombstones go") }
            // The cloud does not wait for a retired device, which may return with an edit.
            if nodes.contains(where: { isUser($0, of: account) && $0.wasRetired }) {
                for key in gone { oracle.collected(key) }
            }
        case .retire:
            let node = action.b % nodes.count
            guard profile.hasMoves || nodes[node].account == account else { return }
            nodes[node].wasRetired = true
            clouds[account].retired.insert(nodes[node].replica.snapshot.meta.actor)
        case .cloudBackup: backups[account] = clouds[account]
        case .cloudRestore:
            guard var backup = backups[account], !nodes.contains(where: \.isCopy) else { return }
            if action.b % 2 == 0 || isUnnoticeable(account, backup) {
                backup.epoch += " restored at \(time)"
            }
            replaceCloud(account, by: backup)
            interrupt(account)
        case .cloudReplace where !nodes.contains(where: \.isCopy):
            var empty = ModelCloud(epoch: clouds[account].epoch + " again")
            empty.pageLimit = profile.pageLimit
            empty.isRecording = false
            replaceCloud(account, by: empty)
        default: break
        }
    }

    /// Whether a device could not distinguish the old cloud from the new one, once others have
    /// brought the new one to the same head: the device has listed what the backup lacks, and has
    /// left no mark since.
    private func isUnnoticeable(_ account: Int, _ backup: ModelCloud) -> Bool {
        nodes.contains { node in
            let meta = node.replica.snapshot.meta
            let mark = backup.marks[meta.actor]
            let isKnown = mark == meta.confirmedMark || meta.pendingMarks.contains { $0 == mark }
            // A first listing that is not complete has no cursor yet.
            let bases = node.replica.snapshot.entries.values.map(\.baseRevision)
            let seen = max(meta.cursor ?? 0, bases.max() ?? 0)
            return node.cloud == account && seen > backup.head && isKnown
        }
    }

    /// Breaks every connection to a cloud.
    private mutating func interrupt(_ account: Int) {
        for index in processes.indices where node(of: index).cloud == account {
            processes[index].replies = []
            processes[index].device.dropCalls()
            let error = CloudError(.unknownOutcome, "The connection was lost.")
            handle(.failed(call: processes[index].device.lastCall, error), at: index)
            handle(.disconnected, at: index)
        }
        lateRequests.removeAll { $0.cloud == account }
    }

    private mutating func replaceCloud(_ account: Int, by other: ModelCloud) {
        (hadOtherCloud, allowsReverts) = (true, true)
        let lost = Self.records(of: clouds[account])
        clouds[account] = other
        oracle.destroyed(lost, others: records())
    }
}

extension CloudCall {
    /// The actor that makes the call, if the call names it.
    var actor: ActorID? {
        switch self {
        case .register(let registration): registration.sender.actor
        case .compareAndSet(_, let sender), .acknowledge(_, let sender): sender.actor
        case .list: nil
        }
    }
}
