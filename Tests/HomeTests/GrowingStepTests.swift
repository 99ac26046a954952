import BookmarkLibrary
import DeviceStore
import ReplicaFile
import Replication
import Testing

@testable import Bookmarks

/// A step that grows while it is undone, as when another terminal undoes an import that is running.
struct GrowingStepTests {
    let desk: Desk
    var controller: BookmarksController { desk.controller }

    init() throws {
        desk = try Desk()
        try desk.controller.open(firstPage: 100)
    }

    @Test func undoRevertsTheWholeOfAStepThatStillGrows() throws {
        var step = EditRecorder.OpenStep { _ in "Imported" }
        step.total = 3
        try add(1, to: &step)
        let journal = desk.home.journal
        let early = try #require(try journal.steps().first)
        try add(2, to: &step)
        try desk.home.transactions.update([]) { tables, _ in
            let isTaken = try tables.setUndone(early, by: .command)
            #expect(!isTaken)
        }
        _ = try controller.undo()
        #expect(try count() == 0)
        // A later import is a step of its own.
        try add(3, to: &step)
        #expect(try count() == 1)
        _ = try controller.undo()
        #expect(try count() == 0)
    }

    private func add(_ number: Int, to step: inout EditRecorder.OpenStep) throws {
        let bookmark = Bookmark(
            id: "id-\(number)",
            fields: ["url": .string("https://a.example/\(number)"), "added": .date(0)])
        let change = EditStep.Change(
            id: "id-\(number)", before: nil, after: try #require(bookmark).fields)
        _ = try controller.recorder.perform([change], of: &step)
    }

    private func count() throws -> Int {
        try desk.home.catalog.rows(sortedBy: .standard, limit: nil).count
    }
}
