import Replication

extension World {
    mutating func person(_ action: Action, _ index: Int) {
        let key = keys[action.b % keys.count]
        let record = processes[index].device.record(key)
        let account = node(of: index).account
        switch action.kind {
        case .edit: edit(key, action, index)
        case .editMany: for key in keys { edit(key, action, index) }
        case .tag where key.hasPrefix("b."):
            let token = oracle.next
            let tags = record?.value?.dictionary?["tags"]?.array ?? []
            if set(key, record.setting("tags", to: .array(tags + [Oracle.text(token)])), index) {
                oracle.edited(key, "tags", account: account, seeing: record)
            }
        case .untag:
            var tags = record?.value?.dictionary?["tags"]?.array ?? []
            guard !tags.isEmpty, let token = Oracle.token(tags.remove(at: action.c % tags.count))
            else { return }
            if set(key, record.setting("tags", to: .array(tags)), index) { oracle.untagged(token) }
        case .delete: delete(key, index)
        case .deleteMany: for key in keys { delete(key, index) }
        case .restore:
            guard let record, record.isTombstone, var fields = record.latestValue?.dictionary
            else { return }
            let token = oracle.next
            fields["r"] = Oracle.text(token)
            if set(key, .dictionary(fields), index) {
                oracle.edited(key, "r", account: account, seeing: record)
                oracle.restored(key)
            }
        case .purge: purge(key, index)
        case .forget: forget(action, index)
        case .look: look(index)
        case .offline: change(index) { $0.isOffline.toggle() }
        case .answerBrake:
            let answer: HeldAnswer = action.c % 2 == 0 ? .accept : .restore
            change(index) { meta in
                if meta.held != nil { meta.heldAnswer = answer }
                meta.heldJoin = nil
            }
        default: break
        }
    }

    private mutating func edit(_ key: String, _ action: Action, _ index: Int) {
        let record = processes[index].device.record(key)
        let field = key.hasPrefix("b.") ? "f\(action.c % 2)" : ""
        var value = Oracle.text(oracle.next)
        if !field.isEmpty { value = record.setting(field, to: value) }
        if set(key, value, index) {
            oracle.edited(key, field, account: node(of: index).account, seeing: record)
        }
    }

    /// Purges a deleted key.
    private mutating func purge(_ key: String, _ index: Int) {
        guard let record = processes[index].device.record(key), record.isTombstone else { return }
        processes[index].device.now = time + node(of: index).skew
        do {
            if try processes[index].device.purge(key) { oracle.purged(key, seeing: record) }
        } catch StorageFailure.crash {
            // The purge may have been committed before the crash.
            oracle.purged(key, seeing: record)
            crash(index)
        } catch {}
        ring(index)
    }

    private mutating func delete(_ key: String, _ index: Int) {
        guard let record = processes[index].device.record(key), record.value != nil else { return }
        if set(key, nil, index) {
            oracle.deleted(key, account: node(of: index).account, seeing: record)
        }
    }

    /// Writes as the store does; returns whether the edit must survive.
    private mutating func set(_ key: String, _ value: PropertyListValue?, _ index: Int) -> Bool {
        let node = node(of: index)
        processes[index].device.now = time + node.skew
        let before = node.replica.snapshot.entries[key]?.record
        do {
            try processes[index].device.set(key, value)
        } catch StorageFailure.crash {
            crash(index)
        } catch StorageFailure.diskFull {
        } catch {
            fail(.noErrors, "\(error)")
        }
        // A process that dies after the commit returns nothing, and yet the edit is stored.
        let after = node.replica.snapshot.entries[key]?.record
        guard after != before else { return false }
        processes[index].view[key] = after?.value
        hash.combine(after?.stamp.milliseconds ?? 0)
        ring(index)
        return true
    }

    private mutating func change(_ index: Int, _ body: (inout ReplicaMeta) -> Void) {
        do {
            try processes[index].device.change(body)
        } catch StorageFailure.crash {
            crash(index)
        } catch {}
        ring(index)
    }

    mutating func ring(_ index: Int) {
        for other in processes.indices where processes[other].node == processes[index].node {
            processes[other].isRung = true
        }
    }

    /// A person signs out of one account and in to the next.
    mutating func switchAccount(_ person: Int) {
        guard profile.accounts > 1 else { return }
        let own = nodes.indices.filter { nodes[$0].person == person }
        guard let current = own.first(where: { nodes[$0].isActive }),
            let next = own.first(where: { $0 > current }) ?? own.first
        else { return }
        for index in processes.indices where processes[index].node == current { crash(index) }
        nodes[current].isActive = false
        nodes[next].isActive = true
    }
}

extension Record? {
    /// The value with a field set, or a new value if there is none.
    fileprivate func setting(_ field: String, to value: PropertyListValue) -> PropertyListValue {
        var fields = self?.value?.dictionary ?? [:]
        fields[field] = value
        return .dictionary(fields)
    }
}
