import DeviceStore
import KeyValueStore
import LocalCloud
import Replication
import ScratchFolder
import TestSupport
import Testing

/// A sync that one process of a device asks for and another does, which reaches the cloud.
@Suite(.ownThread, .timeLimit(.minutes(10))) struct SyncElsewhereTests {
    private let folder = ScratchFolder()

    /// One more process of a device; only its agent talks to the cloud.
    private func process(
        _ device: String, reaching cloud: FailingCloud? = nil
    ) throws -> DeviceStore {
        let location = try HomeLocation(
            home: folder.path("home"), device: device, environment: [:], hostName: ""
        ).inUsedAccount()
        if location.remote == nil {
            try location.useCloud(CloudAccess(url: "https://cloud.example", token: "any"))
        }
        let store = try location.inUsedAccount().store
        guard let cloud else { return try DeviceStore(store) }
        return try DeviceStore(store) { _, _ in cloud }
    }

    private func cloud() throws -> FailingCloud {
        FailingCloud(try LocalCloud(path: folder.path("cloud.sqlite")))
    }

    private func withAgent(
        of device: String, reaching cloud: FailingCloud, _ body: (DeviceStore) async throws -> Void
    ) async throws {
        let agent = try process(device, reaching: cloud)
        let run = Task { await agent.runEngine() }
        let other = try process(device)
        while !other.isEngineRunningElsewhere { try await Task.sleep(for: .milliseconds(5)) }
        do { try await body(other) } catch {
            run.cancel()
            throw error
        }
        run.cancel()
        await run.value
    }

    /// The agent has answers of the cloud from the first page on, and deletions with the last one.
    @Test func itReturnsWhenAllIsHere() async throws {
        let desk = try process("desk", reaching: try cloud())
        let keys = (0..<2200).map { "k\($0)" }
        try desk.store.set(keys.map { ($0, .integer(1)) })
        try await desk.syncOnce()
        let cloud = try cloud()
        cloud.delayListings(by: .milliseconds(150))
        try await withAgent(of: "laptop", reaching: cloud) { laptop in
            try await laptop.syncAndWait()
            #expect(try laptop.store.dictionaryRepresentation().count == 2200)
            try desk.store.set(keys.prefix(1700).map { ($0, nil) })
            try await desk.syncOnce()
            await #expect(throws: SyncError.self) { try await laptop.syncAndWait() }
            #expect(try laptop.heldDeletions()?.deletions == 1700)
            try laptop.answerHeldDeletions(.accept)
            try await laptop.syncAndWait()
            #expect(try laptop.store.dictionaryRepresentation().count == 500)
        }
    }

    @Test(arguments: [CloudError.Code.unreachable, .notAllowed])
    func whatWasInTheWayBeforeIsNotSaid(_ code: CloudError.Code) async throws {
        let cloud = try cloud()
        let failure = CloudError(code, "No cloud today.")
        cloud.fail(failure)
        try await withAgent(of: "laptop", reaching: cloud) { laptop in
            try laptop.store.set(.integer(1), forKey: "k")
            await #expect(throws: failure) { try await laptop.syncAndWait() }
            // The pause before the next attempt grows with each.
            await #expect(throws: failure) { try await laptop.syncAndWait() }
            await #expect(throws: failure) { try await laptop.syncAndWait() }
            cloud.fail(nil)
            try await laptop.syncAndWait()
            #expect(try laptop.syncState().unsent == 0)
        }
    }

    /// Nobody answers before an agent is there; the wish waits for it.
    @Test func anAgentThatComesUpLaterDoesIt() async throws {
        let desk = try process("desk", reaching: try cloud())
        try desk.store.set(.integer(1), forKey: "k")
        try await desk.syncOnce()
        let laptop = try process("laptop")
        let sync = Task { try await laptop.syncAndWait() }
        try await Task.sleep(for: .milliseconds(300))
        try await withAgent(of: "laptop", reaching: try cloud()) { _ in
            try await sync.value
            #expect(try laptop.store.object(forKey: "k") == .integer(1))
        }
        let left = folder.names(in: "home/devices/laptop").filter { $0.hasPrefix("wish-") }
        #expect(left.isEmpty)
    }
}
