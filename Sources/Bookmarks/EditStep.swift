import Replication

/// What one command changed, so that it can be taken back and done again.
///
/// Taking back is a new edit. It sets back just the fields that the command changed, so that what
/// another device has changed since in other fields stays.
struct EditStep: Sendable, Hashable {
    /// What the command was, for the message line: `Deleted “Swift.org”`.
    var title: String
    var changes: [Change]

    struct Change: Sendable, Hashable {
        var id: String
        /// The fields before and after; `nil` when the bookmark was not there.
        var before: [String: PropertyListValue]?
        var after: [String: PropertyListValue]?
        /// What was kept of values that lost a conflict, before and after; `nil` when the command
        /// did not touch it.
        var lostBefore: [SupersededValue]?
        var lostAfter: [SupersededValue]?

        /// The value to store now, when `current` is there, to make the change.
        func value(_ current: [String: PropertyListValue]?) -> [String: PropertyListValue]? {
            guard let after else { return nil }
            guard var fields = current, before != nil else { return after }
            for field in changedFields { fields[field] = after[field] }
            if fields["tags"] != current?["tags"] { fields["tags"] = tags(current?["tags"]) }
            return fields
        }

        /// The tags there are now with those added that the change adds, and without those that it
        /// takes away: a tag that came meanwhile stays.
        private func tags(_ current: PropertyListValue?) -> PropertyListValue? {
            let (before, after) = (before?["tags"], after?["tags"])
            guard current != before else { return after }
            let (old, new) = (before?.strings ?? [], after?.strings ?? [])
            let kept = (current?.strings ?? []).filter { !old.contains($0) || new.contains($0) }
            let tags = Tags.unique(kept + new.filter { !old.contains($0) })
            return tags.isEmpty ? nil : .array(tags.map { .string($0) })
        }

        /// The change that takes this one back, less the fields that were changed since: what
        /// somebody wrote after it is not this command's to take.
        func reversed(
            _ current: [String: PropertyListValue]?
        ) -> (change: Change, isWhole: Bool) {
            var change = opposite
            guard let current else { return (change, true) }
            guard let after else {
                // What was deleted is there again: somebody brought it back, as it is now.
                change = Change(id: id, before: current, after: current)
                return (change, current == before)
            }
            guard before != nil else {
                // What was added, and edited by somebody since, is theirs too: it stays.
                if current == after { return (change, true) }
                change = Change(id: id, before: current, after: current)
                return (change, false)
            }
            let foreign = changedFields.filter { current[$0] != after[$0] }
            for field in foreign { change.after?[field] = change.before?[field] }
            return (change, foreign.isEmpty)
        }

        /// The change from after to before.
        var opposite: Change {
            Change(
                id: id, before: after, after: before, lostBefore: lostAfter, lostAfter: lostBefore)
        }

        private var changedFields: [String] {
            let (old, new) = (before ?? [:], after ?? [:])
            return Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
        }
    }
}

/// The commands of a session that can be taken back, and those that were.
struct EditHistory: Sendable {
    /// How many commands can be taken back.
    static let limit = 500

    private var done: [EditStep] = []
    private var undone: [EditStep] = []

    mutating func record(_ step: EditStep) {
        done.append(step)
        if done.count > Self.limit { done.removeFirst() }
        undone = []
    }

    var nextUndo: EditStep? { done.last }
    var nextRedo: EditStep? { undone.last }

    mutating func didUndo() {
        if let step = done.popLast() { undone.append(step) }
    }

    mutating func didRedo() {
        if let step = undone.popLast() { done.append(step) }
    }
}
