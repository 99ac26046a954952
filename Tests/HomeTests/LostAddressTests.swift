import DeviceStore
import FileCoordination
import Glibc
import KeyValueStore
import Replication
import ScratchFolder
import Testing

/// A device that lost the file with the address of its server.
@Suite(.timeLimit(.minutes(10))) struct LostAddressTests {
    private let folder = ScratchFolder()
    private let url = "https://cloud.example"

    private func location() throws -> HomeLocation {
        try HomeLocation(
            home: folder.path("home"), device: "laptop", environment: [:], hostName: ""
        ).inUsedAccount()
    }

    private var address: String { folder.path("home/devices/laptop/cloud") }

    enum Damage: CaseIterable, Sendable { case deleted, emptied, garbled, noAddress }

    private func lose(_ damage: Damage) throws {
        switch damage {
        case .deleted: unlink(address)
        case .emptied: try writeAtomically([], to: address)
        case .garbled: try writeAtomically([0xFF, 0xFE, 10], to: address)
        case .noAddress: try writeAtomically(Array("hello\n".utf8), to: address)
        }
    }

    @Test(arguments: Damage.allCases)
    func deviceThatLostItsServerAddressSendsNoEdits(_ damage: Damage) async throws {
        try location().useCloud(CloudAccess(url: url, token: "ada"))
        try lose(damage)
        let device = try DeviceStore(location().store)
        try device.store.set(.string("mine"), forKey: "a")
        for _ in 0..<2 {
            let error = await #expect(throws: CloudError.self) { try await device.syncAndWait() }
            #expect(error?.message.contains("cloudy cloud use \(url)") == true)
            #expect(error?.message.contains("cloudy cloud leave") == true)
            await #expect(throws: CloudError.self) { try await device.syncOnce() }
        }
        let state = try device.syncState()
        #expect(state.lacksAddress && state.unsent == 1)
        #expect(access(folder.path("home/clouds/local/cloud.sqlite"), F_OK) != 0)
        // The server is not called either: the agent gets nothing to do.
        let agent = try DeviceStore(location().store) { _, _ in
            throw CloudError(.unreachable, "It was asked.")
        }
        let told = await #expect(throws: CloudError.self) { try await agent.syncOnce() }
        #expect(told?.message.contains("It was asked") == false)
        #expect(throws: HomeError.self) { try location().cloudToken() }
    }

    /// A file that can't be read must not count as an empty one.
    @Test func unreadableCertificateAuthorityIsReported() throws {
        let access = CloudAccess(url: url, token: "ada", authority: Array("PEM".utf8))
        try location().useCloud(access)
        #expect(try location().cloudAccess() == access)
        let path = folder.path("home/devices/laptop/cloud.pem")
        #expect(unlink(path) == 0 && symlink("/proc/self/mem", path) == 0)
        let error = #expect(throws: HomeError.self) { try location().cloudAccess() }
        #expect(error?.message == "\(path) cannot be read: Input/output error.")
    }

    @Test(arguments: Damage.allCases)
    func namingTheServerRepairsTheLostAddress(_ damage: Damage) throws {
        try location().useCloud(CloudAccess(url: url, token: "ada"))
        try lose(damage)
        let kept = try #require(try location().lostAccess())
        #expect(kept.url == url && kept.token == "ada")
        try location().useCloud(kept)
        #expect(try location().remote?.url == url)
        #expect(try location().remote?.lostReason == nil)
        #expect(try location().cloudToken() == "ada")
        // It is the same server, so there is no former one.
        #expect(try location().formerAccess() == nil)
    }

    @Test(arguments: Damage.allCases)
    func leavingTheServerRepairsTheLostAddress(_ damage: Damage) async throws {
        try location().useCloud(CloudAccess(url: url, token: "ada"))
        try lose(damage)
        try location().leaveCloud()
        #expect(try location().remote == nil)
        let device = try DeviceStore(location().store)
        try device.store.set(.string("mine"), forKey: "a")
        try await device.syncOnce()
        #expect(
            try device.syncState()
                == SyncState(
                    device: "laptop", lastSync: try device.syncState().lastSync, isAlone: true))
    }

    /// A device that never used a server, or has left it, uses the cloud of its machine.
    @Test func deviceWithoutAServerHasNoLostAddress() throws {
        #expect(try location().remote == nil)
        try location().useCloud(CloudAccess(url: url, token: "ada"))
        try location().leaveCloud()
        #expect(try location().remote == nil)
    }

    /// The notes about the server's keys are kept when its address is lost.
    @Test func sealingNotesSurviveALostAddress() throws {
        try location().useCloud(CloudAccess(url: url, token: "ada"))
        var notes = try location().sealingNotes()
        notes.note(generation: 3, of: "account")
        notes.lockedSince = 5
        try location().changeSealingNotes { $0 = notes }
        try lose(.deleted)
        #expect(try location().sealingNotes() == notes)
        try location().useCloud(try #require(try location().lostAccess()))
        #expect(try location().sealingNotes() == notes)
    }
}
