/// The outcome of merging duplicates.
public struct MergeReport: Sendable, Hashable {
    /// The number of pages whose duplicates were merged.
    public var pages = 0
    /// The number of bookmarks that were deleted by merging.
    public var deleted = 0

    public init(pages: Int = 0, deleted: Int = 0) {
        self.pages = pages
        self.deleted = deleted
    }
}

extension BookmarkEditor {
    func merge(_ groups: [[String]]) throws -> MergeReport {
        var report = MergeReport()
        var name = ""
        try recorder.performInParts(groups) { _ in
            "Merged the duplicates of "
                + (report.pages == 1 ? "“\(name)”" : "\(report.pages) pages")
        } _: { part in
            try part.flatMap { try merging($0, &report, &name) }
        }
        return report
    }

    /// Returns the changes that merge a group into one bookmark; empty if there is nothing to
    /// merge.
    private func merging(
        _ ids: [String], _ report: inout MergeReport, _ name: inout String
    ) throws -> [EditStep.Change] {
        let live = try ids.filter(stored.isLive).compactMap(stored.bookmark)
        let pages = live.map { WebAddress(stored: $0.url).pageKey }
        let same = zip(live, pages).filter { $0.1 == pages.first }.map(\.0)
        guard let group = DuplicateGroup(same) else { return [] }
        var kept = Self.change(id: group.id, from: group.bookmarks[0].draft, to: group.merged)
        // Another device may merge the same group at the same moment and delete this bookmark. An
        // edit beats that deletion, so that the page stays.
        kept.isRenewed = true
        var changes = [kept]
        for other in group.bookmarks.dropFirst() {
            var deletion = EditStep.Change(id: other.id, before: other.fields, after: nil)
            deletion.seen = other.draft
            changes.append(deletion)
        }
        name = group.bookmarks[0].title
        report.pages += 1
        report.deleted += group.bookmarks.count - 1
        return changes
    }
}
