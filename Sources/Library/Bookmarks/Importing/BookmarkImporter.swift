import KeyValueStore
import Replication

/// A bookmark from elsewhere, to be imported.
public struct BookmarkImport: Sendable, Hashable {
    public var draft: BookmarkDraft
    /// Seconds since 1970; `nil` for the moment of the import.
    public var added: Double?
    /// Where it stands in manual order: see ``Bookmark/position``. Empty for one that was never
    /// moved; only new bookmarks take it.
    public var position: String

    public init(draft: BookmarkDraft, added: Double? = nil, position: String = "") {
        self.draft = draft
        self.added = added
        self.position = position
    }
}

/// The outcome for one imported bookmark.
public enum ImportOutcome: Sendable, Hashable {
    case added(id: String)
    /// The page was there, and now has the tags or other parts that it lacked.
    case merged(id: String)
    /// The page was there, with all that this one says.
    case alreadyThere(id: String)
    /// It is not kept, for the reason given in a sentence.
    case refused(String)
}

/// Takes in bookmarks from elsewhere: adds those of new pages, and merges the others.
///
/// ``BookmarksController/takeIn(_:title:isTrial:batch:with:progress:)`` says what it promises.
struct BookmarkImporter {
    let stored: StoredBookmarks
    let catalog: any BookmarkCatalog
    let recorder: EditRecorder
    let documents: DocumentEditor
    let random: () -> UInt64

    func takeIn(
        _ imports: [BookmarkImport], title: String, isTrial: Bool = false, batch: Int,
        with items: (([ImportOutcome]) throws -> [DocumentEditor.Item])?,
        progress: ([ImportOutcome]) throws -> Void
    ) throws -> [ImportOutcome] {
        let moment = try stored.momentOfEdits()
        // Only this call knows the pages that a trial took.
        var merger = ImportMerger(capacity: isTrial ? imports.count : 0)
        var step = EditRecorder.OpenStep(title: { _ in title })
        var outcomes: [ImportOutcome] = []
        outcomes.reserveCapacity(imports.count)
        // Drawn together they are in order, so that each transaction writes where the one before
        // it ended, in every tree that is sorted by them.
        let ids = BookmarkID.make(imports.count, random: random)
        for start in stride(from: 0, to: imports.count, by: batch) {
            let end = min(start + batch, imports.count)
            let candidates = (start..<end).map { index in
                ImportCandidate(
                    imports[index], otherwiseAdded: moment - Double(index) * Self.importSpacing)
            }
            step.total = end < imports.count || items != nil ? imports.count : 0
            if isTrial {
                outcomes += try take(candidates, ids[start..<end], into: &merger)
                continue
            }
            outcomes += try store(candidates, ids[start..<end], as: &step)
            if end == imports.count, items == nil { try recorder.finish(step) }
            try progress(outcomes)
        }
        if let items, !isTrial { try keep(items(outcomes), as: &step, batch: batch) }
        return outcomes
    }

    /// Keeps documents of the bookmarks, as the end of the step.
    private func keep(
        _ items: [DocumentEditor.Item], as step: inout EditRecorder.OpenStep, batch: Int
    ) throws {
        let changes = try documents.changes(keeping: items).changes
        for start in stride(from: 0, to: changes.count, by: batch) {
            let end = min(start + batch, changes.count)
            step.total = end < changes.count ? changes.count : 0
            _ = try recorder.perform(Array(changes[start..<end]), of: &step)
        }
        try recorder.finish(step)
    }

    /// Seconds between bookmarks without a date: as few as numbers that count seconds since 1970
    /// tell apart, so that a million of them are within a second.
    private static let importSpacing = 0.000_001

    /// Stores some, and says what became of them. Does so again if another process has added one of
    /// their pages since the lookup, so that this one is merged as well.
    private func store(
        _ candidates: [ImportCandidate], _ ids: ArraySlice<String>,
        as step: inout EditRecorder.OpenStep
    ) throws -> [ImportOutcome] {
        while true {
            var merger = ImportMerger(capacity: candidates.count)
            let revision = try stored.store.revision()
            let outcomes = try take(candidates, ids, into: &merger)
            do {
                try store(merger, as: &step, since: revision)
                return outcomes
            } catch is PageIsTaken {
                continue
            }
        }
    }

    /// Stores the merged bookmarks. From then on they are found among all bookmarks.
    ///
    /// - Parameter revision: of the store, before the lookup of present bookmarks.
    private func store(
        _ merger: ImportMerger, as step: inout EditRecorder.OpenStep, since revision: Int64
    ) throws {
        let changes = merger.entries.compactMap { entry -> EditStep.Change? in
            guard let original = entry.original else {
                return BookmarkEditor.addition(
                    of: entry.draft, id: entry.id, added: entry.added, position: entry.position)
            }
            return original == entry.draft
                ? nil : BookmarkEditor.change(id: entry.id, from: original, to: entry.draft)
        }
        if changes.isEmpty { return }
        _ = try recorder.perform(changes, of: &step) { tables, made in
            // Each visible change is a revision: usually no other process made one.
            let shown = made.count { $0.new.record.value != $0.old?.record.value }
            if try tables.revision() - Int64(shown) == revision { return }
            let own = Set(changes.map(\.id))
            for entry in merger.entries where entry.original == nil {
                if try isTaken(entry.draft.url, except: own, tables) { throw PageIsTaken() }
            }
        }
    }

