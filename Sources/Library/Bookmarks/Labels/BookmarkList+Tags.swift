extension BookmarkList {
    /// The tags of all bookmarks, in the order of their names, with how many of those bookmarks the
    /// filter lets through. Deleted ones don't count, nor do archived ones that are not asked for.
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

    /// The tags of all bookmarks, filtered out or not, the most used first.
    public func tagNames() -> [String] { TagCount.namesByUse(tagCounts()) }

    /// The tags of some bookmarks, the most used first.
    public func tagNames(of ids: [String]) -> [String] {
        var tally = TagTally()
        for id in ids { tally.add(row(id: id)?.tags ?? "") }
        return TagCount.namesByUse(tally.counts)
    }
}
