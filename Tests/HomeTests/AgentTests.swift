import BookmarkLibrary
import DeviceStore
import Glibc
import KeyValueStore
import LocalCloud
import Replication
import ScratchFolder
import Synchronization
import TestSupport
import Testing

/// The agent, which syncs with a cloud over a network for all processes of a device.
@Suite(.ownThread) struct AgentTests {
    private let folder = ScratchFolder()

    private func location() throws -> HomeLocation {
        try HomeLocation(
            home: folder.path("home"), device: "desk", environment: [:], hostName: ""
        ).inUsedAccount()
    }

    private func set(_ value: String, in identifier: String) throws {
        let device = try DeviceStore(location().store(identifier: identifier))
        try device.store.set(.string(value), forKey: "key")
    }

    private func isExchanged(_ identifier: String) async throws -> Bool {
        let cloud = try LocalCloud(path: folder.path("cloud-\(identifier)"))
        return try await !cloud.list(.start, limit: 10).value.entries.isEmpty
    }

    private func eventually(_ condition: () async throws -> Bool) async throws -> Bool {
        for _ in 0..<600 {
            if try await condition() { return true }
            try await Task.sleep(for: .milliseconds(50))
        }
        return false
    }

    /// A store that a program made just before the agent ends does not wait for the next command.
    @Test func agentFindsStoresCreatedBeforeItEnds() throws {
        try location().useCloud(CloudAccess(url: "https://cloud.example", token: "any"))
        let connect: RemoteCloud.Connector = { [folder] _, identifier in
            if identifier == "bad" { throw HomeError(.configuration, "It cannot be there.") }
            return try LocalCloud(path: folder.path("cloud-\(identifier ?? "own")"))
        }
        let stores = ExchangedStores(try Home(location(), connect: connect), connect: connect)
        #expect(!stores.openNewStores())
        try set("a", in: "bad")
        #expect(!stores.openNewStores())
        try set("b", in: "late")
        #expect(stores.openNewStores())
        #expect(!stores.openNewStores())
    }

    @Test func storeThatCannotSyncIsReportedAndOthersStillSync() async throws {
        try location().useCloud(CloudAccess(url: "https://cloud.example", token: "any"))
        try set("a", in: "bad")
        try set("b", in: "good")
        let folder = folder
        let connect: RemoteCloud.Connector = { _, identifier in
            if identifier == "bad" { throw HomeError(.configuration, "It cannot be there.") }
            return try LocalCloud(path: folder.path("cloud-\(identifier ?? "own")"))
        }
        let reports = Mutex<[String]>([])
        let home = try Home(location(), connect: connect)
        let agent = Task {
            try await home.runAgent(ExchangedStores(home, connect: connect)) { report in
                reports.withLock { $0.append(report) }
            }
        }
        #expect(try await eventually { try await isExchanged("good") })
        try set("c", in: "made-later")
        #expect(try await eventually { try await isExchanged("made-later") })
        agent.cancel()
        try await agent.value
        let expected = "The store bad does not sync: It cannot be there."
        #expect(reports.withLock { $0 } == [expected])
    }

    @Test func cloudAccessIsStoredAndReplacedAsAWhole() throws {
        let access = CloudAccess(
            url: "https://cloud.example", token: "any", authority: Array("a certificate".utf8),
            identity: CloudIdentity(certificate: "/certificate", key: "/with a blank/key"))
        #expect(try location().cloudAccess() == nil)
        try location().useCloud(access)
        #expect(try location().cloudAccess() == access)
        let other = CloudAccess(url: "https://other.example", token: "more")
        try location().useCloud(other)
        #expect(try location().cloudAccess() == other)
        #expect(try location().remote?.authorityFile == nil)
        #expect(try location().remote?.identity == nil)
    }

    @Test func formerCloudAccessIsKeptForGoingBack() throws {
        let first = CloudAccess(
            url: "https://first.example", token: "one", authority: Array("a certificate".utf8),
            identity: CloudIdentity(certificate: "/certificate", key: "/key"))
        let second = CloudAccess(url: "https://second.example", token: "two")
        try location().useCloud(first)
        #expect(try location().formerAccess() == nil)
        try location().useCloud(second)
        #expect(try location().formerAccess() == first)
        let token = folder.path("home/devices/desk/cloud.before/cloud.token")
        var status = stat()
        #expect(stat(token, &status) == 0 && status.st_mode & 0o777 == 0o600)
        // Setting the same access again does not replace the former one. Another token may be for
        // another account.
        try location().useCloud(second)
        #expect(try location().formerAccess() == first)
        try location().useCloud(CloudAccess(url: second.url, token: "three"))
        #expect(try location().formerAccess() == second)
        try location().useCloud(first)
        #expect(try location().formerAccess()?.token == "three")
        try location().keepFormer(nil)
        #expect(try location().formerAccess() == nil)
        try location().useCloud(second)
        try location().leaveCloud()
        #expect(try location().formerAccess() == nil)
        #expect(stat(token, &status) != 0)
    }
}
