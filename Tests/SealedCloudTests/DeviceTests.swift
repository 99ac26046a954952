import DeviceStore
import KeyValueStore
import LocalCloud
import ReplicaFile
import Replication
import ScratchFolder
import SealedCloud
import Testing

/// A device's replica and engine, with a cloud that other devices seal.
@Suite(.timeLimit(.minutes(10))) struct DeviceTests {
    private let folder = ScratchFolder()
    private let url = "https://cloud.example"

    /// The device in its account, with the files that exist by now.
    private func location() throws -> HomeLocation {
        try HomeLocation(
            home: folder.path("home"), device: "laptop", environment: [:], hostName: ""
        ).inUsedAccount()
    }

    private func store(_ fixture: SealedFixture, _ memory: TestMemory) throws -> DeviceStore {
        let location = try location()
        let key = try location.sealingKey().flatMap { SealingSecret(bytes: $0.current) }
        return try DeviceStore(location.store) { _, _ in
            guard let key else { return try fixture.plainDevice(memory) }
            return try fixture.device(SealingSecrets(current: key), memory)
        }
    }

    private func join(_ fixture: SealedFixture, _ secrets: SealingSecrets) async throws {
        let names = try await fixture.account().check(secrets.current)
        try location().useSealingKey(
            SealingKeyFile(
                url: url, id: secrets.current.id, current: secrets.current.bytes, names: names))
    }

    @Test func deviceReceivesEarlierSealedRecordsAfterItGetsTheKey() async throws {
        let fixture = try await SealedFixture(isSealed: false)
        try location().useCloud(CloudAccess(url: url, token: "any"))
        try await fixture.plainDevice().write("alpha", .page("alpha"))
        let (memory, listening) = (TestMemory(), try store(fixture, TestMemory()))
        let agent = Task { await listening.runEngine() }
        // A listing counts as a sync before its entries are stored, so no state can be waited for.
        while try listening.store.object(forKey: "alpha") == nil {
            try await Task.sleep(for: .milliseconds(5))
        }
        try await fixture.account().create(fixture.secrets)
        try await fixture.device().write("beta", .page("beta"))
        for await state in listening.syncStates() where state.phase != .idle { break }
        agent.cancel()
        await agent.value
        try await join(fixture, fixture.secrets)
        let joined = try store(fixture, memory)
        try await joined.syncOnce()
        #expect(try joined.store.object(forKey: "beta") != nil)
        #expect(try joined.store.object(forKey: "alpha") != nil)
    }

    /// An earlier version moved the cursor past records that it could not open.
    @Test func cursorBeyondSealedRecordsMovesBackOnce() async throws {
        let fixture = try await SealedFixture()
        try location().useCloud(CloudAccess(url: url, token: "any"))
        try await fixture.device().write("beta", .page("beta"))
        let head = try await fixture.store().list(.start, limit: 10)
        let passed = try store(fixture, TestMemory())
        try passed.replica.write(.durable) { replica in
            var meta = try replica.meta()
            (meta.cursor, meta.head, meta.epoch) = (head.head, head.head, head.epoch)
            try replica.setMeta(meta)
        }
        try await join(fixture, fixture.secrets)
        for _ in 0..<2 {
            let joined = try store(fixture, TestMemory())
            try await joined.syncOnce()
            #expect(try joined.store.object(forKey: "beta") != nil)
            // The cursor is moved back only once.
            #expect(try joined.replica.read { try $0.meta().cursor } == head.head)
        }
    }
}
