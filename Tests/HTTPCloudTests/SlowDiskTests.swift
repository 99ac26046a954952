import CloudMessages
import Dispatch
import LocalCloud
import Replication
import ScratchFolder
import Synchronization
import TestSupport
import Testing

@testable import CloudServer
@testable import ServerAccounts

/// Accounts on a slow disk.
@Suite(.ownThread, .timeLimit(.minutes(2))) struct SlowDiskTests {
    private let folder = ScratchFolder()

    /// A disk on which opening the first store with this text in its path blocks until a test lets
    /// it go.
    private final class SlowDisk: Sendable {
        private let text: String
        private let isReached = Atomic(false)
        private let gate = DispatchSemaphore(value: 0)
        private let arrival = DispatchSemaphore(value: 0)

        init(_ text: String) { self.text = text }

        func open(_ folder: String) {
            guard folder.contains(text), !isReached.exchange(true, ordering: .relaxed) else {
                return
            }
            arrival.signal()
            gate.wait()
        }

        func waitForArrival() { arrival.wait() }

        func letGo() { gate.signal() }
    }

    /// A store is made in a temporary folder, and opened in the account's.
    @Test(arguments: ["/.making-", "/accounts/ada"], [Access.Scope.write, .read])
    func slowStoreDoesNotDelayOtherAccounts(_ text: String, _ other: Access.Scope) async throws {
        let accounts = try AccountsFile(folder: folder.path("data"))
        let ada = try accounts.addAccount("ada")
        _ = try accounts.addAccount("bob")
        let bob = try accounts.addToken(account: "bob", name: "", scope: other)
        let disk = SlowDisk(text)
        let directory = ServerDirectory(accounts, whenOpening: { disk.open($0) })
        let slow = Task(executorPreference: ThreadForEachJob()) {
            try await directory.access(token: ada)?.cloud(.own).quota().head
        }
        disk.waitForArrival()
        let cloud = try await directory.access(token: bob)?.cloud(.own)
        #expect(try await cloud?.quota().head == 0)
        // The accounts can still be changed, too.
        _ = try accounts.addAccount("eve")
        disk.letGo()
        #expect(try await slow.value == 0)
        let store = folder.path("data/accounts/ada/cloud.sqlite")
        #expect(try await LocalCloud(path: store).quota().head == 0)
    }

    /// A store that is being made while its account is removed must not bring the folder back.
    @Test func storeIsNotCreatedInARemovedAccount() async throws {
        let accounts = try AccountsFile(folder: folder.path("data"))
        let token = try accounts.addAccount("ada")
        let disk = SlowDisk("/.making-")
        let directory = ServerDirectory(accounts, whenOpening: { disk.open($0) })
        let making = Task(executorPreference: ThreadForEachJob()) {
            try await directory.access(token: token)?.cloud(.own)
        }
        disk.waitForArrival()
        try accounts.removeAccount("ada")
        disk.letGo()
        await #expect(throws: CloudError.self) { try await making.value }
        #expect(folder.names("data/accounts").isEmpty)
    }
}
