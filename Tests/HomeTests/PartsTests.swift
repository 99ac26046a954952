import BookmarkLibrary
import Bookmarks
import DeviceStore
import Replication
import SeededRandom
import Synchronization
import TestSupport
import Testing

/// Edits of so many bookmarks that they are done in several parts.
@Suite(.ownThread)
struct PartsTests {
    /// More bookmarks than fit into one part.
    private static let count = 2500

    let desk: Desk
    let ids: [String]
    let controller: BookmarksController

    init() throws {
        desk = try Desk(session: .list(1))
        controller = desk.makeController(eachPartTaking: 0.1)
        try controller.open(firstPage: 10_000)
        let imports = (0..<Self.count).map {
            BookmarkImport(
                draft: BookmarkDraft(name: "N\($0)", url: "https://a.example/\($0)", tags: ["all"]))
        }
        ids = try controller.importBookmarks(imports, title: "Imported").compactMap {
            if case .added(let id) = $0 { id } else { nil }
        }
    }

    private struct Ended: Error {}

    /// Makes an edit fail after its first part.
    private func endAfterFirstPart(_ error: any Error = CancellationError()) {
        controller.onPart = { if $0.done > 0 { throw error } }
    }

    private var live: Int { get throws { try desk.home.catalog.count() } }

    @Test func progressOfALargeEditIsReported() throws {
        var told: [EditProgress] = []
        controller.onPart = { told.append($0) }
        #expect(try controller.delete(ids: ids) == ("Deleted 2,500 bookmarks", ids))
        #expect(told.first?.done == 0 && told.first?.total == 2500)
        #expect(told.count > 2 && told.last?.done == 2500)
        #expect(told.flatMap(\.ids) == ids)
        #expect(try live == 0 && controller.list.count == 0)
        #expect(try controller.undoableSteps().map(\.title).first == "Deleted 2,500 bookmarks")
        #expect(try controller.unfinishedStep() == nil)
        told = []
        let undone = try controller.undo()
        #expect(undone?.changed == 2500 && undone?.ids == ids)
        #expect(told.last?.done == 2500)
        #expect(try live == 2500 && controller.list.count == 2500)
    }

