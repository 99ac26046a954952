import BookmarkLibrary
import Documents
import FileCoordination
import Synchronization
import TestSupport
import Testing

@testable import DeviceStore

/// Pausing all transfers of a device, including later ones.
@Suite(.ownThread, .timeLimit(.minutes(10))) struct TransferPauseTests {
    private let world: DocumentWorld
    private let desk: Desk
    private let laptop: Desk
    private let content: ChunkName
    private let length: Int

    init() async throws {
        world = try DocumentWorld("desk", "laptop")
        (desk, laptop) = (world.desks[0], world.desks[1])
        let bookmark = try desk.add("Garden", "https://garden.example/")
        try world.save(Array("<p>garden</p>".utf8), of: bookmark, on: desk)
        let version = try #require(try desk.home.documents(ofBookmark: bookmark).first).head
        (content, length) = (version.content, version.length)
        try await world.exchange(desk)
        try await laptop.sync()
    }

    private func isHere() async throws -> Bool {
        try await laptop.home.exchangeDocuments()
        return laptop.home.contents.contains(content)
    }

    @Test func pauseHoldsAllTransfersUntilTheyAreResumed() async throws {
        let home = laptop.home
        try home.change(.pauseAll, home.transfers())
        #expect(try await !isHere())
        #expect(try home.transfers().map(\.state) == [.paused])
        try home.change(.resumeAll, home.transfers())
        #expect(try await isHere())
    }

    @Test func otherProcessesNoticeThePause() async throws {
        let other = try laptop.other("laptop").home
        let (heard, hear) = AsyncStream.makeStream(of: Void.self)
        let follower = Task {
            for await _ in other.device.rings() { hear.yield() }
        }
        defer { follower.cancel() }
        let changes = Task { [home = laptop.home] in
            // The follower may miss the first rings.
            while !Task.isCancelled {
                try home.change(.pauseAll, [])
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        for await _ in heard { break }
        changes.cancel()
        #expect(try other.areTransfersPaused)
    }

    /// The title of an open list says that transfers are paused, even if it was opened during the
    /// pause.
    @Test func followersSeeTransfersHeldByThePause() async throws {
        let home = laptop.home
        try home.change(.pauseAll, home.transfers())
        let follower = Follower()
        let other = try laptop.other("laptop").home
        let task = Task {
            await other.followTransfers { follower.tell($0.map(\.state), areAllPaused: $1) }
        }
        defer { task.cancel() }
        try await follower.isTold([.paused], areAllPaused: true)
        let bookmark = try laptop.add("Pond", "https://pond.example/")
        try world.save(Array("<p>pond</p>".utf8), of: bookmark, on: laptop)
        try await follower.isTold([.paused, .paused], areAllPaused: true)
        try home.change(.resumeAll, home.transfers())
        try await follower.isTold([.waiting, .waiting], areAllPaused: false)
        _ = try await isHere()
        try await follower.isTold([], areAllPaused: false)
        try home.change(.pauseAll, [])
        try await follower.isTold([], areAllPaused: true)
    }

    /// `transfers --watch` prints a list first. A change between that and following would ring for
    /// nobody.
    @Test func followersSeeChangesMadeBeforeTheyFollow() async throws {
        let home = laptop.home
        let known = try home.transfers()
        try home.change(.pause, known)
        let follower = Follower()
        let task = Task {
            await home.followTransfers(after: known) {
                follower.tell($0.map(\.state), areAllPaused: $1)
            }
        }
        defer { task.cancel() }
        try await follower.isTold([.paused], areAllPaused: false)
    }

    private final class Follower: Sendable {
        private let last = Mutex<([Transfer.State], Bool)?>(nil)

        func tell(_ states: [Transfer.State], areAllPaused: Bool) {
            last.withLock { $0 = (states, areAllPaused) }
        }

        func isTold(_ states: [Transfer.State], areAllPaused: Bool) async throws {
            while last.withLock({ $0.map { $0 == (states, areAllPaused) } != true }) {
                try await Task.sleep(for: .milliseconds(5))
            }
        }
    }

    /// A person opened the document and gave up. Its transfer has begun, is not listed, and is not
    /// wanted before the settings ask for everything.
    @Test func pauseHoldsATransferThatWasGivenUp() async throws {
        let home = laptop.home
        try writeAtomically(Array("documents = ask\n".utf8), to: home.location.settingsFile)
        let run = TransferRun(
            content: content, direction: .down, replica: home.device.replica, ring: {})
        #expect(try run.begin(total: length, isAsked: true))
        try run.rest(isLeft: true)
        #expect(try home.transfers().isEmpty)
        try home.change(.pauseAll, [])
        try writeAtomically(Array("documents = all\n".utf8), to: home.location.settingsFile)
        #expect(try await !isHere())
        #expect(try home.transfers().map(\.state) == [.paused])
    }

    @Test func pauseKeepsTheProgressOfATransfer() async throws {
        let home = laptop.home
        let run = TransferRun(
            content: content, direction: .down, replica: home.device.replica, ring: {})
        #expect(try run.begin(total: length, isAsked: false))
        try run.note(DocumentExchange.Progress(done: 5, total: length), isHere: { false })
        try run.rest(ChunkStoreError(.unreachable, "The line was cut."))
        let before = try home.transfers()
        #expect(before.map(\.done) == [5])
        try home.change(.pauseAll, before)
        let after = try home.transfers()
        #expect(after.map(\.done) == [5])
        #expect(after.map(\.state) == [.paused])
    }
}