    /// Whether others have a bookmark of a place.
    private func isTaken(
        _ url: String, except own: Set<String>, _ tables: any BookmarkTransaction
    ) throws -> Bool {
        let address = WebAddress(stored: url)
        let pageKey = address.pageKey
        let placeKey = address.placeKey(onPage: pageKey)
        return try tables.rows(pageKey: pageKey).contains { row in
            !own.contains(row.id)
                && WebAddress(stored: row.url).placeKey(onPage: pageKey) == placeKey
        }
    }

    /// Merges some candidates with the present bookmarks.
    private func take(
        _ candidates: [ImportCandidate], _ ids: ArraySlice<String>,
        into merger: inout ImportMerger
    ) throws -> [ImportOutcome] {
        // One look for all: each by itself would lock the database once more.
        let known = try catalog.rows(pageKeys: candidates.compactMap(\.pageKey))
        return try zip(candidates, ids).map { candidate, id in
            try take(candidate, id, known, into: &merger)
        }
    }

    private func take(
        _ candidate: ImportCandidate, _ id: String, _ known: [String: [BookmarkRow]],
        into merger: inout ImportMerger
    ) throws -> ImportOutcome {
        let (imported, added, pageKey, placeKey): (BookmarkImport, Double, String, String)
        switch candidate {
        case .refused(let reason): return .refused(reason)
        case .sound(let found, let moment, let page, let place):
            (imported, added, pageKey, placeKey) = (found, moment, page, place)
        }
        if !merger.has(placeKey) {
            let draft = imported.draft
            let rows = (known[pageKey] ?? []).filter {
                WebAddress(stored: $0.url).placeKey(onPage: pageKey) == placeKey
            }
            guard let there = try bookmark(among: rows, url: draft.url) else {
                merger.add(
                    .init(
                        id: id, original: nil, draft: draft, added: added,
                        position: imported.position), placeKey)
                return .added(id: id)
            }
            merger.add(
                .init(id: there.id, original: there.draft, draft: there.draft, added: there.added),
                placeKey)
        }
        return merger.merge(imported.draft, into: placeKey)
    }

    /// The present bookmark of a place; of several the one with the same URL.
    private func bookmark(among rows: [BookmarkRow], url: String) throws -> Bookmark? {
        guard let row = rows.first(where: { $0.url == url }) ?? rows.first else { return nil }
        return try stored.bookmark(id: row.id)
    }
}

/// Another process added a page of an import after the lookup.
private struct PageIsTaken: Error {}

/// A bookmark from elsewhere, looked at by itself.
private enum ImportCandidate {
    /// Its address is written as Cloudy does.
    case sound(BookmarkImport, added: Double, pageKey: String, placeKey: String)
    case refused(String)

    init(_ imported: BookmarkImport, otherwiseAdded moment: Double) {
        var sound = imported
        let address: WebAddress
        do throws(WebAddressError) { address = try WebAddress(typed: imported.draft.url) } catch {
            self = .refused(error.message)
            return
        }
        sound.draft.url = address.text
        do throws(DraftError) { try sound.draft.check() } catch {
            self = .refused(error.message)
            return
        }
        let pageKey = address.pageKey
        self = .sound(
            sound, added: imported.added ?? moment, pageKey: pageKey,
            placeKey: address.placeKey(onPage: pageKey))
    }

    var pageKey: String? {
        if case .sound(_, _, let pageKey, _) = self { pageKey } else { nil }
    }
}

/// Puts together the bookmarks to store: those to add, and those to change.
private struct ImportMerger {
    struct Entry {
        var id: String
        /// The stored bookmark; `nil` for one to add.
        var original: BookmarkDraft?
        var draft: BookmarkDraft
        var added: Double
        var position = ""
    }

    private(set) var entries: [Entry] = []
    /// Where those of each place stand among the entries: see ``WebAddress/placeKey``.
    private var indices: [String: Int] = [:]

    /// - Parameter capacity: how many there may be.
    init(capacity: Int) {
        entries.reserveCapacity(capacity)
        indices.reserveCapacity(capacity)
    }

    func has(_ placeKey: String) -> Bool { indices[placeKey] != nil }

    mutating func add(_ entry: Entry, _ placeKey: String) {
        indices[placeKey] = entries.count
        entries.append(entry)
    }

    mutating func merge(_ draft: BookmarkDraft, into placeKey: String) -> ImportOutcome {
        guard let index = indices[placeKey] else { return .refused("The page was not found.") }
        let id = entries[index].id
        let merged = entries[index].draft.merged(with: draft)
        guard merged != entries[index].draft else { return .alreadyThere(id: id) }
        entries[index].draft = merged
        return .merged(id: id)
    }
}

extension BookmarkDraft {
    /// This one with the parts it lacks of another one of the same page. A text that would grow too
    /// long stays as it is, and so do the person's later marks on this one: whether it is read, and
    /// whether it is archived.
    func merged(with other: BookmarkDraft) -> BookmarkDraft {
        func fitting(_ draft: BookmarkDraft, or old: BookmarkDraft) -> BookmarkDraft {
            do throws(DraftError) { try draft.check(against: old) } catch { return old }
            return draft
        }
        var merged = self
        if merged.name.isEmpty { merged.name = other.name }
        if merged.folder.isEmpty { merged.folder = other.folder }
        if merged.description.isEmpty { merged.description = other.description }
        var tagged = merged
        tagged.tags = Tags.unique(tags + other.tags)
        merged = fitting(tagged, or: merged)
        if !notes.contains(other.notes) {
            var noted = merged
            noted.notes = notes.isEmpty ? other.notes : notes + "\n\n" + other.notes
            merged = fitting(noted, or: merged)
        }
        return merged
    }
}
