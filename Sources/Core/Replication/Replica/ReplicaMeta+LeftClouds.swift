extension ReplicaMeta {
    /// Keeps the marks for the cloud that was used until now, and takes up again those of `next` if
    /// it was used before. A cloud that is not known may be the old one, restored from a backup:
    /// there the marks stay as they are.
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
            // A call that was made before anybody knew which cloud it reached may have reached this
            // one.
            let room = max(0, Self.maximumPending - known.pendingMarks.count)
            let others = pendingMarks.filter { !known.pendingMarks.contains($0) }
            pendingMarks = known.pendingMarks + others.suffix(room)
        }
        try replica.setLeftClouds(clouds.suffix(LeftCloud.maximumKept))
        for cloud in clouds where cloud.epoch == next && cloud.actor != actor {
            try renewDots(of: cloud.actor, certain: 0, replica)
        }
    }

    /// Goes on as a new actor. Unsent edits that the old one made after its last confirmed mark get
    /// new dots: a copy of this replica may have given theirs to other edits.
    mutating func becomeNewActor(_ actor: ActorID, in replica: any ReplicaWriter) throws {
        let (old, certain) = (self.actor, certainCounter)
        begin(as: actor)
        try noteFormerActor(old, in: replica)
        try renewDots(of: old, certain: certain, replica)
    }

    /// Begins as an actor that has made and sent nothing yet.
    mutating func begin(as actor: ActorID) {
        self.actor = actor
        counter = 0
        sentCounter = 0
        confirmedMark = nil
        certainCounter = 0
        pendingMarks = []
    }

    /// Notes that this replica was `former` when the present cloud showed a copy of it, and forgets
    /// the marks of that actor elsewhere: no replica uses them now.
    mutating func noteFormerActor(_ former: ActorID, in replica: any ReplicaWriter) throws {
        guard let epoch else { return }
        let others = try replica.leftClouds().filter { $0.actor != former }
        let note = LeftCloud(
            epoch: epoch, actor: former, confirmedMark: nil, pendingMarks: [], sentCounter: 0)
        try replica.setLeftClouds((others + [note]).suffix(LeftCloud.maximumKept))
    }

    /// Notes that the present cloud was listed to its end: the copy's changes there are merged.
    func noteListedAsPresentActor(in replica: any ReplicaWriter) throws {
        let clouds = try replica.leftClouds()
        let rest = clouds.filter { $0.epoch != epoch || $0.actor == actor }
        if rest.count < clouds.count { try replica.setLeftClouds(rest) }
    }

    /// Gives every unsent record with a dot of `former` above `certain` one of the present actor.
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

    /// Forgets a mark that did not reach any cloud.
    mutating func withdraw(_ mark: SendMark, in replica: any ReplicaWriter) throws {
        pendingMarks.removeAll { $0 == mark }
        let left = try replica.leftClouds().filter { $0.actor == actor }
        // Nor did the edits before it: a copy may give their dots to others. But edits sent to
        // another cloud did leave, and may come from there to this one.
        let sent = (pendingMarks + [confirmedMark].compactMap { $0 }).map(\.number)
        sentCounter = (sent + left.map(\.sentCounter)).max() ?? 0
    }
}
