import Replication

/// The outcome of adding several bookmarks.
public struct AdditionOutcome: Sendable, Hashable {
    /// The ids of the new bookmarks, in the order of their drafts.
    public var added: [String] = []
    /// The existing bookmarks that caused drafts to be left out.
    public var there: [BookmarkRow] = []
    /// The title of the undo step.
    public var title = ""

    public init() {}
}

extension BookmarkEditor {
    func add(_ drafts: [BookmarkDraft], evenIfThere: Bool = false) throws -> AdditionOutcome {
        let moment = try stored.momentOfEdits()
        // Ids made together are in order: see `BookmarkID`.
        let ids = BookmarkID.make(drafts.count, random: random)
        let all = try zip(drafts, ids).enumerated().map { index, pair in
            try Addition(pair.0, id: pair.1, added: moment - Double(index) * Self.spacing)
        }
        let title = { (count: Int) in
            if all.count == 1 { return "Added “\(all[0].title)”" }
            return "Added \(counted(count, "bookmark"))"
        }
        var outcome = AdditionOutcome()
        var step = EditRecorder.OpenStep(title: title)
        var pages: Set<String> = []
        try recorder.inParts(all.count) { range in
            step.total = range.upperBound < all.count ? all.count : 0
            let part = all[range].filter { evenIfThere || pages.insert($0.pageKey).inserted }
            let (ids, there) = try add(part, evenIfThere: evenIfThere, as: &step)
            outcome.added += part.map(\.id).filter(Set(ids).contains)
            outcome.there += there
            return ids
        }
        try recorder.finish(step)
        outcome.title = title(outcome.added.count)
        return outcome
    }

    /// Adds the bookmarks whose pages are not in the library. Retries if another process has added
    /// one of them since the lookup.
    private func add(
        _ part: [Addition], evenIfThere: Bool, as step: inout EditRecorder.OpenStep
    ) throws -> (ids: [String], there: [BookmarkRow]) {
        while true {
            let known = evenIfThere ? [:] : try catalog.rows(pageKeys: part.map(\.pageKey))
            let new = part.filter { known[$0.pageKey]?.isEmpty != false }
            let own = Set(new.map(\.id))
            do {
                let ids = try recorder.perform(new.map(\.change), of: &step) { tables, _ in
                    if evenIfThere { return }
                    for addition in new {
                        let rows = try tables.rows(pageKey: addition.pageKey)
                        if rows.contains(where: { !own.contains($0.id) }) { throw PageIsTaken() }
                    }
                }
                return (ids, part.compactMap { known[$0.pageKey]?.first })
            } catch is PageIsTaken {
                continue
            }
        }
    }

    /// The seconds between bookmarks that are added at once, so that the first one is listed first.
    static let spacing = 0.000_001
}

/// A bookmark to add, whose fields were checked.
private struct Addition {
    var draft: BookmarkDraft
    let id: String
    let pageKey: String
    let change: EditStep.Change

    var title: String { draft.name.isEmpty ? draft.url : draft.name }

    init(_ draft: BookmarkDraft, id: String, added: Double) throws {
        let address = try WebAddress(typed: draft.url)
        try draft.check()
        self.draft = draft
        self.draft.url = address.text
        self.id = id
        pageKey = address.pageKey
        change = BookmarkEditor.addition(of: self.draft, id: id, added: added)
    }
}

/// The error if another process added the page of a new bookmark after the lookup.
private struct PageIsTaken: Error {}
