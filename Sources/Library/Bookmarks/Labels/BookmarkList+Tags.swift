extension BookmarkList {
    /// Returns the tags of all bookmarks in the order of their names, with the number of bookmarks
    /// that the filter lets through. Deleted bookmarks don't count, nor do archived ones unless the
    /// query asks for them.
    public func tagCounts() -> [TagCount] {
        var tally = TagTally()
        var isShown = [Bool](repeating: hits == nil, count: rows.count)
        for number in hits ?? [] { isShown[Int(number)] = true }
        let isAsked = search.asksForArchived
        for number in sorted.lazy.map(Int.init)
        where !rows[number].isDeleted && (isAsked || !rows[number].isArchived) {
            tally.add(rows[number].tags, isShown: isShown[number])
        }
        return tally.counts
    }

    /// Returns the tags of all bookmarks, filtered out or not, the most used first.
    public func tagNames() -> [String] { TagCount.namesByUse(tagCounts()) }

    /// Returns the tags of these bookmarks, the most used first.
    public func tagNames(of ids: [String]) -> [String] {
        var tally = TagTally()
        for id in ids { tally.add(row(id: id)?.tags ?? "") }
        return TagCount.namesByUse(tally.counts)
    }
}
