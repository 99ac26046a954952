import DeviceStore
import KeyValueStore
import LocalCloud
import ReplicaFile
import Replication
import ScratchFolder
import Testing

@testable import SealedCloud

/// A server can't write records of a sealed account, and must not be able to delete them by
/// omitting them.
@Suite(.timeLimit(.minutes(10))) struct AbsenceTests {
    private let folder = ScratchFolder()

    /// A device with some keys that has synced with a server which can omit records.
    private func device(
        _ keys: [String], deleting deleted: [String] = []
    ) async throws -> (DeviceStore, LyingServer) {
        let fixture = try await SealedFixture()
        let server = LyingServer(try fixture.store())
        let home = try HomeLocation(
            home: folder.path("home"), device: "laptop", environment: [:], hostName: ""
        ).inUsedAccount()
        try home.useCloud(CloudAccess(url: "https://cloud.example", token: "any"))
        let names = try await fixture.account().check(fixture.secrets.current)
        let secret = fixture.secrets.current
        try home.useSealingKey(
            SealingKeyFile(
                url: "https://cloud.example", id: secret.id, current: secret.bytes, names: names))
        let sealed = SealedCloud(
            server, keys: KeyStore(try fixture.keys()), store: "", name: "the cloud",
            secrets: fixture.secrets, memory: TestMemory())
        let device = try DeviceStore(home.inUsedAccount().store) { _, _ in sealed }
        try device.store.set((keys + deleted).map { ($0, .string("of \($0)")) })
        try await device.syncOnce()
        try device.store.set(deleted.map { ($0, nil) })
        try await device.syncOnce()
        return (device, server)
    }

    /// The names under which the server stores some keys.
    private func names(_ keys: [String], of device: DeviceStore) throws -> [String] {
        let location = try HomeLocation(
            home: folder.path("home"), device: "laptop", environment: [:], hostName: ""
        ).inUsedAccount()
        let key = try #require(try location.sealingKey())
        return keys.map { SealedNames(key: key.names).name(of: $0, in: "") }
    }

    private func record(_ key: String, of device: DeviceStore) throws -> Record? {
        try device.replica.read { try $0.entry(forKey: key)?.record }
    }

    private static let keys = (0..<30).map { "k\($0)" }

    @Test(arguments: [1, 10, 30]) func omittedRecordsStayAndAreAskedAbout(count: Int) async throws {
        let (device, server) = try await device(Self.keys)
        let left = Array(Self.keys.prefix(count))
        server.hide(try names(left, of: device))
        let held = HeldDeletions(deletions: count, total: 30, missing: count)
        for _ in 0..<2 {
            await #expect(throws: SyncError.held(held)) { try await device.syncOnce() }
            #expect(try device.store.dictionaryRepresentation().count == 30)
            #expect(try device.syncState().missing == count)
            #expect(try device.heldKeys() == left.sorted())
        }
        // If the server has the records again, the question is withdrawn.
        server.hide([])
        try await device.syncOnce()
        #expect(try device.heldDeletions() == nil)
        #expect(try device.store.dictionaryRepresentation().count == 30)
    }

    @Test func otherRecordsSyncWhileDeletionsAreHeld() async throws {
        let (device, server) = try await device(Self.keys)
        server.hide(try names(["k1"], of: device))
        try device.store.set(.string("mine"), forKey: "new")
        await #expect(throws: SyncError.self) { try await device.syncOnce() }
        #expect(try device.syncState().unsent == 0)
        #expect(try device.store.object(forKey: "new") == .string("mine"))
    }

    @Test func acceptedDeletionsGoToTheTrash() async throws {
        let (device, server) = try await device(Self.keys)
        server.hide(try names(["k1", "k2"], of: device))
        await #expect(throws: SyncError.self) { try await device.syncOnce() }
        try device.answerHeldDeletions(.accept)
        try await device.syncOnce()
        #expect(try device.store.object(forKey: "k1") == nil)
        let record = try #require(try record("k1", of: device))
        #expect(record.isTombstone && record.latestValue == .string("of k1"))
        #expect(record.device == "laptop")
    }

    /// The consent covers only the records that were shown.
    @Test func consentDoesNotCoverFurtherOmittedRecords() async throws {
        let (device, server) = try await device(Self.keys)
        server.hide(try names(["k1", "k2"], of: device))
        await #expect(throws: SyncError.self) { try await device.syncOnce() }
        try device.answerHeldDeletions(.accept)
        server.hide(try names(["k1", "k2", "k3"], of: device))
        let held = HeldDeletions(deletions: 3, total: 30, missing: 3)
        await #expect(throws: SyncError.held(held)) { try await device.syncOnce() }
        #expect(try device.store.dictionaryRepresentation().count == 30)
    }

    @Test func restoredRecordsStayWithANewVersion() async throws {
        let (device, server) = try await device(Self.keys)
        server.hide(try names(["k1", "k2"], of: device))
        await #expect(throws: SyncError.self) { try await device.syncOnce() }
        let before = try record("k1", of: device)
        try device.answerHeldDeletions(.restore)
        try? await device.syncOnce()
        #expect(try device.store.dictionaryRepresentation().count == 30)
        #expect(try record("k1", of: device)?.vector != before?.vector)
    }

    /// A record in the trash is not removed from it either.
    @Test func omittedRecordInTheTrashStaysThere() async throws {
        let (device, server) = try await device(["a"], deleting: ["gone"])
        server.hide(try names(["gone"], of: device))
        try await device.syncOnce()
        #expect(try record("gone", of: device)?.latestValue == .string("of gone"))
    }
}
