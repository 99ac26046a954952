import BookmarkLibrary
import Documents
import ReplicaFile
import SQLite
import Synchronization
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

    /// A cloud in which each call fails, and is counted.
    private final class Cloud: ChunkStore {
        let error: ChunkStoreError
        let calls = Mutex(0)

        init(_ error: ChunkStoreError) { self.error = error }

        private func fail() -> ChunkStoreError {
            calls.withLock { $0 += 1 }
            return error
        }

        func missing(of names: [ChunkName]) throws(ChunkStoreError) -> [ChunkName] { throw fail() }
        func put(_ chunks: [Chunk]) throws(ChunkStoreError) { throw fail() }
        func chunk(_ name: ChunkName) throws(ChunkStoreError) -> Chunk? { throw fail() }
        func storedName(of name: ChunkName) -> ChunkName { name }
        func names() throws(ChunkStoreError) -> [ChunkName] { throw fail() }
        func remove(_ names: [ChunkName]) throws(ChunkStoreError) { throw fail() }
    }

    private func exchange(_ cloud: Cloud) -> DocumentExchange {
        DocumentExchange(
            desk.home.contents, desk.home.device.replica, cloud: cloud, named: "any")
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
        let exchange = exchange(Cloud(error))
        await #expect(throws: error) { try await exchange.exchange(fetching: { _ in false }) }
        let transfers = try exchange.transfers(wanting: { _ in false })
        #expect(transfers.map(\.state) == [state])
        #expect(transfers.map(\.reason) == ["There is a reason."])
        #expect(try exchange.uploadProblem() == "There is a reason.")
        // A cloud that refused it is not asked again soon, unless a person wants that.
        #expect(try exchange.dueUploads().count == (code == .full ? 0 : 1))
        #expect(try exchange.hasRefusals == (code == .full))
        try exchange.forgetRefusals()
        #expect(try exchange.dueUploads().count == 1, "the next exchange must try again")
    }

    /// A refused content is offered once, and not whenever something else changes.
    @Test func refusedContentRestsUntilAPersonAsks() async throws {
        let cloud = Cloud(ChunkStoreError(.full, "There is no space."))
        let exchange = exchange(cloud)
        await #expect(throws: cloud.error) { try await exchange.exchange(fetching: { _ in false }) }
        let once = cloud.calls.withLock(\.self)
        try await exchange.exchange(fetching: { _ in false })
        try await exchange.exchange(fetching: { _ in false }, waits: true)
        #expect(once > 0 && cloud.calls.withLock(\.self) == once)
        try exchange.forgetRefusals()
        await #expect(throws: cloud.error) { try await exchange.exchange(fetching: { _ in false }) }
        #expect(cloud.calls.withLock(\.self) == 2 * once)
    }

    /// The device sees by itself when its own disk has space.
    @Test func contentIsOfferedAgainAfterTheDiskOfThisMachineWasFull() async throws {
        var error = ChunkStoreError(.full, "There is no space.")
        error.isFullHere = true
        let exchange = exchange(Cloud(error))
        await #expect(throws: error) { try await exchange.exchange(fetching: { _ in false }) }
        #expect(try exchange.dueUploads().count == 1 && !exchange.hasRefusals)
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
