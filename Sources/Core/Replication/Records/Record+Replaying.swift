extension Record {
    /// Applies an edit that was made in another version of this record. Returns this record with
    /// the changes of the edit, but without other changes of that version.
    ///
    /// - Parameters:
    ///   - new: the other version after the edit.
    ///   - old: the other version before the edit; `nil` if there was none.
    public func replaying(
        _ new: Record, after old: Record?, policy: MergePolicy
    ) -> Record {
        var result = self
        result.vector[new.actor] = max(vector[new.actor], new.vector[new.actor])
        (result.stamp, result.actor, result.device) = (new.stamp, new.actor, new.device)
        let before = old?.superseded ?? []
        let added = new.superseded.filter { !before.contains($0) && !superseded.contains($0) }
        let kept = superseded.filter { !before.contains($0) || new.superseded.contains($0) }
        result.superseded = Array((added + kept).prefix(Self.maximumSuperseded))
        switch new.content {
        case .live(let value):
            result.content = .live(edited(by: value, from: old?.latestValue, policy))
        case .deleted(nil):
            result.content = .deleted(last: nil)
            result.superseded = []
        case .deleted:
            result.content = .deleted(last: latestValue)
        }
        return result
    }

    /// Returns this value with the difference between two others applied.
    private func edited(
        by new: PropertyListValue, from old: PropertyListValue?, _ policy: MergePolicy
    ) -> PropertyListValue {
        guard let own = latestValue else { return new }
        if new == old { return own }
        guard case .fields(let sets) = policy, let fields = new.dictionary,
            let ownFields = own.dictionary
        else { return new }
        var merge = FieldMerge(
            base: old?.dictionary ?? [:], winner: fields, loser: ownFields, sets: Set(sets))
        return .dictionary(merge.merge())
    }
}
