extension ReplicaMeta {
    /// Keeps the marks for the cloud that was used until now, and takes up again those of `next` if
    /// it was used before. A cloud that is not known may be the old one, restored from a backup:
    /// there the marks stay as they are.
    mutating func exchangeMarks(for next: String, in replica: any ReplicaWriter) throws {
        guard let epoch, epoch != next else { return }
        var clouds = try replica.leftClouds().filter { $0.epoch != epoch && $0.actor == actor }
        clouds.append(
            LeftCloud(
                epoch: epoch, actor: actor, confirmedMark: confirmedMark,
                pendingMarks: pendingMarks, sentCounter: sentCounter))
        if let index = clouds.firstIndex(where: { $0.epoch == next }) {
            let known = clouds.remove(at: index)
            confirmedMark = known.confirmedMark
            // A call that was made before anybody knew which cloud it reached may have reached this
            // one.
            let room = max(0, Self.maximumPending - known.pendingMarks.count)
            let others = pendingMarks.filter { !known.pendingMarks.contains($0) }
            pendingMarks = known.pendingMarks + others.suffix(room)
        }
        try replica.setLeftClouds(clouds.suffix(LeftCloud.maximumKept))
    }

    /// Forgets a mark that did not reach any cloud.
    mutating func withdraw(_ mark: SendMark, in replica: any ReplicaWriter) throws {
        pendingMarks.removeAll { $0 == mark }
        let left = try replica.leftClouds().filter { $0.actor == actor }
        // Nor did the edits before it: a copy may give their dots to others. But what was sent to
        // another cloud did leave, and may come from there to this one.
        let sent = (pendingMarks + [confirmedMark].compactMap { $0 }).map(\.number)
        sentCounter = (sent + left.map(\.sentCounter)).max() ?? 0
    }
}