    @Test func stoppedEditIsUndoneAsOneStep() throws {
        endAfterFirstPart()
        let error = #expect(throws: UnfinishedEdit.self) {
            try controller.change(.addTags(["x"]), ids: ids)
        }
        #expect(error?.done == 1000 && error?.total == 2500 && error?.reason == nil)
        #expect(
            try controller.unfinishedStep()?.title
                == "Added #x to 1,000 bookmarks (only 1,000 of 2,500)")
        controller.onPart = nil
        #expect(try controller.undo()?.changed == 1000)
        #expect(try desk.home.catalog.tagCounts().map(\.name) == ["all"])
        #expect(try controller.unfinishedStep() == nil)
    }

    @Test func failureInTheMiddleReportsReasonAndProgress() throws {
        endAfterFirstPart(Ended())
        let error = #expect(throws: UnfinishedEdit.self) { try controller.delete(ids: ids) }
        #expect(error?.reason is Ended && error?.done == 1000)
        #expect(try live == 1500 && controller.list.count == 1500)
    }

    @Test func editStoppedAtTheStartChangesNothing() throws {
        controller.onPart = { _ in throw CancellationError() }
        let error = #expect(throws: UnfinishedEdit.self) { try controller.delete(ids: ids) }
        #expect(error?.done == 0)
        #expect(try live == 2500 && controller.nextUndo == "Imported")
    }

    /// The process that made the edit is gone, as if it was killed; the next one continues.
    @Test func unfinishedEditOfAnotherProcessCanBeUndone() throws {
        endAfterFirstPart()
        #expect(throws: UnfinishedEdit.self) { try controller.delete(ids: ids) }
        let next = try desk.other("desk", session: .list(1))
        #expect(
            try next.controller.unfinishedStep()?.title
                == "Deleted 1,000 bookmarks (only 1,000 of 2,500)")
        // An undo is interrupted halfway, too.
        let again = try desk.other("desk", session: .list(1))
        try again.controller.delete(ids: ids.suffix(1400))
        next.controller.onPart = { if $0.done > 0 { throw CancellationError() } }
        #expect(throws: UnfinishedEdit.self) { try next.controller.undo() }
        #expect(
            try again.controller.unfinishedStep()?.title
                == "Deleted 1,400 bookmarks (partly undone)")
        #expect(try again.controller.undo()?.isWhole == true)
        #expect(try again.controller.undo()?.isWhole == true)
        #expect(try live == 2500)
        #expect(try again.controller.unfinishedStep() == nil)
    }

    /// A bookmark that was undone before the interruption does not count as edited by others.
    @Test func resumedUndoDoesNotReportBookmarksAlreadyUndone() throws {
        _ = try controller.change(.setFolder("f"), ids: ids)
        endAfterFirstPart()
        let error = #expect(throws: UnfinishedEdit.self) { try controller.undo() }
        let done = try #require(error?.done)
        controller.onPart = nil
        let again = try #require(try controller.undo())
        #expect(again.isWhole && again.changed == 2500 - done && done > 0)
        #expect(try desk.home.catalog.folders(withArchived: true) == [:])
    }

    /// Another terminal undoes the step, and makes another edit, while the step continues.
    @Test func continuingStepIsNotMixedUpWithALaterStep() throws {
        let other = try desk.other("desk")
        var mine: String?
        var done = 0
        controller.onPart = { progress in
            guard progress.done > 0, mine == nil else { return }
            done = progress.done
            _ = try other.controller.undo()
            mine = try other.add("Mine", "https://mine.example/")
        }
        _ = try controller.change(.addTags(["x"]), ids: ids)
        let id = try #require(mine)
        let titles = try other.controller.undoableSteps().map(\.title)
        #expect(titles == ["Added #x to 2,500 bookmarks", "Added “Mine”", "Imported"])
        #expect(try other.controller.undo()?.changed == 2500 - done)
        #expect(try other.draft(id) != nil)
        #expect(try desk.home.catalog.tagCounts().map(\.name) == ["all"])
    }

    @Test func allKindsOfEditsRunInParts() throws {
        var parts = 0
        controller.onPart = { parts += $0.done > 0 ? 1 : 0 }
        #expect(try controller.rename(tags: ["all"], to: "every")?.ids.count == 2500)
        #expect(try controller.change(.setFolder("f"), ids: ids)?.ids.count == 2500)
        #expect(try controller.rename(folder: "f", to: "g")?.ids.count == 2500)
        try controller.delete(ids: ids)
        try controller.restore(ids: ids)
        #expect(parts >= 10)
        #expect(try desk.home.catalog.folders(withArchived: true) == ["g": 2500])
        #expect(
            try controller.undoableSteps().map(\.title).prefix(5) == [
                "Restored 2,500 bookmarks", "Deleted 2,500 bookmarks",
                "Renamed the folder “f” to “g”",
                "Moved 2,500 bookmarks to f", "Renamed #all to #every",
            ])
        for _ in 0..<5 { #expect(try controller.undo()?.changed == 2500) }
        #expect(try desk.home.catalog.tagCounts().map(\.count) == [2500])
        #expect(try desk.home.catalog.folders(withArchived: true) == [:])
        try controller.delete(ids: ids)
        try controller.deleteForever(ids: ids)
        #expect(try controller.deletedRows().isEmpty)
        #expect(try controller.undo()?.changed == 0)
    }

    @Test func duplicatesAreMergedInParts() throws {
        let edits = (0..<1100).map { number in
            let draft = BookmarkDraft(
                name: "N\(number)", url: "https://a.example/\(number)", tags: ["all"])
            var edited = draft
            edited.url = "https://a.example/\(number + 1250)/"
            return BookmarkEdit(id: ids[number], original: draft, edited: edited)
        }
        #expect(try controller.perform(edits, evenIfThere: true).edited.count == 1100)
        let groups = try DuplicateGroup.all(in: desk.home.catalog).map { $0.bookmarks.map(\.id) }
        #expect(groups.count == 1100)
        var parts = 0
        controller.onPart = { parts += $0.done > 0 ? 1 : 0 }
        #expect(try controller.merge(groups) == MergeReport(pages: 1100, deleted: 1100))
        #expect(parts >= 2)
        #expect(controller.nextUndo == "Merged the duplicates of 1100 pages")
        #expect(try live == 1400)
        #expect(try controller.undo()?.isWhole == true)
        #expect(try live == 2500)
    }

    /// Random edits of random bookmarks, stopped at random, compared with plain dictionaries.
    @Test(arguments: UInt64(1)...3) func stoppedEditsAgreeWithTheModel(_ seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var tags = Dictionary(uniqueKeysWithValues: ids.map { ($0, Set(["all"])) })
        var steps: [[String: Set<String>]] = []
        for turn in 0..<12 {
            let some = ids.shuffled(using: &random).prefix(Int.random(in: 0...2500, using: &random))
            let stop = Bool.random(using: &random) ? Int.random(in: 0...2, using: &random) : .max
            var calls = 0
            var changed: [String] = []
            controller.onPart = {
                changed += $0.ids
                calls += 1
                if calls > stop { throw CancellationError() }
            }
            let before = tags
            switch Int.random(in: 0..<3, using: &random) {
            case 0:
                _ = try? controller.delete(ids: Array(some))
                for id in changed { tags[id] = nil }
            case 1:
                _ = try? controller.change(.addTags(["t\(turn)"]), ids: Array(some))
                for id in changed { tags[id]?.insert("t\(turn)") }
            default:
                guard let last = steps.popLast() else { continue }
                calls = .min
                #expect(try controller.undo()?.isWhole == true)
                tags = last
            }
            if before != tags, changed.count > 0, calls > 0 { steps.append(before) }
            try compare(tags)
        }
    }

    private func compare(_ tags: [String: Set<String>]) throws {
        let rows = try desk.home.catalog.rows(sortedBy: .standard, limit: nil)
        let list = controller.list
        for rows in [rows, (0..<list.count).map { list[$0] }] {
            let found = Dictionary(
                uniqueKeysWithValues: rows.map { row in
                    (row.id, Set(row.tags.split(separator: " ").map(String.init)))
                })
            try #require(found == tags)
        }
    }
}

extension Desk {
    /// Another controller of an open list, with a clock on which each part takes this many seconds.
    /// The size of the next part depends on that, and not on the speed of the machine.
    fileprivate func makeController(eachPartTaking seconds: Double) -> BookmarksController {
        let time = Mutex(1_800_000_000.0)
        return BookmarksController(
            store: home.store, catalog: home.catalog, mirror: mirror, journal: home.journal,
            transactions: home.transactions, session: .list(1),
            now: {
                time.withLock { time in
                    time += seconds
                    return time
                }
            }, random: DeviceStore.random)
    }
}
