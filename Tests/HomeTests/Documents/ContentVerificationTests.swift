import BookmarkLibrary
import Bookmarks
import DeviceStore
import Documents
import FileCoordination
import LocalCloud
import Testing
import Verification

/// Verifying the chunks of documents that are whole, damaged or lost.
struct ContentVerificationTests {
    private let world: DocumentWorld
    private let desk: Desk
    private let laptop: Desk
    private let bookmark: String
    private let document: Document

    init() async throws {
        world = try DocumentWorld("desk", "laptop")
        (desk, laptop) = (world.desks[0], world.desks[1])
        bookmark = try desk.add("Garden", "https://garden.example/")
        try world.save(Array("<p>garden</p>".utf8), of: bookmark, on: desk)
        try await desk.sync()
        try await desk.home.exchangeDocuments()
        document = try #require(try desk.home.documents(ofBookmark: bookmark).first)
    }

    /// The findings about chunks of documents on a device.
    private func findings(_ desk: Desk) throws -> [VerificationReport.Finding] {
        try HomeVerification.report(desk.home.location).findings.filter {
            $0.message.contains("the content of ")
        }
    }

    private func cloud(_ desk: Desk) -> ChunkFolder {
        ChunkFolder(path: desk.home.location.store.cloudChunks)
    }

    private func damage(_ folder: any DeviceChunks) throws {
        let name = ChunkName(of: Array("<p>garden</p>".utf8))
        try writeAtomically(
            Array("<p>weeds!</p>".utf8),
            to: "\(folder.path)/\(name.description.prefix(2))/\(name)")
    }

    private func clear(_ folder: any DeviceChunks) throws { try folder.drop(folder.names()) }

    @Test func intactContentsGiveNoFindings() async throws {
        #expect(try findings(desk).isEmpty)
        try await laptop.sync()
        #expect(try findings(laptop).isEmpty, "content in the cloud must not be a finding")
        try await world.exchange(laptop)
        #expect(try findings(laptop).isEmpty)
    }

    @Test(arguments: [true, false])
    func contentLostByTheCloudIsSentAgain(_ isGone: Bool) async throws {
        if isGone { try clear(cloud(desk)) } else { try damage(cloud(desk)) }
        let finding = try #require(try findings(desk).first)
        #expect(finding.isDamage && finding.ids == [bookmark])
        let content = "the content of “Page” (\(document.id))."
        #expect(finding.message == "Lost by the cloud, and whole on this device: " + content)
        #expect(finding.next == "cloudy docs send \(document.id)")
        #expect(try desk.home.sendAgain([document]).count == 1)
        try await desk.home.exchangeDocuments()
        #expect(try findings(desk).isEmpty)
        try await world.exchange(laptop)
        #expect(try laptop.home.contents.content(document.head.content) != nil)
    }

    /// A person who sends a document again wants that, even if all transfers are paused.
    @Test func resendingWorksWhileAllTransfersArePaused() async throws {
        try desk.home.change(.pauseAll, [])
        try clear(cloud(desk))
        _ = try desk.home.sendAgain([document])
        try await desk.home.exchangeDocuments()
        #expect(try findings(desk).isEmpty)
    }

    @Test func damagedContentIsFetchedAgain() async throws {
        try damage(desk.home.contents.chunks)
        let finding = try #require(try findings(desk).first)
        #expect(finding.isDamage)
        #expect(finding.message.hasPrefix("Damaged on this device, but intact in the cloud: "))
        #expect(finding.next == "cloudy docs get \(document.id) -o FILE fetches it again.")
        _ = try await desk.home.content(of: document.head)
        #expect(try findings(desk).isEmpty)
    }

    @Test func contentMissingEverywhereIsLost() throws {
        try clear(cloud(desk))
        try clear(desk.home.contents.chunks)
        let finding = try #require(try findings(desk).first)
        #expect(finding.isDamage)
        #expect(finding.message.hasPrefix("Neither this device nor the cloud has the content of “"))
        #expect(finding.next.contains("cloudy save \(bookmark)"))
        guard case .lost = desk.home.absence(of: document) else {
            Issue.record("\(desk.home.absence(of: document))")
            return
        }
    }

    @Test func intactEarlierVersionIsOffered() async throws {
        try world.save(Array("<p>weeds</p>".utf8), of: bookmark, on: desk)
        try await world.exchange(desk)
        let head = try #require(try desk.home.documents(ofBookmark: bookmark).first).head.content
        for folder in [cloud(desk), desk.home.contents.chunks] { try folder.drop([head]) }
        let finding = try #require(try findings(desk).first)
        #expect(finding.next.hasSuffix("cloudy docs restore \(document.id) 1"))
    }

    @Test func contentNotSentYetIsNotDamage() async throws {
        try clear(cloud(desk))
        try await world.exchange(laptop)
        let finding = try #require(try findings(laptop).first)
        #expect(!finding.isDamage)
        #expect(finding.message.hasPrefix("Not sent by desk yet: "))
    }

    /// The cloud's folder was cleared by hand; a sync that a person waits for fills it again.
    @Test func syncRefillsAClearedCloudFolder() async throws {
        try clear(cloud(desk))
        try await desk.home.exchangeDocuments(waits: true)
        #expect(try findings(desk).isEmpty)
        #expect(cloud(desk).contains(document.head.content))
    }

    /// The only copy is kept, whatever the notes about the cloud say.
    @Test func onlyCopyOfAContentIsNotDropped() throws {
        try clear(cloud(desk))
        #expect(throws: DocumentError.self) { try desk.home.drop(document) }
        #expect(desk.home.contents.contains(document.head.content))
    }

    /// While no record in the cloud names a content, another device may collect it.
    @Test func contentOfAnUnsentRecordIsNotDropped() async throws {
        let id = try desk.add("B", "https://b.example/")
        try world.save([1, 2, 3], of: id, on: desk)
        try await desk.home.exchangeDocuments()
        let new = try #require(try desk.home.documents(ofBookmark: id).first)
        #expect(cloud(desk).contains(new.head.content))
        #expect(throws: DocumentError.self) { try desk.home.drop(new) }
        try desk.home.drop(document)
        let kept = try #require(try desk.home.documentExchange?.undroppable())
        #expect(kept == [new.head.content])
        try await desk.sync()
        try desk.home.drop(new)
        #expect(!desk.home.contents.contains(new.head.content))
    }
}
