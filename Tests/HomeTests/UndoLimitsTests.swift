import BookmarkDatabase
import BookmarkLibrary
import Bookmarks
import DeviceStore
import ReplicaFile
import SQLite
import TestSupport
import Testing

/// The storage of undo: its limits, and that damage to it stops no edit.
@Suite(.ownThread) struct UndoLimitsTests {
    let desk: Desk
    var controller: BookmarksController { desk.controller }

    init() throws { desk = try Desk() }

    private func execute(_ sql: String) throws {
        try desk.home.device.replica.withDatabase { try $0.execute(sql) }
    }

    private func count(_ sql: String) throws -> Int {
        try desk.home.device.replica.withDatabase { database in
            try database.first(sql) { Int($0.integer(0)) } ?? -1
        }
    }

    @Test func earliestStepsBeyondTheLimitAreDropped() throws {
        let id = try desk.add("0", "https://a.example/")
        for number in 1...EditStepTable.maximumSteps { try desk.edit(id) { $0.name = "\(number)" } }
        let steps = try controller.undoableSteps()
        #expect(steps.count == EditStepTable.maximumSteps)
        #expect(steps.last?.title == "Changed “1”")
        #expect(try count("SELECT count(*) FROM edit_changes") == EditStepTable.maximumSteps)
    }

    /// Numbers that no program writes.
    @Test(arguments: [
        "number = 9223372036854775807", "number = -1", "changes = 4611686018427387904",
        "pieces = 9223372036854775807", "number = 9223372036854775807, undone = 1",
    ])
    func damagedStepDoesNotBlockUndo(_ damage: String) throws {
        let id = try desk.add("A", "https://a.example/")
        try execute("UPDATE edit_steps SET \(damage), undone_by = 'command'")
        let other = try desk.add("B", "https://b.example/")
        _ = try controller.undo()
        _ = try controller.undo()
        try desk.add("C", "https://c.example/")
        #expect(try controller.undo()?.title == "Added “C”")
        _ = (id, other)
    }

    /// The file was written by an earlier version.
    @Test func stepsOfTheFirstVersionAreKept() throws {
        let id = try desk.add("A", "https://a.example/")
        try execute(
            """
            ALTER TABLE edit_steps DROP COLUMN missing;
            UPDATE derived SET version = 1 WHERE name = 'edit_steps';
            """)
        let next = try desk.other("desk")
        #expect(try next.controller.unfinishedStep() == nil)
        #expect(try next.controller.undo()?.title == "Added “A”")
        #expect(try next.draft(id) == nil)
    }

    @Test func stepsBeyondTheSizeLimitAreDropped() throws {
        try desk.add("A", "https://a.example/")
        try desk.add("B", "https://b.example/")
        try execute("UPDATE edit_steps SET bytes = \(EditStepTable.maximumBytes - 20)")
        try desk.add("C", "https://c.example/")
        #expect(try controller.undoableSteps().map(\.title) == ["Added “C”", "Added “B”"])
        #expect(try count("SELECT count(*) FROM edit_changes") == 2)
    }

    @Test(arguments: [
        "DROP TABLE edit_steps", "DROP TABLE edit_changes",
        "ALTER TABLE edit_steps RENAME COLUMN made TO gone",
        "INSERT INTO edit_changes VALUES((2 << 20), x'00')",
    ]) func damagedUndoTablesDoNotBlockEdits(_ damage: String) throws {
        let id = try desk.add("A", "https://a.example/")
        try execute(damage)
        try desk.edit(id) { $0.name = "B" }
        #expect(try desk.draft(id)?.name == "B")
        #expect(controller.takeUndoProblem()?.contains("is discarded") == true)
        #expect(controller.takeUndoProblem() == nil)
        // From here on, steps are kept again.
        try desk.edit(id) { $0.name = "C" }
        #expect(try controller.undo()?.title == "Changed “C”")
        #expect(try desk.draft(id)?.name == "B")
    }

    @Test(arguments: [
        "UPDATE edit_changes SET changes = x'8102'", "UPDATE edit_changes SET changes = x'ff'",
        "DELETE FROM edit_changes", "DROP TABLE edit_changes",
        "UPDATE edit_steps SET pieces = -1",
    ]) func unreadableStepIsDropped(_ damage: String) throws {
        let id = try desk.add("A", "https://a.example/")
        try execute(damage)
        let undone = try controller.undo()
        #expect(undone == nil || undone?.isAnything == false)
        #expect(try desk.draft(id)?.name == "A")
        try desk.edit(id) { $0.name = "C" }
        #expect(try controller.undo()?.title == "Changed “C”")
    }

    /// A step that could be undone only in part is not offered, and does not remove other steps.
    @Test func tooLargeImportIsReportedAndHasNoUndoStep() throws {
        let journal = EditJournalTable(replica: desk.home.device.replica, maximumBytes: 130_000)
        let controller = BookmarksController(
            store: desk.home.store, catalog: desk.home.catalog, mirror: desk.mirror,
            journal: journal,
            transactions: BookmarkTransactionTables(
                store: desk.home.store, replica: desk.home.device.replica, journal: journal),
            session: .command, now: { 0 }, random: DeviceStore.random)
        let imports = (0..<10_001).map {
            BookmarkImport(draft: BookmarkDraft(url: "https://a.example/\($0)"))
        }
        try desk.add("A", "https://b.example/")
        _ = try controller.importBookmarks(imports, title: "Imported")
        #expect(try desk.home.catalog.count() == 10_002)
        #expect(try controller.undoableSteps().map(\.title) == ["Added “A”"])
        #expect(try count("SELECT count(*) FROM edit_changes") == 1)
        let problem = controller.takeUndoProblem()
        #expect(problem?.contains("changed too much") == true)
    }

    @Test func longStepTitleIsCut() throws {
        try desk.add(String(repeating: "x", count: 4000), "https://a.example/")
        #expect(controller.nextUndo?.count == 300)
    }

    @Test func importInSeveralTransactionsIsOneStep() throws {
        let imports = (0..<5050).map {
            BookmarkImport(
                draft: BookmarkDraft(name: "P", url: "https://a.example/\($0 % 5030)", tags: ["t"]))
        }
        let outcomes = try controller.importBookmarks(imports, title: "Imported x")
        // A bookmark from an earlier transaction of the step is known in a later one.
        #expect(outcomes.count { if case .added = $0 { true } else { false } } == 5030)
        #expect(outcomes.count { if case .alreadyThere = $0 { true } else { false } } == 20)
        let steps = try controller.undoableSteps()
        #expect(steps.map(\.title) == ["Imported x"] && steps.first?.changes == 5030)
        #expect(steps.first.map { $0.pieces > 2 } == true)
        let undone = try controller.undo()
        #expect(undone?.isWhole == true && undone?.changed == 5030)
        #expect(try desk.home.catalog.count() == 0)
        _ = try controller.redo()
        #expect(try desk.home.catalog.count() == 5030)
    }
}
