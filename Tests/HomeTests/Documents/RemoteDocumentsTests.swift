import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents
import LocalCloud
import Replication
import ScratchFolder
import Synchronization
import Testing

/// Documents of devices whose cloud is reached over a network, and whose agents exchange the
/// contents.
struct RemoteDocumentsTests {
    private let folder = ScratchFolder()
    private let url = "https://cloud.example"

    /// Chunks in a folder, with a clock that the test moves. With sealing, chunks are stored under
    /// other names.
    private final class Place: Sendable {
        let folder = ScratchFolder()
        let time = Mutex(ChunkFolder.time())

        func chunks(_ sealing: any ChunkSealing = PlainChunks()) -> ChunkFolder {
            ChunkFolder(path: folder.path("chunks"), sealing: sealing) { [self] in
                time.withLock { $0 }
            }
        }
    }

    private struct Backwards: ChunkSealing {
        func storedName(of name: ChunkName) -> ChunkName {
            ChunkName(String(name.description.reversed())) ?? name
        }

        func sealed(_ chunk: Chunk) -> StoredChunk {
            StoredChunk(name: storedName(of: chunk.name), bytes: chunk.content.reversed())
        }

        func storedLength(of length: Int) -> Int { length }

        func opened(_ bytes: [UInt8], named name: ChunkName) -> Chunk? {
            Chunk(bytes.reversed(), named: name)
        }
    }

    private func location(_ device: String) throws -> HomeLocation {
        let location = try HomeLocation(
            home: folder.path(device), device: device, environment: [:], hostName: ""
        ).inUsedAccount()
        if try location.cloudAccess() == nil {
            try location.useCloud(CloudAccess(url: url, token: "any"))
        }
        return try location.inUsedAccount()
    }

    private var connect: RemoteCloud.Connector {
        { [folder] _, identifier in
            try LocalCloud(path: folder.path("cloud-\(identifier ?? "own")"))
        }
    }

    private func agent(
        _ device: String, _ chunks: (any ChunkStore)?, key: String? = nil
    ) async throws -> TestAgent {
        try await TestAgent(
            { try location(device) }, connect,
            connectChunks: { _, _ in RemoteChunks(store: chunks ?? NoChunks(), key: key) })
    }

