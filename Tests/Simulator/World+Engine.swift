import Replication

extension World {
    /// Passes an event to the engine of a process, and checks the invariants afterwards.
    mutating func handle(_ event: ReplicatorEvent, at index: Int) {
        let nodeIndex = processes[index].node
        let node = nodes[nodeIndex]
        guard node.isActive else { return }
        processes[index].device.now = time + node.skew
        let before = node.replica.snapshot
        node.replica.sabotage?.prepare(for: event, cloud: clouds[node.cloud])
        do {
            try processes[index].device.handle(event)
            processes[index].deadline = processes[index].device.wait.map { time + $0 }
        } catch StorageFailure.crash {
            note("  the process dies at a transaction")
            crash(index)
        } catch StorageFailure.diskFull {
            note("  the disk is full")
            processes[index].deadline = time + 1000
        } catch {
            fail(.noErrors, "\(error)")
        }
        if processes[index].losesEffects {
            note("  the process dies before its effects leave it")
            processes[index].losesEffects = false
            crash(index)
        }
        check(node.replica.snapshot, after: before, of: nodeIndex)
        checkIdentity(node.replica.snapshot, after: before, event, of: nodeIndex)
        checkActor(node.replica.snapshot, after: before, event, of: nodeIndex)
        hash.combine(processes[index].device.lastCall)
    }

    private mutating func check(
        _ state: ModelReplica.State, after before: ModelReplica.State, of index: Int
    ) {
        hash.combine(state.revision)
        hash.combine(state.meta.head)
        hash.combine(state.meta.cursor ?? -1)
        for (key, entry) in state.entries { oracle.stored(key, entry.record) }
        checkBrake(state, after: before, of: index)
        let isNew = state.meta.actor != nodes[index].actor
        if before.meta.heldAnswer == .restore {
            // A device that restores makes edits without tokens.
            let actor = state.meta.actor
            for (key, entry) in state.entries
            where entry.record.vector[actor] > before.entries[key]?.record.vector[actor] ?? 0 {
                oracle.restored(key)
                oracle.allowReturn(of: key)
            }
        }
        if isNew {
            if isVerbose { note("  goes on as actor \(state.meta.actor.rawValue)") }
            nodes[index].actor = state.meta.actor
        }
        // A device that comes back to a cloud, in which it had become a new actor before it left,
        // renews dots there.
        if before.leftClouds.contains(where: { $0.actor != state.meta.actor }) {
            for (key, entry) in state.entries {
                let old = before.entries[key]?.record.vector ?? VersionVector()
                if !entry.record.vector.dominates(old) { oracle.allowReturn(of: key) }
            }
        }
        guard isNew || nodes[index].wasRetired else { return }
        for entry in state.entries.values where before.entries[entry.key]?.isDirty == true {
            let isOwnEdit = entry.record.value != nil && entry.record.actor == state.meta.actor
            if entry.isDirty, isNew || isOwnEdit {
                oracle.allowReturn(of: entry.key)
            }
        }
    }

    /// Checks that a run of deletions removes, without a question, at most ten keys or a fifth of
    /// those that were there, and that the waiting deletions are known by key.
    private mutating func checkBrake(
        _ state: ModelReplica.State, after before: ModelReplica.State, of index: Int
    ) {
        if state.heldKeys.count != state.meta.held?.deletions ?? 0 {
            fail(.brake, "\(state.heldKeys.count) keys are said to wait for the user")
        }
        guard before.meta.heldAnswer == nil,
            before.meta.pastIncarnations == state.meta.pastIncarnations
        else {
            nodes[index].vanished = [:]
            return
        }
        func isThere(_ key: String, in state: ModelReplica.State) -> Bool {
            state.entries[key]?.record.value != nil
        }
        let live = before.entries.keys.filter { isThere($0, in: before) }
        // A restored key no longer counts, nor does a key that was removed before this run.
        let run = before.meta.held == nil ? state.meta.deletionRun : before.meta.deletionRun
        let began = run.map { $0.began - nodes[index].skew } ?? time
        // Within the same run, times are not compared, since the clock may have changed.
        let isSame = run != nil && run?.start == before.meta.deletionRun?.start
        var vanished = nodes[index].vanished.filter { key, since in
            (isSame || since >= began) && !isThere(key, in: before)
        }
        let total = live.count + vanished.count
        for key in live where !isThere(key, in: state) { vanished[key] = time }
        nodes[index].vanished = vanished
        if vanished.count > 10, vanished.count * 5 > total, vanished.values.contains(time) {
            fail(.brake, "\(vanished.count) of \(total) keys vanished without a question")
        }
    }

