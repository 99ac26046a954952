import Replication

extension Tags {
    /// The field of the tags there are now, with those added that a change adds, and without those
    /// that it takes away: a tag that came meanwhile stays. `nil` when none are left.
    static func value(
        of current: PropertyListValue?, changedFrom before: PropertyListValue?,
        to after: PropertyListValue?
    ) -> PropertyListValue? {
        guard current != before else { return after }
        let (old, new) = (before?.strings ?? [], after?.strings ?? [])
        let kept = (current?.strings ?? []).filter { !old.contains($0) || new.contains($0) }
        let tags = unique(kept + new.filter { !old.contains($0) })
        return tags.isEmpty ? nil : .array(tags.map { .string($0) })
    }
}
