extension BookmarkList {
    /// The tags of all bookmarks, in the order of their names, with how many of those bookmarks the
    /// filter lets through.
    public func tagCounts() -> [TagCount] {
        var tally = TagTally()
        guard let hits else {
            for number in sorted { tally.add(rows[Int(number)].tags, isShown: true) }
            return tally.counts
        }
        var isShown = [Bool](repeating: false, count: rows.count)
        for number in hits { isShown[Int(number)] = true }
        for number in sorted {
            tally.add(rows[Int(number)].tags, isShown: isShown[Int(number)])
        }
        return tally.counts
    }

    /// The tags of all bookmarks, filtered out or not, the most used first.
    public func tagNames() -> [String] { Self.byUse(tagCounts()) }

    /// The tags of some bookmarks, the most used first.
    public func tagNames(of ids: [String]) -> [String] {
        var tally = TagTally()
        for id in ids { tally.add(row(id: id)?.tags ?? "") }
        return Self.byUse(tally.counts)
    }

    private static func byUse(_ counts: [TagCount]) -> [String] {
        counts.enumerated().sorted { a, b in
            a.element.count != b.element.count
                ? a.element.count > b.element.count : a.offset < b.offset
        }.map(\.element.name)
    }
}
