import BookmarkLibrary
import Bookmarks
import Documents
import FileCoordination
import LocalCloud
import Replication
import ScratchFolder
import SeededRandom
import Synchronization
import TestSupport
import Testing

@testable import DeviceStore

/// Transfers of documents, as every process of a device sees and changes them.
@Suite(.ownThread) struct TransferTests {
    private let folder = ScratchFolder()
    private let cloud = Cloud()

    /// Chunks in a folder. A test may look, or throw, before chunks are moved.
    private final class Cloud: ChunkStore {
        let folder = ScratchFolder()
        let chunks: ChunkFolder
        /// The chunks that were sent or fetched.
        let moved = Mutex<[ChunkName]>([])
        let before = Mutex<(@Sendable () throws(ChunkStoreError) -> Void)?>(nil)
        /// Whether it reports chunks as missing that it has, like an object store with late
        /// listings.
        let isLate = Mutex(false)

        init() { chunks = ChunkFolder(path: folder.path("chunks")) }

        private func note(_ names: [ChunkName]) throws(ChunkStoreError) {
            if names.isEmpty { return }
            try before.withLock(\.self)?()
            moved.withLock { $0 += names }
        }

        func missing(of names: [ChunkName]) throws(ChunkStoreError) -> [ChunkName] {
            isLate.withLock(\.self) ? names : try chunks.missing(of: names)
        }
        func put(_ some: [Chunk]) throws(ChunkStoreError) {
            try note(some.map(\.name))
            try chunks.put(some)
        }
        func chunk(_ name: ChunkName) throws(ChunkStoreError) -> Chunk? {
            try chunks.chunk(name)
        }
        func chunks(_ names: [ChunkName]) throws(ChunkStoreError) -> [Chunk?] {
            try note(names)
            return try names.map { name throws(ChunkStoreError) in try chunks.chunk(name) }
        }
        func storedName(of name: ChunkName) -> ChunkName { name }
        func names() throws(ChunkStoreError) -> [ChunkName] { try chunks.names() }
        func remove(_ names: [ChunkName]) throws(ChunkStoreError) {}
    }

    /// A process of a device.
    private func home(_ device: String = "desk") throws -> Home {
        let location = try HomeLocation(
            home: folder.path(device), device: device, environment: [:], hostName: ""
        ).inUsedAccount()
        if try location.cloudAccess() == nil {
            try location.useCloud(CloudAccess(url: "https://cloud.example", token: "any"))
        }
        return try Home(
            location.inUsedAccount(),
            connect: { [folder] _, identifier in
                try LocalCloud(path: folder.path("cloud-\(identifier ?? "own")"))
            },
            connectChunks: { [cloud] _, _ in RemoteChunks(store: cloud, key: nil) })
    }

    /// Random bytes, so that all chunks differ.
    private func content(_ megabytes: Int, seed: UInt64 = 1) -> [UInt8] {
        var random = SplitMix(seed: seed)
        let words = (0..<megabytes << 17).map { _ in random.next() }
        return words.withUnsafeBytes { Array($0) }
    }

    @discardableResult
    private func save(_ content: [UInt8], in home: Home, _ name: String = "a") throws -> Document {
        let controller = home.makeController(mirror: NoMirror())
        let id = try controller.add(BookmarkDraft(name: name, url: "https://\(name).example/"))
        let item = try home.item(file: "\(name).bin", content, ofBookmark: id)
        return try home.document(matching: controller.documents.keep([item])[0])
    }

    private func set(_ home: Home, _ text: String) throws {
        try writeAtomically(Array(text.utf8), to: home.location.settingsFile)
    }

    /// Two devices, the first of which has sent its documents.
    private func sent(_ content: [UInt8]) async throws -> (desk: Home, laptop: Home, Document) {
        let desk = try home()
        let document = try save(content, in: desk)
        try await desk.device.syncAndWait()
        try await desk.exchangeDocuments()
        let laptop = try home("laptop")
        try await laptop.device.syncAndWait()
        cloud.moved.withLock { $0 = [] }
        return (desk, laptop, document)
    }

