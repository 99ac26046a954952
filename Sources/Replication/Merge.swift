// The merge of two records that were changed from a common base. The order of the arguments never
// matters: every device that merges the same records gets the same bytes.

/// Merges two records of one key. `base` is the last record of the cloud known to the device that
/// merges, or `nil`. One that either record was not made from is none: a cloud may have been
/// restored from a time before it.
public func merge(
    _ base: Record?, _ mine: Record, _ theirs: Record, policy: MergePolicy
) -> Record {
    if mine == theirs { return mine }
    var result: Record
    switch (mine.isTombstone, theirs.isTombstone) {
    case (true, true): result = mergeTombstones(mine, theirs)
    case (true, false): result = mergeDeletion(mine, with: theirs)
    case (false, true): result = mergeDeletion(theirs, with: mine)
    case (false, false): result = mergeLive(base, mine, theirs, policy)
    }
    result.vector = mine.vector.union(theirs.vector)
    return result
}

/// The value of the later deletion, purged if either is: what a person purged must not come back.
private func mergeTombstones(_ mine: Record, _ theirs: Record) -> Record {
    let (winner, loser) = ordered(mine, theirs)
    var result = winner
    if loser.latestValue == nil { result.content = .deleted(last: nil) }
    result.superseded = combine(mine.superseded, theirs.superseded)
    return result
}

/// A deletion stands when it saw every edit; an edit that it did not see survives.
private func mergeDeletion(_ tombstone: Record, with live: Record) -> Record {
    tombstone.vector.dominates(live.vector) ? tombstone : live
}

private func mergeLive(
    _ base: Record?, _ mine: Record, _ theirs: Record, _ policy: MergePolicy
) -> Record {
    let mineSawTheirs = mine.vector.dominates(theirs.vector)
    let theirsSawMine = theirs.vector.dominates(mine.vector)
    if mineSawTheirs != theirsSawMine { return mineSawTheirs ? mine : theirs }
    let (winner, loser) = ordered(mine, theirs)
    // Equal vectors with different bytes: two devices merged the same edits from different bases,
    // or a stamp was set back. Both hold all edits; any deterministic choice will do.
    if mineSawTheirs { return winner }

    var result = winner
    result.superseded = combine(mine.superseded, theirs.superseded)
    if case .fields(let sets) = policy,
        case .live(.dictionary(let winning)) = winner.content,
        case .live(.dictionary(let losing)) = loser.content
    {
        let ancestor = base.flatMap { base in
            mine.vector.dominates(base.vector) && theirs.vector.dominates(base.vector) ? base : nil
        }
        let old = ancestor?.latestValue?.dictionary ?? [:]
        var fields = FieldMerge(base: old, winner: winning, loser: losing, sets: Set(sets))
        result.content = .live(.dictionary(fields.merge()))
        let losers = fields.lost.map { field in
            SupersededValue(
                field: field, value: losing[field], stamp: loser.stamp, device: loser.device)
        }
        result.superseded = combine(result.superseded, losers)
    } else if winner.content != loser.content {
        let lost = SupersededValue(
            field: "", value: loser.value, stamp: loser.stamp, device: loser.device)
        result.superseded = combine(result.superseded, [lost])
    }
    return result
}

private func ordered(_ a: Record, _ b: Record) -> (winner: Record, loser: Record) {
    a.isLater(than: b) ? (a, b) : (b, a)
}

/// Both lists, newest first, each value once, the oldest dropped.
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
