import CloudMessages
import LocalCloud
import Replication
import ScratchFolder
import Synchronization
import TestSupport
import Testing

@testable import CloudServer
@testable import ServerAccounts

/// A revocation between the check of a token and the commit of its call, which use two files.
@Suite(.ownThread, .timeLimit(.minutes(2))) struct LateRevocationTests {
    private let folder = ScratchFolder()

    /// The call has checked its token, and is about to commit.
    @Test(arguments: [true, false])
    func revocationWaitsForACommitThatHasBegun(_ isReplaced: Bool) async throws {
        let accounts = try AccountsFile(folder: folder.path("data"))
        let token = try accounts.addAccount("ada")
        let access = try #require(try ServerDirectory(accounts).access(token: token))
        _ = try await access.cloud(.own).quota()
        let path = folder.path("data/accounts/ada/cloud.sqlite")
        let revoking = Mutex<Task<Int64, any Error>?>(nil)
        let cloud = GuardedCloud(try LocalCloud(path: path)) { [folder] () throws(CloudError) in
            let task = Task.detached(executorPreference: ThreadForEachJob()) {
                let accounts = try AccountsFile(folder: folder.path("data"))
                if isReplaced {
                    _ = try accounts.rotateToken(1)
                } else {
                    try accounts.revokeToken(1)
                }
                return try await LocalCloud(path: path).quota().head
            }
            revoking.withLock { $0 = task }
            while (try? ServerDirectory(accounts).access(token: token)) != nil {}
        }
        let sender = Sender(actor: ActorID(rawValue: 1), confirmed: nil, pending: [], next: nil)
        let change = ProposedChange(key: "a", expectedRevision: 0, record: [1], isTombstone: false)
        let reply = try await cloud.compareAndSet([change], from: sender)
        #expect(reply.value == [.committed(revision: 1)])
        let task = try #require(revoking.withLock { $0 })
        #expect(try await task.value == 1, "no commit may follow a revocation that has returned")
    }
}
