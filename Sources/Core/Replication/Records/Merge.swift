// The merge of two records that were changed from a common base. The order of the arguments never
// matters: every device that merges the same records gets the same bytes.

/// Merges two records of one key. `base` is the last record of the cloud known to the device that
/// merges, or `nil`. It is ignored if either record was not made from it: a cloud may have been
/// restored from an earlier time.
public func merge(
    _ base: Record?, _ mine: Record, _ theirs: Record, policy: MergePolicy
) -> Record {
    if mine == theirs { return mine }
    let ancestor = base.flatMap { base in
        mine.vector.dominates(base.vector) && theirs.vector.dominates(base.vector) ? base : nil
    }
    var result =
        switch (mine.isTombstone, theirs.isTombstone) {
        case (true, true): mergeTombstones(ancestor, mine, theirs, policy)
        case (true, false): mergeDeletion(ancestor, mine, with: theirs, policy)
        case (false, true): mergeDeletion(ancestor, theirs, with: mine, policy)
        case (false, false): mergeAlike(ancestor, mine, theirs, policy)
        }
    result.vector = mine.vector.union(theirs.vector)
    return result
}

/// Merges two tombstones like values. The result is purged if either is: a purged bookmark must not
/// come back.
private func mergeTombstones(
    _ base: Record?, _ mine: Record, _ theirs: Record, _ policy: MergePolicy
) -> Record {
    var result = mergeAlike(base, mine, theirs, policy)
    if mine.latestValue == nil || theirs.latestValue == nil {
        result.content = .deleted(last: nil)
        result.superseded = []
    }
    return result
}

/// Merges a deletion with a value. The deletion wins if it saw every edit. Otherwise the edit
/// survives, with the changes that others made before the deletion; where both changed the same
/// field, the edit wins.
private func mergeDeletion(
    _ base: Record?, _ tombstone: Record, with live: Record, _ policy: MergePolicy
) -> Record {
    if tombstone.vector.dominates(live.vector) { return tombstone }
    if live.vector.dominates(tombstone.vector) || tombstone.latestValue == nil { return live }
    return mergeConcurrent(base, winner: live, loser: tombstone, policy)
}

/// Merges two values, or two deletions with the deleted values.
private func mergeAlike(
    _ base: Record?, _ mine: Record, _ theirs: Record, _ policy: MergePolicy
) -> Record {
    let mineSawTheirs = mine.vector.dominates(theirs.vector)
    let theirsSawMine = theirs.vector.dominates(mine.vector)
    if mineSawTheirs != theirsSawMine { return mineSawTheirs ? mine : theirs }
    let (winner, loser) = mine.isLater(than: theirs) ? (mine, theirs) : (theirs, mine)
    // Equal vectors with different bytes: two devices merged the same edits from different bases,
    // or a stamp was set back. Both hold all edits; any deterministic choice will do.
    return mineSawTheirs ? winner : mergeConcurrent(base, winner: winner, loser: loser, policy)
}

/// Merges the latest values of two records whose authors did not see each other's edits. The result
/// is based on the winner.
private func mergeConcurrent(
    _ base: Record?, winner: Record, loser: Record, _ policy: MergePolicy
) -> Record {
    var result = winner
    result.superseded = combine(winner.superseded, loser.superseded)
    let old = base?.latestValue
    if case .fields(let sets) = policy,
        case .dictionary(let winning) = winner.latestValue,
        case .dictionary(let losing) = loser.latestValue
    {
        var fields = FieldMerge(
            base: old?.dictionary ?? [:], winner: winning, loser: losing, sets: Set(sets))
        result.setLatestValue(.dictionary(fields.merge()))
        let losers = fields.lost.map { field in
            SupersededValue(
                field: field, value: losing[field], stamp: loser.stamp, device: loser.device)
        }
        result.superseded = combine(result.superseded, losers)
    } else if let lost = loser.latestValue, lost != winner.latestValue, lost != old {
        let lost = SupersededValue(
            field: "", value: lost, stamp: loser.stamp, device: loser.device)
        result.superseded = combine(result.superseded, [lost])
    }
    return result
}

/// Returns both lists together, newest first, each value once, without the oldest ones beyond the
/// limit.
private func combine(_ a: [SupersededValue], _ b: [SupersededValue]) -> [SupersededValue] {
    var seen: Set<SupersededValue> = []
    let all = (a + b).filter { seen.insert($0).inserted }
    let sorted = all.sorted { x, y in
        if x.stamp != y.stamp { return x.stamp > y.stamp }
        if x.field != y.field { return x.field < y.field }
        if x.device != y.device { return x.device < y.device }
        let (p, q) = (x.value?.encoded() ?? [], y.value?.encoded() ?? [])
        return p.lexicographicallyPrecedes(q)
    }
    return Array(sorted.prefix(Record.maximumSuperseded))
}
