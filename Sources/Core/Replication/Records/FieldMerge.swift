/// A three-way merge of dictionaries, field by field.
struct FieldMerge {
    let base: [String: PropertyListValue]
    /// The side with the later stamp.
    let winner: [String: PropertyListValue]
    let loser: [String: PropertyListValue]
    /// The fields that hold arrays to be merged as sets.
    let sets: Set<String>
    /// The fields that both sides changed and whose value from the loser was dropped, sorted.
    private(set) var lost: [String] = []

    init(
        base: [String: PropertyListValue], winner: [String: PropertyListValue],
        loser: [String: PropertyListValue], sets: Set<String>
    ) {
        self.base = base
        self.winner = winner
        self.loser = loser
        self.sets = sets
    }

    mutating func merge() -> [String: PropertyListValue] {
        var merged: [String: PropertyListValue] = [:]
        for field in Set(winner.keys).union(loser.keys).union(base.keys).sorted() {
            merged[field] = value(of: field)
        }
        return merged
    }

    private mutating func value(of field: String) -> PropertyListValue? {
        let (old, new, other) = (base[field], winner[field], loser[field])
        if new == other || other == old { return new }
        if new == old { return other }
        // A value that is not an array would be lost in a merge of sets.
        let isSet = [old, new, other].allSatisfy { $0 == nil || $0?.array != nil }
        if sets.contains(field), isSet {
            return mergeSets(old?.array ?? [], new?.array ?? [], other?.array ?? [])
        }
        lost.append(field)
        return new
    }

    /// Returns the elements of both sides without those that either side removed: in the winner's
    /// order, then the loser's.
    private func mergeSets(
        _ old: [PropertyListValue], _ new: [PropertyListValue], _ other: [PropertyListValue]
    ) -> PropertyListValue {
        let (before, left, right) = (Set(old), Set(new), Set(other))
        var seen: Set<PropertyListValue> = []
        let kept = (new + other).filter { element in
            let wasRemoved =
                before.contains(element) && !(left.contains(element) && right.contains(element))
            return !wasRemoved && seen.insert(element).inserted
        }
        return .array(kept)
    }
}
