import ReplicaFile
import Replication
import ScratchFolder
import Testing

/// The processes that are notified of each visible change.
struct ChangesTests {
    let folder = ScratchFolder()

    private func changes(
        _ replica: ReplicaFile, after revision: Int64 = 0, notBy process: Int64
    ) throws -> [LocalChange] {
        try replica.read { try $0.changes(after: revision, notBy: process) }
    }

    @Test func processesHearOnlyOfChangesByOthers() throws {
        let replica = try folder.replica()
        try replica.put(.unsent("c", .string("1")), cause: .edit(process: 1))
        try replica.put(.unsent("b", .string("2")), cause: .edit(process: 2))
        try replica.put(
            .unsent("a", .string("3")).sent(revision: 1),
            cause: .cloud(device: "laptop", isInitial: true))
        let cloud = LocalChange(
            key: "a", localRevision: 3, cause: .cloud(device: "laptop", isInitial: true))
        let second = LocalChange(key: "b", localRevision: 2, cause: .edit(process: 2))
        let first = LocalChange(key: "c", localRevision: 1, cause: .edit(process: 1))
        #expect(try changes(replica, notBy: 1) == [cloud, second])
        #expect(try changes(replica, notBy: 2) == [cloud, first])
        #expect(try changes(replica, after: 2, notBy: 1) == [cloud])
        #expect(try changes(replica, after: 3, notBy: 9).isEmpty)
        #expect(try replica.read { try $0.localRevision() } == 3)
    }

    @Test func onlyTheLatestChangeOfAKeyIsReported() throws {
        let replica = try folder.replica()
        try replica.put(.unsent("a", .string("1")), cause: .edit(process: 1))
        try replica.put(
            .unsent("a", nil, counter: 2), cause: .cloud(device: "laptop", isInitial: false))
        let latest = LocalChange(
            key: "a", localRevision: 2, cause: .cloud(device: "laptop", isInitial: false))
        #expect(try changes(replica, notBy: 1) == [latest])
        try replica.put(.unsent("a", .string("3"), counter: 3), cause: .edit(process: 1))
        #expect(try changes(replica, notBy: 1).isEmpty)
    }

    @Test func confirmationByTheCloudIsNotAChange() throws {
        let replica = try folder.replica()
        let edit = ReplicaEntry.unsent("a", .string("1"))
        try replica.put(edit, cause: .edit(process: 1))
        try replica.put(
            edit.sent(revision: 1), cause: .cloud(device: "laptop", isInitial: false))
        #expect(try replica.read { try $0.localRevision() } == 1)
        #expect(try changes(replica, notBy: 1).isEmpty)
        #expect(try changes(replica, notBy: 2).map(\.cause) == [.edit(process: 1)])
    }

    /// A tombstone of a key that was never here changes nothing visible, even for a process that
    /// has not looked for a while.
    @Test func tombstoneOfAnUnknownKeyIsNotAChange() throws {
        let replica = try folder.replica()
        try replica.put(.unsent("a", .string("1")), cause: .edit(process: 1))
        try replica.put(
            .unsent("gone", nil).sent(revision: 1),
            cause: .cloud(device: "laptop", isInitial: false))
        #expect(try changes(replica, notBy: 2).map(\.key) == ["a"])
    }
}
