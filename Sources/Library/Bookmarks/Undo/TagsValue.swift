import Replication

extension Tags {
    /// Returns the current tags plus those that a change adds, minus those that it removes, so that
    /// tags added since stay. `nil` if none are left.
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

    /// Whether a later change renamed the renamed tags again, so that the first name is no longer
    /// the missing one.
    static func wereRenamedAgain(after change: EditTrace.FieldChange, in last: PropertyListValue?)
        -> Bool
    {
        let before = change.before?.strings ?? []
        let after = change.after?.strings ?? []
        let now = last?.strings ?? []
        let added = after.filter { !before.contains($0) }
        return before.contains { !after.contains($0) && !now.contains($0) }
            && !added.isEmpty && !added.contains(where: now.contains)
            && now.contains { !before.contains($0) && !after.contains($0) }
    }
}