    @Test func unsentAndWantedContentsAreListed() async throws {
        let desk = try home()
        let document = try save(content(1), in: desk)
        try await desk.device.syncAndWait()
        let up = try #require(try desk.transfers().first)
        #expect(try desk.transfers().count == 1)
        #expect(up.direction == .up && up.state == .waiting)
        #expect(up.document == document.id && up.bookmark == document.bookmark)
        #expect(up.name == "a.bin" && up.done == 0 && up.total == 1 << 20)
        try await desk.exchangeDocuments()
        #expect(try desk.transfers().isEmpty)
        let laptop = try home("laptop")
        try await laptop.device.syncAndWait()
        let down = try #require(try laptop.transfers().first)
        #expect(down.direction == .down && down.document == document.id)
        try set(laptop, "documents = ask\n")
        #expect(try laptop.transfers().isEmpty)
    }

    /// The progress is stored after each part, so that it is not lost when a process ends.
    @Test func otherProcessesSeeTheProgressOfATransfer() async throws {
        let (desk, other) = (try home(), try home())
        try save(content(5), in: desk)
        try await desk.device.syncAndWait()
        let seen = Mutex<[Transfer]>([])
        cloud.before.withLock {
            $0 = { () throws(ChunkStoreError) in
                seen.withLock { $0 += (try? other.transfers()) ?? [] }
            }
        }
        #expect(try !other.isTransferring)
        try await desk.exchangeDocuments()
        let all = seen.withLock { $0 }
        #expect(all.count > 3)
        #expect(all.allSatisfy { $0.state == .running && $0.total == 5 << 20 })
        #expect(all.map(\.done) == all.map(\.done).sorted())
        #expect(Set(all.map(\.done)).count > 3)
        #expect(try !other.isTransferring)
        #expect(try other.transfers().isEmpty)
    }

    /// A transfer that a killed process claims to run is not running.
    @Test func transferOfAKilledProcessIsNotRunning() async throws {
        let (desk, other) = (try home(), try home())
        let document = try save(content(1), in: desk)
        try await desk.device.syncAndWait()
        let run = TransferRun(
            content: document.head.content, direction: .up, replica: desk.device.replica, ring: {})
        #expect(try run.begin(total: 1 << 20, isAsked: false))
        try run.note(DocumentExchange.Progress(done: 1000, total: 1 << 20), isHere: { false })
        let left = try #require(try other.transfers().first)
        #expect(left.state == .waiting && left.done == 1000)
        #expect(try !other.isTransferring)
    }

    @Test func pausedTransferIsSkippedByEveryProcessUntilResumed() async throws {
        let desk = try home()
        let documents = try (save(content(1), in: desk), save(content(1, seed: 2), in: desk, "b"))
        try await desk.device.syncAndWait()
        let other = try home()
        try other.change(.pause, other.transfers().filter { $0.document == documents.0.id })
        for process in [desk, try home()] {
            try await process.exchangeDocuments()
            #expect(try process.transfers().map(\.state) == [.paused])
            #expect(try process.sentContents() == [documents.1.head.content])
            #expect(try !process.hasContentsToExchange)
        }
        #expect(try desk.documentTallies().unsent == 1)
        try other.change(.resume, other.transfers())
        #expect(try desk.hasContentsToExchange)
        try await desk.exchangeDocuments()
        #expect(try desk.transfers().isEmpty)
        #expect(try desk.sentContents().count == 2)
    }

    /// Other transfers continue meanwhile, and no chunk is moved twice.
    @Test(arguments: [Transfer.Direction.up, .down])
    func resumedTransferContinuesWhereItStopped(_ direction: Transfer.Direction) async throws {
        let device: Home
        let document: Document
        switch direction {
        case .up:
            device = try home()
            document = try save(content(5), in: device)
            try await device.device.syncAndWait()
        case .down: (_, device, document) = try await sent(content(5))
        }
        let other = try home(device.location.device)
        let batches = Mutex(0)
        cloud.before.withLock {
            $0 = { () throws(ChunkStoreError) in
                let count = batches.withLock { batches in
                    batches += 1
                    return batches
                }
                if count == 2 { try? other.change(.pause, (try? other.transfers()) ?? []) }
            }
        }
        try await device.exchangeDocuments()
        let paused = try #require(try other.transfers().first)
        #expect(paused.state == .paused)
        #expect(1 << 20..<3 << 20 ~= paused.done)
        let before = cloud.moved.withLock(\.count)
        #expect(before > 0)
        try await device.exchangeDocuments()
        #expect(cloud.moved.withLock(\.count) == before, "a paused transfer must not move chunks")
        try other.change(.resume, other.transfers())
        #expect(try other.transfers().first?.done == paused.done)
        try await device.exchangeDocuments()
        #expect(try device.transfers().isEmpty)
        let moved = cloud.moved.withLock { $0 }
        #expect(Set(moved).count == moved.count, "no chunk must move twice")
        #expect(try device.contents.content(document.head.content) == content(5))
        #expect(try device.sentContents() == [document.head.content])
    }

