import KeyValueStore
import Replication

/// A bookmark from elsewhere, to be imported.
public struct BookmarkImport: Sendable, Hashable {
    public var draft: BookmarkDraft
    /// The time when the bookmark was added, in seconds since 1970; `nil` for the time of the
    /// import.
    public var added: Double?
    /// The place in manual order: see ``Bookmark/position``. Empty if the bookmark was never moved.
    /// Only new bookmarks take it.
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
    /// The page was in the library, and got the tags or other parts that it lacked.
    case merged(id: String)
    /// The page was in the library and lacked nothing.
    case alreadyThere(id: String)
    /// The bookmark was not imported; the sentence gives the reason.
    case refused(String)
}

/// Imports bookmarks: adds the bookmarks of new pages, and merges the others.
///
/// ``BookmarksController/importBookmarks(_:title:isTrial:batch:with:progress:)`` documents the
/// contract.
struct BookmarkImporter {
    let stored: StoredBookmarks
    let catalog: any BookmarkCatalog
    let recorder: EditRecorder
    let documents: DocumentEditor
    let random: () -> UInt64

    func importBookmarks(
        _ imports: [BookmarkImport], title: String, isTrial: Bool = false, batch: Int,
        with items: (([ImportOutcome]) throws -> [DocumentEditor.Item])?,
        progress: ([ImportOutcome]) throws -> Void
    ) throws -> [ImportOutcome] {
        let moment = try stored.momentOfEdits()
        // Only a trial must remember the pages that it would have stored.
        var merger = ImportMerger(capacity: isTrial ? imports.count : 0)
        var step = EditRecorder.OpenStep(title: { _ in title })
        var outcomes: [ImportOutcome] = []
        outcomes.reserveCapacity(imports.count)
        // Ids made together are in order, so each transaction continues where the one before it
        // ended in every tree that is sorted by id.
        let ids = BookmarkID.make(imports.count, random: random)
        for start in stride(from: 0, to: imports.count, by: batch) {
            let end = min(start + batch, imports.count)
            let candidates = (start..<end).map { index in
                ImportCandidate(
                    imports[index], otherwiseAdded: moment - Double(index) * Self.importSpacing)
            }
            step.total = end < imports.count || items != nil ? imports.count : 0
            if isTrial {
                outcomes += try merge(candidates, ids[start..<end], into: &merger)
                continue
            }
            outcomes += try store(candidates, ids[start..<end], as: &step)
            if end == imports.count, items == nil { try recorder.finish(step) }
            try progress(outcomes)
        }
        if let items, !isTrial { try keep(items(outcomes), as: &step, batch: batch) }
        return outcomes
    }

    /// Keeps documents of the bookmarks, as the last part of the undo step.
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

    /// The seconds between bookmarks without a date: the smallest difference that the dates can
    /// represent, so that a million such bookmarks fit into a second.
    private static let importSpacing = 0.000_001

    /// Stores a batch and returns its outcomes. Retries if another process has added one of its
    /// pages since the lookup, to merge with that one as well.
    private func store(
        _ candidates: [ImportCandidate], _ ids: ArraySlice<String>,
        as step: inout EditRecorder.OpenStep
    ) throws -> [ImportOutcome] {
        while true {
            var merger = ImportMerger(capacity: candidates.count)
            let revision = try stored.store.revision()
            let outcomes = try merge(candidates, ids, into: &merger)
            do {
                try store(merger, as: &step, since: revision)
                return outcomes
            } catch is PageIsTaken {
                continue
            }
        }
    }

    /// Stores the merged bookmarks; later lookups find them.
    ///
    /// - Parameter revision: the store's revision before the lookup of existing bookmarks.
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

    /// Whether another bookmark has the place.
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

    /// Merges candidates with the existing bookmarks.
    private func merge(
        _ candidates: [ImportCandidate], _ ids: ArraySlice<String>,
        into merger: inout ImportMerger
    ) throws -> [ImportOutcome] {
        // One lookup for all: separate ones would each lock the database.
        let known = try catalog.rows(pageKeys: candidates.compactMap(\.pageKey))
        return try zip(candidates, ids).map { candidate, id in
            try merge(candidate, id, known, into: &merger)
        }
    }

    private func merge(
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

    /// Returns the current bookmark of a place. If there are several, prefers the one with the same
    /// URL.
    private func bookmark(among rows: [BookmarkRow], url: String) throws -> Bookmark? {
        guard let row = rows.first(where: { $0.url == url }) ?? rows.first else { return nil }
        return try stored.bookmark(id: row.id)
    }
}

/// The error if another process added a page of the import after the lookup.
private struct PageIsTaken: Error {}

/// A bookmark to import, checked by itself.
private enum ImportCandidate {
    /// The bookmark is valid, and its address is normalized.
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

/// Collects the bookmarks to store: additions and changes.
private struct ImportMerger {
    struct Entry {
        var id: String
        /// The stored bookmark; `nil` for an addition.
        var original: BookmarkDraft?
        var draft: BookmarkDraft
        var added: Double
        var position = ""
    }

    private(set) var entries: [Entry] = []
    /// The index among the entries of each place's bookmark: see ``WebAddress/placeKey``.
    private var indices: [String: Int] = [:]

    /// - Parameter capacity: the expected number of entries.
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
    /// Returns this draft with the parts of another draft of the same page that it lacks. A text
    /// that would become too long stays as it is, and so do the person's marks unread and archived.
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
