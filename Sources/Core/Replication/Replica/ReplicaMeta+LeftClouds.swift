extension ReplicaMeta {
    /// Stores the marks for the cloud used until now, and restores those for `next` if it was used
    /// before. An unknown cloud may be the old one, restored from a backup, so the marks stay as
    /// they are.
    mutating func exchangeMarks(for next: String, in replica: any ReplicaWriter) throws {
        guard let epoch, epoch != next else { return }
        var clouds = try replica.leftClouds().filter { $0.epoch != epoch || $0.actor != actor }
        clouds.append(
            LeftCloud(
                epoch: epoch, actor: actor, confirmedMark: confirmedMark,
                pendingMarks: pendingMarks, sentCounter: sentCounter))
        if let index = clouds.firstIndex(where: { $0.epoch == next && $0.actor == actor }) {
            let known = clouds.remove(at: index)
            confirmedMark = known.confirmedMark
            // A call made before the cloud was identified may have reached this one.
            let room = max(0, Self.maximumPending - known.pendingMarks.count)
            let others = pendingMarks.filter { !known.pendingMarks.contains($0) }
            pendingMarks = known.pendingMarks + others.suffix(room)
        }
        try replica.setLeftClouds(clouds.suffix(LeftCloud.maximumKept))
        for cloud in clouds where cloud.epoch == next && cloud.actor != actor {
            try renewDots(of: cloud.actor, certain: 0, replica)
        }
    }

    /// Continues as a new actor. Unsent edits that the old actor made after its last confirmed mark
    /// get new dots: a copy of this replica may have given the same dots to other edits.
    mutating func becomeNewActor(_ actor: ActorID, in replica: any ReplicaWriter) throws {
        let (old, certain) = (self.actor, certainCounter)
        begin(as: actor)
        try noteFormerActor(old, in: replica)
        try renewDots(of: old, certain: certain, replica)
    }

    /// Begins as an actor that has not made or sent anything yet.
    mutating func begin(as actor: ActorID) {
        self.actor = actor
        counter = 0
        sentCounter = 0
        confirmedMark = nil
        certainCounter = 0
        pendingMarks = []
    }

    /// Notes that this replica was `former` when the current cloud showed a copy of it. Removes the
    /// marks of that actor for other clouds: no replica uses them any longer.
    mutating func noteFormerActor(_ former: ActorID, in replica: any ReplicaWriter) throws {
        guard let epoch else { return }
        let others = try replica.leftClouds().filter { $0.actor != former }
        let note = LeftCloud(
            epoch: epoch, actor: former, confirmedMark: nil, pendingMarks: [], sentCounter: 0)
        try replica.setLeftClouds((others + [note]).suffix(LeftCloud.maximumKept))
    }

    /// Notes that the current cloud was listed to its end: the changes of a copy there are merged.
    func noteListedAsPresentActor(in replica: any ReplicaWriter) throws {
        let clouds = try replica.leftClouds()
        let rest = clouds.filter { $0.epoch != epoch || $0.actor == actor }
        if rest.count < clouds.count { try replica.setLeftClouds(rest) }
    }

    /// Replaces each dot of `former` above `certain` in unsent records with a dot of the current
    /// actor.
    mutating func renewDots(
        of former: ActorID, certain: UInt64, _ replica: any ReplicaWriter
    ) throws {
        for entry in try replica.dirtyEntries(limit: .max, tombstonesOnly: false) {
            counter += 1
            let next = entry.redotted(from: former, to: actor, counter: counter, certain: certain)
            if next != entry {
                try replica.put(next, replacing: entry, cause: .edit(process: 0))
            }
        }
    }

    /// Removes a mark that did not reach any cloud.
    mutating func withdraw(_ mark: SendMark, in replica: any ReplicaWriter) throws {
        pendingMarks.removeAll { $0 == mark }
        let left = try replica.leftClouds().filter { $0.actor == actor }
        // Neither did the edits before it: a copy may give their dots to other edits. But edits
        // sent to another cloud did leave, and may reach this cloud from there.
        let sent = (pendingMarks + [confirmedMark].compactMap { $0 }).map(\.number)
        sentCounter = (sent + left.map(\.sentCounter)).max() ?? 0
    }
}
