import BookmarkLibrary
import DeviceStore
import Documents
import Glibc
import LocalCloud
import Replication
import ScratchFolder
import Synchronization
import TestSupport
import Testing

/// The documents of programs, on devices whose cloud is reached over a network.
@Suite(.ownThread) struct ContainerTests {
    private let folder = ScratchFolder()

    private func location(_ device: String) throws -> HomeLocation {
        let location = try HomeLocation(
            home: folder.path(device), device: device, environment: [:], hostName: ""
        ).inUsedAccount()
        if try location.cloudAccess() == nil {
            try location.useCloud(CloudAccess(url: "https://cloud.example", token: "any"))
        }
        return try location.inUsedAccount()
    }

    private var connect: RemoteCloud.Connector {
        { [folder] _, identifier in
            try LocalCloud(path: folder.path("cloud-\(identifier ?? "own")"))
        }
    }

    private var connectChunks: RemoteCloud.ChunkConnector {
        { [folder] _, identifier in
            RemoteChunks(
                store: ChunkFolder(path: folder.path("chunks-\(identifier ?? "own")")), key: nil)
        }
    }

    private func agent(
        _ device: String, _ chunks: RemoteCloud.ChunkConnector? = nil
    ) async throws -> TestAgent {
        try await TestAgent(
            { try location(device) }, connect, connectChunks: chunks ?? connectChunks)
    }

    /// The container, opened as a program does.
    private func container(_ device: String) throws -> DocumentContainer {
        try DocumentContainer(DeviceStore(location(device).store(container: "org.example.notes")))
    }

    /// The version is in one of the two documents, in either order.
    @Test func versionSavedDuringAMoveIsKept() async throws {
        let desk = try container("desk")
        let contents = try (1...2).map { try desk.contents.keep([$0]) }
        for round in 0..<40 {
            let (old, new) = ("Documents/\(round)", "Documents/moved \(round)")
            try desk.save(contents[0], length: 1, at: old, from: .nothing)
            async let isMoved: Void = Task.detached { try desk.move(at: old, to: new) }.value
            async let isSaved: Document = Task.detached {
                try desk.save(contents[1], length: 1, at: old, from: .head)
            }.value
            _ = try await (isMoved, isSaved)
            let versions = try [old, new].compactMap { try desk.document(at: $0) }
                .flatMap(\.versions)
            #expect(versions.contains { $0.content == contents[1] })
        }
    }

    @Test func agentsCarryContentFromOneDeviceToAnother() async throws {
        let agents = try await (agent("desk"), agent("laptop"))
        let (desk, laptop) = (try container("desk"), try container("laptop"))
        let content = Array("swordfish".utf8)
        let saved = try desk.save(
            desk.contents.keep(content), length: content.count, at: "Documents/a", from: .nothing)
        try await desk.syncAndWait()
        #expect(try desk.sentContents() == [saved.head.content])
        try await laptop.syncAndWait()
        let found = try #require(try laptop.document(at: "Documents/a"))
        #expect(!laptop.contents.contains(found.head.content), "only a request may fetch it")
        #expect(try await laptop.content(of: found.head) == content)
        // Only the container's store has the document.
        #expect(!folder.names.contains("chunks-own"))
        try await agents.0.end()
        try await agents.1.end()
    }

    /// A cloud may lose a content, for example with its disk. A device that has it sends it again
    /// after its daily collection.
    @Test func contentThatTheCloudLostIsSentAgain() async throws {
        let location = try HomeLocation(
            home: folder.path("own"), device: "desk", environment: [:], hostName: ""
        ).inUsedAccount()
        let desk = try DocumentContainer(
            DeviceStore(location.store(container: "org.example.notes")))
        let name = try desk.contents.keep(Array("swordfish".utf8))
        try desk.save(name, length: 9, at: "Documents/a", from: .nothing)
        try await desk.syncAndWait()
        func stored() throws -> String {
            let clouds = folder.path("own") + "/clouds"
            let found = try Command("find", [clouds, "-type", "f", "-name", "\(name)"]).run()
            return String(found.output.prefix { $0 != "\n" })
        }
        let file = try stored()
        try #require(!file.isEmpty && unlink(file) == 0)
        // As if a day had passed.
        try #require(unlink(desk.contents.chunks.path + "/collected") == 0)
        try await desk.syncAndWait()
        try await desk.syncAndWait()
        #expect(try stored() == file)
    }

    /// An upload sends a content that no document names yet, perhaps before the first sync with the
    /// cloud.
    @Test func agentSendsContentThatNoDocumentUsesYet() async throws {
        let agent = try await agent("desk")
        let desk = try container("desk")
        let name = try desk.contents.keep(Array("swordfish".utf8))
        var told: [DocumentExchange.Progress] = []
        try await desk.send(name) { told.append($0) }
        #expect(told.last?.done == 9 && told.last?.total == 9)
        #expect(desk.transfer(of: name) == nil, "the transfer must be over")
        let identifier = try #require(desk.device.location.identifier)
        let chunks = ChunkFolder(path: folder.path("chunks-\(identifier)"))
        #expect(try await chunks.missing(of: [name]).isEmpty)
        try await agent.end()
    }

    @Test func cloudThatStoresNoContentsIsReported() async throws {
        let agent = try await agent("desk") { _, _ in RemoteChunks(store: NoChunks(), key: nil) }
        let desk = try container("desk")
        let name = try desk.contents.keep(Array("swordfish".utf8))
        try desk.save(name, length: 9, at: "Documents/a", from: .nothing)
        let errors = [
            await #expect(throws: ChunkStoreError.self) { try await desk.syncAndWait() },
            await #expect(throws: ChunkStoreError.self) { try await desk.send(name) },
        ]
        for error in errors {
            #expect(error?.code == .absent)
            #expect(error?.description.contains("https://cloud.example") == true)
        }
        try await agent.end()
    }

    /// A store whose calls fail, and that records when they are made.
    private struct FailingStore: ChunkStore {
        let attempts = Box()

        final class Box: Sendable {
            let times = Mutex<[ContinuousClock.Instant]>([])
        }

        func missing(of names: [ChunkName]) throws(ChunkStoreError) -> [ChunkName] {
            attempts.times.withLock { $0.append(.now) }
            throw ChunkStoreError(.unreachable, "It is away.")
        }
        func put(_ chunks: [Chunk]) throws(ChunkStoreError) {}
        func chunk(_ name: ChunkName) throws(ChunkStoreError) -> Chunk? { nil }
        func storedName(of name: ChunkName) -> ChunkName { name }
        func names() throws(ChunkStoreError) -> [ChunkName] { [] }
        func remove(_ names: [ChunkName]) throws(ChunkStoreError) {}
    }

    /// The first pause is a quarter of a second, and each next one is twice as long.
    @Test func unreachableCloudIsRetriedAfterPauses() async throws {
        let store = FailingStore()
        let location = try location("desk").store(container: "org.example.notes")
        let desk = try DocumentContainer(
            DeviceStore(location, connect: connect),
            connectChunks: { _, _ in RemoteChunks(store: store, key: nil) })
        let name = try desk.contents.keep(Array("swordfish".utf8))
        try desk.save(name, length: 9, at: "Documents/a", from: .nothing)
        try await desk.device.syncAndWait()
        let task = Task { await desk.run() }
        while store.attempts.times.withLock({ $0.count }) < 3 {
            try await Task.sleep(for: .milliseconds(5))
        }
        task.cancel()
        await task.value
        let times = store.attempts.times.withLock { $0 }
        #expect(times[2] - times[0] >= .milliseconds(700))
        #expect(desk.awaitsCloud)
    }
}
