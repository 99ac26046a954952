/// The mass-change brake: many deletions from elsewhere wait for a person.
extension Replicator {
    /// Returns the changes of a whole listing to apply now, given the brake and the person's
    /// answer. Notes the held changes.
    func applyBrake(
        to changes: [Change], now: Int64, in replica: any ReplicaWriter, _ meta: inout ReplicaMeta
    ) throws -> [Change] {
        let waited = meta.held != nil
        let taken = try decided(changes, now: now, in: replica, &meta)
        if waited || meta.held != nil {
            let keys =
                meta.held == nil ? [] : changes.filter(\.isVisibleDeletion).map(\.new.key).sorted()
            try replica.setHeldKeys(keys)
        }
        return taken
    }

    /// Returns the same changes, but does not note the keys of the held ones.
    private func decided(
        _ changes: [Change], now: Int64, in replica: any ReplicaReader, _ meta: inout ReplicaMeta
    ) throws -> [Change] {
        let (answer, answered) = (meta.heldAnswer, meta.held)
        // While deletions wait, their run does not end.
        meta.deletionRun = meta.deletionRun?.going(on: now, whileHeld: answered != nil)
        (meta.heldAnswer, meta.held) = (nil, nil)
        if answer == .restore { return try restored(changes, now: now, in: replica, &meta) }
        let deletions = changes.filter(\.isVisibleDeletion)
        let earlier = meta.deletionRun?.count ?? 0
        let missing = deletions.count(where: \.isUnproven)
        // Nearly every listing has few deletions. Counting all keys reads a whole index.
        let isFew = deletions.isEmpty || deletions.count + earlier <= HeldDeletions.alwaysTaken
        if isFew && missing == 0 {
            try noteDeletions(of: changes, now: now, in: replica, &meta)
            return changes
        }
        let held = HeldDeletions(
            deletions: deletions.count, total: try replica.liveCount(), earlier: earlier,
            missing: missing)
        // An answer covers only the deletions that a person has seen.
        if answer == .accept, let answered, held.deletions <= answered.deletions,
            held.missing <= answered.missing
        {
            meta.deletionRun = nil
            return changes.map { $0.accepted(now: now, &meta) }
        }
        guard held.mustWait else {
            try noteDeletions(of: changes, now: now, in: replica, &meta)
            return changes
        }
        meta.held = held
        return changes.filter { !$0.isVisibleDeletion }
    }

    /// Adds the deletions of these changes to the run of those shortly before.
    private func noteDeletions(
        of changes: [Change], now: Int64, in replica: any ReplicaReader, _ meta: inout ReplicaMeta
    ) throws {
        let deletions = changes.count(where: \.isVisibleDeletion)
        if var run = meta.deletionRun {
            let returns = changes.filter { change in
                !change.new.record.isTombstone && change.old?.record.isTombstone == true
            }
            // Only keys that the run deleted here are subtracted.
            let gone = returns.isEmpty ? [] : try run.keysGone(in: replica) ?? []
            run.count += deletions - returns.count { gone.contains($0.new.key) }
            meta.deletionRun = run.count > 0 ? run : nil
        } else if deletions > 0 {
            meta.deletionRun = DeletionRun(
                count: deletions, start: meta.cursor ?? 0, began: now,
                since: try replica.localRevision())
        }
    }

    /// Returns the changes with each deletion replaced by an edit of this device that restores its
    /// key, and with such edits for the keys deleted shortly before.
    private func restored(
        _ changes: [Change], now: Int64, in replica: any ReplicaReader, _ meta: inout ReplicaMeta
    ) throws -> [Change] {
        var result = changes.map { change in
            guard change.isVisibleDeletion, let old = change.old else { return change }
            var next = change
            next.new = change.new.restored(
                seeing: old, by: meta.author(now: now, isDeletion: false))
            return next
        }
        guard let run = meta.deletionRun else { return result }
        meta.deletionRun = nil
        let listed = Set(changes.map(\.new.key))
        let gone = try run.keysGone(in: replica)
        for old in try replica.tombstones(after: run.start)
        where old.record.actor != meta.actor && old.record.latestValue != nil
            && !listed.contains(old.key) && gone?.contains(old.key) != false
        {
            let new = old.restored(seeing: old, by: meta.author(now: now, isDeletion: false))
            result.append(Change(old: old, new: new, isRestored: true))
        }
        return result
    }
}

extension Replicator.Change {
    /// Returns the change after a person accepted it. If the server only lacks the key, no device
    /// has deleted it: this device does so now, and keeps the value in its trash.
    fileprivate func accepted(now: Int64, _ meta: inout ReplicaMeta) -> Self {
        guard isUnproven, isVisibleDeletion else { return self }
        let author = meta.author(now: now, isDeletion: true)
        var next = self
        next.new.record.stamp = author.stamp
        next.new.record.actor = author.actor
        next.new.record.device = author.device
        return next
    }
}

extension DeletionRun {
    /// Returns the run if it still continues; `nil` if it is over. A clock that was set back
    /// neither ends the run nor prolongs it until the clock has caught up.
    fileprivate func going(on now: Int64, whileHeld isHeld: Bool) -> DeletionRun? {
        guard isHeld || now - began <= Self.duration else { return nil }
        var run = self
        run.began = min(began, now)
        return run
    }

    /// Returns the deleted keys that were visible here until the run deleted them: their latest
    /// visible change came from the cloud, after the run began. `nil` if that time is unknown.
    ///
    /// A tombstone from the run is not enough: its value may never have been visible here.
    fileprivate func keysGone(in replica: any ReplicaReader) throws -> Set<String>? {
        guard let since else { return nil }
        let changes = try replica.changes(after: since, notBy: .min).filter { change in
            if case .cloud = change.cause { true } else { false }
        }
        return Set(changes.map(\.key))
    }
}