    @Test func canceledDownloadIsNotFetchedUntilItIsOpened() async throws {
        let (_, laptop, document) = try await sent(content(1))
        let other = try home("laptop")
        try other.change(.cancel, other.transfers())
        #expect(try other.transfers().isEmpty)
        for process in [laptop, try home("laptop")] {
            try await process.exchangeDocuments()
            #expect(!process.contents.contains(document.head.content))
            #expect(try !process.hasContentsToExchange)
        }
        #expect(try await laptop.content(of: document.head) == content(1))
        #expect(try laptop.transfers().isEmpty)
    }

    @Test(arguments: [TransferChange.pause, .cancel])
    func fetchOfAnOpenedDocumentCanBePausedOrCanceled(_ change: TransferChange) async throws {
        let (_, laptop, document) = try await sent(content(5))
        try set(laptop, "documents = ask\n")
        let other = try home("laptop")
        cloud.before.withLock {
            $0 = { () throws(ChunkStoreError) in
                try? other.change(change, (try? other.transfers()) ?? [])
            }
        }
        await #expect(throws: TransferStopped.self) { try await laptop.content(of: document.head) }
        cloud.before.withLock { $0 = nil }
        #expect(try laptop.transfers().map(\.state) == (change == .pause ? [.paused] : []))
        try laptop.change(.resume, laptop.transfers())
        try await laptop.exchangeDocuments()
        // A content that was opened and then paused is still wanted, whatever the settings say.
        #expect(laptop.contents.contains(document.head.content) == (change == .pause))
        #expect(try await laptop.content(of: document.head) == content(5))
        let moved = cloud.moved.withLock { $0 }
        #expect(Set(moved).count == moved.count, "no chunk must move twice")
    }

    /// Two processes fetch the same content at once, and one of them ends first.
    @Test func contentFetchedByAnotherProcessIsNotCanceled() async throws {
        let (_, laptop, document) = try await sent(content(5))
        try set(laptop, "documents = ask\n")
        let (replica, here, chunks) = (
            laptop.device.replica, laptop.contents.chunks, cloud.chunks
        )
        cloud.before.withLock {
            $0 = { () throws(ChunkStoreError) in
                for name in try chunks.names() {
                    if let chunk = try chunks.chunk(name) { try here.put([chunk]) }
                }
                try? SentContents.add(document.head.content, "any", in: replica)
            }
        }
        #expect(try await laptop.content(of: document.head) == content(5))
        #expect(try laptop.transfers().isEmpty)
    }

    /// A process was killed while it fetched a content that a person opened.
    @Test func openedDocumentIsFetchedThoughItsProcessWasKilled() async throws {
        let (_, laptop, document) = try await sent(content(1))
        try set(laptop, "documents = ask\n")
        let run = TransferRun(
            content: document.head.content, direction: .down, replica: laptop.device.replica,
            ring: {})
        #expect(try run.begin(total: 1 << 20, isAsked: true))
        #expect(try laptop.transfers().map(\.state) == [.waiting])
        #expect(try laptop.hasContentsToExchange)
        try await laptop.exchangeDocuments()
        #expect(laptop.contents.contains(document.head.content))
        #expect(try laptop.transfers().isEmpty)
    }

    /// Ctrl-C during a fetch: nobody waits for the content any longer.
    @Test func fetchIsDroppedWhenItsCallerGivesUp() async throws {
        let (_, laptop, document) = try await sent(content(5))
        try set(laptop, "documents = ask\n")
        let task = Mutex<Task<[UInt8]?, any Error>?>(nil)
        let (starts, start) = AsyncStream.makeStream(of: Void.self)
        cloud.before.withLock {
            $0 = { () throws(ChunkStoreError) in task.withLock { $0?.cancel() } }
        }
        let fetch = Task {
            for await _ in starts { break }
            return try await laptop.content(of: document.head)
        }
        task.withLock { $0 = fetch }
        start.yield()
        await #expect(throws: CancellationError.self) { try await fetch.value }
        #expect(try laptop.transfers().isEmpty)
        #expect(try !laptop.hasContentsToExchange)
    }

