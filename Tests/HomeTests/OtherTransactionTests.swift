import BookmarkLibrary
import Bookmarks
import DeviceStore
import KeyValueStore
import ReplicaFile
import Simulator
import Testing

/// A store whose transactions know no tables of bookmarks.
struct OtherTransactionTests {
    private func controller(_ desk: Desk) throws -> BookmarksController {
        let store = try UbiquitousKeyValueStore(
            storage: ModelReplica(actor: 7, device: "desk"),
            signal: ChangeSignal(ring: {}, rings: { AsyncStream { $0.finish() } }),
            process: 77, now: DeviceStore.milliseconds)
        return BookmarksController(
            store: store, catalog: desk.home.catalog, mirror: desk.mirror,
            journal: desk.home.journal, session: .command, now: { 0 },
            random: { UInt64.random(in: 0...UInt64.max) })
    }

    /// The page is looked for once more in the transaction that adds it: where that cannot be done,
    /// nothing is added.
    @Test func nothingIsAddedWithoutTheCheckForDuplicates() throws {
        let desk = try Desk()
        let controller = try controller(desk)
        #expect(throws: NoTables.self) {
            try controller.add(BookmarkDraft(name: "Mine", url: "https://one.example/", tags: []))
        }
    }

    /// An edit that could not be undone is not made either.
    @Test func nothingIsChangedWithoutTheJournal() throws {
        let desk = try Desk()
        let controller = try controller(desk)
        #expect(throws: NoTables.self) {
            try controller.add(
                BookmarkDraft(name: "Mine", url: "https://one.example/", tags: []),
                evenIfThere: true)
        }
        #expect(try controller.undoableSteps().isEmpty)
    }
}