    @discardableResult
    private func save(_ text: String, in home: Home) throws -> Document {
        let controller = home.makeController(mirror: NoMirror())
        let id = try controller.add(
            BookmarkDraft(name: "A", url: "https://a.example/\(text.utf8.count)"))
        let page = SavedPage(
            title: "A", mediaType: "text/html", url: "https://a.example/",
            content: Array(text.utf8))
        let ids = try controller.documents.keep([home.item(page, ofBookmark: id)])
        return try home.document(matching: try #require(ids.first))
    }

    @Test(arguments: [false, true])
    func agentsCarryContentFromOneDeviceToAnother(_ isSealed: Bool) async throws {
        let chunks = Place().chunks(isSealed ? Backwards() : PlainChunks())
        let (desk, laptop) = (try Home(location("desk")), try Home(location("laptop")))
        let document = try save("swordfish", in: desk)
        // The agent is not running yet; it would send the content at once.
        #expect(try desk.hasContentsToExchange)
        let agents = try await (agent("desk", chunks), agent("laptop", chunks))
        try await desk.device.syncAndWait()
        try await desk.exchangeDocuments()
        #expect(try desk.sentContents() == [document.head.content])
        #expect(try !desk.hasContentsToExchange)
        try await laptop.device.syncAndWait()
        let found = try laptop.document(matching: document.id)
        #expect(try await laptop.content(of: found.head) == Array("swordfish".utf8))
        try await agents.0.end()
        try await agents.1.end()
    }

    /// No command waits for a cloud that keeps no contents.
    @Test func cloudThatStoresNoContentsIsReported() async throws {
        let agent = try await agent("desk", nil)
        let home = try Home(location("desk"))
        let document = try save("swordfish", in: home)
        try await home.device.syncAndWait()
        let error = await #expect(throws: ChunkStoreError.self) {
            try await home.exchangeDocuments()
        }
        #expect(error?.code == .absent)
        #expect(error?.description.contains(url) == true)
        #expect(try home.sentContents().isEmpty)
        try home.contents.chunks.drop([document.head.content])
        let reason = await #expect(throws: ChunkStoreError.self) {
            try await home.content(of: document.head)
        }
        #expect(reason?.code == .absent)
        try await agent.end()
    }

    /// Another incarnation of the cloud, or another key, needs all contents again.
    @Test func sentContentsAreNotedForOneKeyOfOneCloud() async throws {
        let place = Place()
        let home = try Home(
            location("desk"), connect: connect,
            connectChunks: { _, _ in RemoteChunks(store: place.chunks(), key: nil) })
        #expect(try home.device.contentsName(key: nil) == nil)
        try save("swordfish", in: home)
        try await home.device.syncAndWait()
        try await home.exchangeDocuments()
        #expect(try home.sentContents().count == 1)
        let names = try ["a", "b", nil].map { try #require(try home.device.contentsName(key: $0)) }
        #expect(Set(names).count == 3)
        for name in [names[0], "another cloud -"] {
            let exchange = DocumentExchange(
                home.contents, home.device.replica, cloud: place.chunks(Backwards()), named: name)
            #expect(try exchange.unsent().count == 1)
        }
    }

    /// A device that still has to join sends no contents.
    @Test func deviceThatMustJoinFirstSendsNoContents() async throws {
        let place = Place()
        let connectChunks: RemoteCloud.ChunkConnector = { _, _ in
            RemoteChunks(store: place.chunks(), key: nil)
        }
        let first = try Home(location("desk"), connect: connect, connectChunks: connectChunks)
        for number in 1...12 { try save(String(repeating: "a", count: number), in: first) }
        try await first.device.syncAndWait()
        let second = try Home(location("laptop"), connect: connect, connectChunks: connectChunks)
        for number in 21...32 { try save(String(repeating: "b", count: number), in: second) }
        await #expect(throws: (any Error).self) { try await second.device.syncAndWait() }
        try await second.exchangeDocuments()
        #expect(try place.chunks().names().isEmpty)
        try await first.exchangeDocuments()
        #expect(try place.chunks().names().count == 24)
    }

    /// The key decides where contents are cut. Contents from before stay readable.
    @Test func keyChangesChunksAndOldContentsStayReadable() throws {
        let home = try Home(location("desk"))
        var generator = UInt64(1)
        let content = (0..<500_000).map { _ -> UInt8 in
            generator = generator &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: generator >> 56)
        }
        let plain = try home.contents.keep(content)
        let key = SealingKeyFile(url: url, id: "key", current: [1], names: [2])
        try location("desk").useSealingKey(key)
        let sealed = try Home(location("desk"))
        let name = try sealed.contents.keep(content)
        #expect(name != plain)
        #expect(try sealed.contents.content(plain) == content)
        #expect(try sealed.contents.content(name) == content)
        let other = SealingKeyFile(url: url, id: "other", current: [3], names: [2])
        try location("desk").useSealingKey(other)
        #expect(
            try Home(location("desk")).contents.keep(content) == name,
            "a new key must cut as before")
    }

    /// An account is sealed later: unsealed contents are removed when their leases end, and
    /// contents that documents name stay, whatever their names in the cloud are.
    @Test func collectionKeepsContentsUnderTheirSealedNames() async throws {
        let place = Place()
        func home(_ key: String?) throws -> Home {
            try Home(
                location("desk"), connect: connect,
                connectChunks: { _, _ in
                    RemoteChunks(
                        store: place.chunks(key == nil ? PlainChunks() : Backwards()), key: key)
                })
        }
        let plain = try home(nil)
        let document = try save("swordfish", in: plain)
        try await plain.device.syncAndWait()
        try await plain.exchangeDocuments()
        #expect(try place.chunks().names().count == 2)
        let sealed = try home("key")
        try await sealed.exchangeDocuments()
        #expect(try place.chunks().names().count == 4)
        try await sealed.collectContents()
        #expect(try place.chunks().names().count == 4, "chunks must stay until their lease ends")
        place.time.withLock { $0 += 31 * 24 * 3600 }
        try await sealed.collectContents()
        #expect(try place.chunks().names().count == 2)
        #expect(try place.chunks(Backwards()).chunk(document.head.content) != nil)
    }

    /// A content that is damaged at the server, or has no space there, keeps back no others.
    @Test func damagedOrUnsendableContentDoesNotBlockOthers() async throws {
        let place = Place()
        func home(_ device: String, _ chunks: any ChunkStore) throws -> Home {
            try Home(
                location(device), connect: connect,
                connectChunks: { _, _ in RemoteChunks(store: chunks, key: nil) })
        }
        let desk = try home("desk", place.chunks())
        let documents = try (1...3).map { try save(String(repeating: "a", count: $0), in: desk) }
        try await desk.device.syncAndWait()
        try await desk.exchangeDocuments()
        for document in documents.dropLast() {
            let name = document.head.content.description
            place.folder.write("chunks/\(name.prefix(2))/\(name)", "damaged".utf8)
        }
        let laptop = try home("laptop", FullStore(inner: place.chunks()))
        let own = try save("of the laptop", in: laptop)
        try await laptop.device.syncAndWait()
        let error = await #expect(throws: ChunkStoreError.self) {
            try await laptop.exchangeDocuments()
        }
        #expect(error?.code == .full)
        #expect(laptop.contents.contains(documents[2].head.content))
        #expect(!laptop.contents.contains(documents[0].head.content))
        #expect(try laptop.sentContents() == [documents[2].head.content])
        #expect(laptop.contents.contains(own.head.content))
    }

    /// The first chunks of such a document would take the space of all others for 30 days.
    @Test func documentLargerThanTheFreeSpaceIsNotBegun() async throws {
        let chunks = Place().chunks()
        let home = try Home(
            location("desk"), connect: connect,
            connectChunks: { _, _ in
                RemoteChunks(store: FullStore(inner: chunks, free: 3_000_000), key: nil)
            })
        let small = try save("swordfish", in: home)
        try save((0..<700_000).map(String.init).joined(separator: " "), in: home)
        try await home.device.syncAndWait()
        let error = await #expect(throws: ChunkStoreError.self) {
            try await home.exchangeDocuments()
        }
        #expect(error?.code == .full)
        #expect(try home.sentContents() == [small.head.content])
        #expect(try chunks.names().count == 2)
    }

    /// A store with little space, or none.
    private struct FullStore: ChunkStore {
        var inner: ChunkFolder
        var free = 0

        func requireSpace(for lengths: [Int]) throws(ChunkStoreError) {
            if lengths.reduce(0, +) > free { throw ChunkStoreError(.full, "It does not fit.") }
        }
        func missing(of names: [ChunkName]) throws(ChunkStoreError) -> [ChunkName] {
            try inner.missing(of: names)
        }
        func put(_ chunks: [Chunk]) throws(ChunkStoreError) {
            if free == 0, !chunks.isEmpty { throw ChunkStoreError(.full, "There is no space.") }
            try inner.put(chunks)
        }
        func chunk(_ name: ChunkName) throws(ChunkStoreError) -> Chunk? { try inner.chunk(name) }
        func storedName(of name: ChunkName) -> ChunkName { name }
        func names() throws(ChunkStoreError) -> [ChunkName] { try inner.names() }
        func remove(_ names: [ChunkName]) throws(ChunkStoreError) {}
    }
}
