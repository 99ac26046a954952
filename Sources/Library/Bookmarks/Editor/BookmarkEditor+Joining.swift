import Replication

extension BookmarkEditor {
    func planJoin(own: [Bookmark], there: Int) throws -> JoinPlan {
        var plan = JoinPlan(own: own.count, there: there)
        let ownIDs = Set(own.map(\.id))
        var taken: Set<String> = []
        for bookmark in own {
            guard let address = try? WebAddress(typed: bookmark.url) else { continue }
            let match = try catalog.rows(pageKey: address.pageKey)
                .first { !ownIDs.contains($0.id) && !taken.contains($0.id) }
            guard let match, let other = try stored.bookmark(id: match.id) else { continue }
            taken.insert(match.id)
            let pair = JoinPlan.Pair(own: bookmark.id, there: match.id)
            if JoinPlan.areSame(bookmark, other) {
                plan.same.append(pair)
            } else {
                plan.differing.append(pair)
            }
        }
        return plan
    }

    func join(_ plan: JoinPlan) throws {
        let differing = Set(plan.differing)
        let pairs = plan.same + plan.differing
        try recorder.performInParts(pairs, titled: "Joined the cloud") { part in
            try part.flatMap { try joining($0, isDiffering: differing.contains($0)) }
        }
    }

    /// Returns the changes that merge a pair into one bookmark.
    private func joining(
        _ pair: JoinPlan.Pair, isDiffering: Bool
    ) throws -> [EditStep.Change] {
        guard let own = try stored.record(id: pair.own), let fields = own.value?.dictionary,
            let there = try stored.record(id: pair.there), let shown = there.value?.dictionary
        else { return [] }
        var deletion = EditStep.Change(id: pair.own, before: fields, after: nil)
        deletion.seen = Bookmark(id: pair.own, record: own)?.draft
        guard isDiffering else { return [deletion] }
        var merged = shown
        let tags = shown["tags"]?.strings ?? []
        let more = (fields["tags"]?.strings ?? []).filter { !tags.contains($0) }
        if !more.isEmpty { merged["tags"] = .array((tags + more).map { .string($0) }) }
        // The result is unread if either side is, and archived only if both are.
        if fields["unread"] != nil { merged["unread"] = fields["unread"] }
        if fields["archived"] == nil { merged["archived"] = nil }
        var lost: [SupersededValue] = []
        for field in Bookmark.Field.withLostValues where fields[field] != shown[field] {
            guard let value = fields[field] else { continue }
            if shown[field] == nil {
                merged[field] = value
            } else {
                lost.append(
                    SupersededValue(
                        field: field, value: value, stamp: own.stamp, device: own.device))
            }
        }
        let kept = (lost + own.superseded + there.superseded)
            .prefix(Record.maximumSuperseded)
        return [
            deletion,
            EditStep.Change(
                id: pair.there, before: shown, after: merged, lostAfter: Array(kept)),
        ]
    }
}
