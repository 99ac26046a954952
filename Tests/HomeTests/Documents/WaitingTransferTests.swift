import BookmarkLibrary
import Documents
import ReplicaFile
import SQLite
import Testing

@testable import DeviceStore

/// Transfers that did not succeed: those that wait for the cloud, and those that failed.
struct WaitingTransferTests {
    private let world: DocumentWorld
    private let desk: Desk

    init() throws {
        world = try DocumentWorld("desk")
        desk = world.desks[0]
        let bookmark = try desk.add("Garden", "https://garden.example/")
        try world.save(Array("<p>garden</p>".utf8), of: bookmark, on: desk)
    }

    /// A cloud in which each call fails.
    private struct Cloud: ChunkStore {
        let error: ChunkStoreError

        func missing(of names: [ChunkName]) throws(ChunkStoreError) -> [ChunkName] { throw error }
        func put(_ chunks: [Chunk]) throws(ChunkStoreError) { throw error }
        func chunk(_ name: ChunkName) throws(ChunkStoreError) -> Chunk? { throw error }
        func storedName(of name: ChunkName) -> ChunkName { name }
        func names() throws(ChunkStoreError) -> [ChunkName] { throw error }
        func remove(_ names: [ChunkName]) throws(ChunkStoreError) { throw error }
    }

    /// A stopped server is no failure of a transfer: the person can do nothing about the document.
    @Test(arguments: [
        (ChunkStoreError.Code.unreachable, Transfer.State.waiting), (.full, .failed),
        (.notAllowed, .failed), (.damaged, .failed),
    ])
    func transferFailsOnlyIfSomethingMustChange(
        _ code: ChunkStoreError.Code, _ state: Transfer.State
    ) async throws {
        let error = ChunkStoreError(code, "There is a reason.")
        let exchange = DocumentExchange(
            desk.home.contents, desk.home.device.replica, cloud: Cloud(error: error), named: "any")
        await #expect(throws: error) { try await exchange.exchange(fetching: { _ in false }) }
        let transfers = try exchange.transfers(wanting: { _ in false })
        #expect(transfers.map(\.state) == [state])
        #expect(transfers.map(\.reason) == ["There is a reason."])
        #expect(try exchange.uploadProblem() == "There is a reason.")
        #expect(try exchange.dueUploads().count == 1, "the next exchange must try again")
    }

    /// An earlier program made the table, without a column for failures.
    @Test func transfersInATableOfTheFirstVersionAreKept() async throws {
        try await desk.sync()
        try desk.home.change(.pause, desk.home.transfers())
        try desk.home.device.replica.withDatabase { database in
            try database.execute(
                """
                ALTER TABLE transfers DROP COLUMN failed;
                UPDATE derived SET version = 1 WHERE name = 'transfers';
                """)
        }
        let next = try desk.other("desk").home
        #expect(try next.transfers().map(\.state) == [.paused])
    }
}