    /// A process dies and starts again: only its replica and the calls on their way are kept.
    mutating func crash(_ index: Int) {
        let cloud = node(of: index).cloud
        for call in processes[index].device.outbox {
            lateRequests.append((cloud, call.call))
        }
        if lateRequests.count > 8 { lateRequests.removeFirst(lateRequests.count - 8) }
        processes[index].device.restart()
        processes[index].replies = []
        processes[index].deadline = nil
        processes[index].losesEffects = false
        processes[index].isHinted = true
        startApp(&processes[index])
    }

    /// Passes a call to the cloud.
    mutating func ask(_ cloud: Int, _ call: CloudCall) -> CloudAnswer {
        clouds[cloud].time = time
        let head = clouds[cloud].head
        let call = variant?.alter(call, for: clouds[cloud]) ?? call
        let answer = clouds[cloud].answer(call)
        hash.combine(clouds[cloud].head)
        if isVerbose {
            note("  cloud \(cloud) at \(head): \(brief(call)) -> \(brief(answer))")
        }
        if clouds[cloud].head > head {
            checkCommitted(call, cloud)
            for index in processes.indices where node(of: index).cloud == cloud {
                processes[index].isHinted = true
            }
        }
        return variant?.alter(answer, to: call) ?? answer
    }

    private mutating func checkCommitted(_ call: CloudCall, _ cloud: Int) {
        let account = account(of: cloud)
        guard case .compareAndSet(let changes, _) = call else { return }
        for change in changes {
            guard clouds[cloud].entries[change.key]?.record == change.record,
                let record = try? Record(encoded: change.record)
            else { continue }
            oracle.stored(change.key, record)
            // An earlier reply corrected the clock, so the time since then does not count as a
            // lead.
            let lead = Stamp.maximumLead + max(3_600_000, time - World.start)
            if !hadClockJump, record.stamp.milliseconds > time + lead {
                fail(.clocks, "\(change.key) is from the future")
            }
            for token in Oracle.tokens(in: record) where oracle.tokens[token].account != account {
                fail(.accounts, "t\(token) was sent to account \(account)")
            }
        }
    }

    /// The app of a process asks what changed, and relies on the answer.
    mutating func look(_ index: Int) {
        let replica = processes[index].device.replica
        let process = processes[index].device.process
        let seen = processes[index].seen
        guard
            let (changes, revision) = try? replica.read({
                (try $0.changes(after: seen, notBy: process), try $0.localRevision())
            })
        else { return }
        let entries = replica.snapshot.entries
        for change in changes {
            if change.localRevision <= seen || change.localRevision > revision {
                fail(.notifications, "revision \(change.localRevision) after \(seen)")
            }
            if change.cause == .edit(process: process) || change.cause == .edit(process: 0) {
                fail(.notifications, "\(change.key): \(change.cause)")
            }
            processes[index].view[change.key] = entries[change.key]?.record.value
        }
        processes[index].seen = revision
        let shown = entries.compactMapValues { $0.record.value }
        if shown != processes[index].view {
            let wrong = Set(shown.keys).union(processes[index].view.keys).sorted()
                .first { shown[$0] != processes[index].view[$0] }
            fail(.notifications, "nobody said that \(wrong ?? "nothing") changed")
        }
    }
}