    @Test func canceledUploadStaysCanceledAndKeepsItsContent() async throws {
        let desk = try home()
        let document = try save(content(1), in: desk)
        try await desk.device.syncAndWait()
        try desk.change(.cancel, desk.transfers())
        try await desk.exchangeDocuments()
        try desk.change(.pauseAll, desk.transfers())
        #expect(try desk.transfers().map(\.state) == [.canceled])
        #expect(try desk.sentContents().isEmpty)
        #expect(desk.contents.contains(document.head.content))
        #expect(throws: DocumentError.self) { try desk.drop(document) }
    }

    @Test func failureOfATransferIsShownUntilTheNextAttempt() async throws {
        let desk = try home()
        let document = try save(content(1), in: desk)
        try await desk.device.syncAndWait()
        cloud.before.withLock {
            $0 = { () throws(ChunkStoreError) in
                throw ChunkStoreError(.full, "There is no space.")
            }
        }
        await #expect(throws: ChunkStoreError.self) { try await desk.exchangeDocuments() }
        let failed = try #require(try home().transfers().first)
        #expect(failed.state == .failed && failed.document == document.id)
        cloud.before.withLock { $0 = nil }
        try desk.retryRefusedDocuments()
        try await desk.exchangeDocuments()
        #expect(try desk.transfers().isEmpty)
    }

    /// A content that no version names any longer is not transferred, and leaves nothing behind.
    @Test func transferOfAContentWithoutAVersionIsRemoved() async throws {
        let desk = try home()
        let document = try save([0], in: desk)
        try await desk.device.syncAndWait()
        try desk.change(.pause, desk.transfers())
        #expect(try TransferTable.rows(in: desk.device.replica).count == 1)
        for number in 1...UInt8(Document.mostVersions) {
            let item = try desk.item(file: "a.bin", [number], ofBookmark: document.bookmark)
            try desk.makeController(mirror: NoMirror()).documents.keep([item])
        }
        #expect(try TransferTable.rows(in: desk.device.replica).isEmpty)
    }

    /// Followers are notified when another process creates, changes or ends a transfer.
    @Test func followersSeeTransfersOfOtherProcesses() async throws {
        let (desk, other) = (try home(), try home())
        try save(content(2), in: desk)
        try await desk.device.syncAndWait()
        let told = Mutex<[[Transfer.State]]>([])
        let follower = Task {
            await other.followTransfers { now, _ in told.withLock { $0.append(now.map(\.state)) } }
        }
        defer { follower.cancel() }
        // The follower may miss the first rings.
        while told.withLock({ !$0.contains([.paused]) }) {
            try desk.change(.pause, desk.transfers())
            try await Task.sleep(for: .milliseconds(5))
        }
        try desk.change(.resume, desk.transfers())
        try await desk.exchangeDocuments()
        while told.withLock({ $0.last != [] }) { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test func transferStaysPausedIfAnotherDocumentUsesTheContent() async throws {
        let desk = try home()
        let content = content(1)
        let document = try save(content, in: desk)
        try save(content, in: desk, "b")
        try await desk.device.syncAndWait()
        try desk.change(.pause, desk.transfers())
        let controller = desk.makeController(mirror: NoMirror())
        try controller.delete(ids: [document.bookmark])
        try controller.deleteForever(ids: [document.bookmark])
        try desk.forgetOrphanedDocuments()
        #expect(try desk.documents().map(\.name) == ["b.bin"])
        #expect(try desk.transfers().map(\.state) == [.paused])
    }

    @Test func contentMissingFromALateListingIsNotLost() async throws {
        let (desk, _, document) = try await sent(content(1))
        cloud.isLate.withLock { $0 = true }
        #expect(try await desk.contentsLackingInCloud().isEmpty)
        try cloud.chunks.drop(Array(cloud.chunks.names().prefix(1)))
        #expect(try await desk.contentsLackingInCloud() == [document.head.content])
    }
}
