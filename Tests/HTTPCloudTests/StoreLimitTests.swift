import CloudMessages
import EtcdProcess
import Replication
import ScratchFolder
import Testing

@testable import CloudServer
@testable import RemoteClouds
@testable import ServerAccounts

/// The limit of a store covers everything that is kept for it.
@Suite(.timeLimit(.minutes(10))) struct StoreLimitTests {
    private static let limit = 100_000
    private let folder = ScratchFolder()
    private let sender = Sender(
        actor: ActorID(rawValue: 1), confirmed: nil, pending: [], next: nil)

    private func folderCloud() async throws -> any Cloud {
        let accounts = try AccountsFile(folder: folder.path("data"))
        let token = try accounts.addAccount("ada")
        let directory = ServerDirectory(accounts, storeLimit: Int64(Self.limit))
        return try await #require(try directory.access(token: token)).cloud(.own)
    }

    private func etcdCloud() async throws -> any Cloud {
        let fixture = try await SharedFixture()
        let directory = EtcdDirectory(
            fixture.accounts, quota: Quota(maximumBytes: Int64(Self.limit)),
            bounds: StoreBounds(deletedBytes: Int64(Self.limit)))
        return try await #require(try await directory.access(token: fixture.token)).cloud(.own)
    }

    /// The bytes of all records and deletions of a cloud, with their keys.
    private func held(_ cloud: any Cloud) async throws -> Int {
        var (bytes, position) = (0, ListingPosition.start)
        while true {
            let page = try await cloud.list(position, limit: 5000).value
            bytes += page.entries.reduce(0) { $0 + $1.record.count + $1.key.utf8.count }
            if !page.hasMore { return bytes }
            position = .resume(after: page.next)
        }
    }

    private func changes(
        _ range: Range<Int>, _ name: String, tombstone: Bool, size: Int,
        expected: [Int64?] = []
    ) -> [ProposedChange] {
        range.map { number in
            ProposedChange(
                key: "\(name)\(number)",
                expectedRevision: expected.isEmpty ? 0 : expected[number - range.lowerBound] ?? 0,
                record: Array(repeating: 7, count: size), isTombstone: tombstone)
        }
    }

    private func revisions(_ outcomes: [ChangeOutcome]) -> [Int64?] {
        outcomes.map { if case .committed(let revision) = $0 { revision } else { nil } }
    }

    private func check(_ cloud: any Cloud) async throws {
        // Deletions of keys that never existed are kept, as sealing needs, but count towards the
        // limit.
        let never = try await cloud.compareAndSet(
            changes(0..<50, "never", tombstone: true, size: 5000), from: sender
        ).value
        #expect(revisions(never).compactMap { $0 }.count == 39)
        #expect(never.last == .refused(.quota))
        #expect(try await held(cloud) <= 2 * Self.limit)
    }

    private func checkTurnover(_ cloud: any Cloud) async throws {

        // A device that adds and deletes repeatedly takes at most twice the limit.
        for round in 0..<30 {
            let added = try await cloud.compareAndSet(
                changes(0..<10, "\(round).", tombstone: false, size: 2000), from: sender
            ).value
            let revisions = revisions(added)
            let there = (0..<10).filter { revisions[$0] != nil }
            let deletions = there.map { number in
                ProposedChange(
                    key: "\(round).\(number)", expectedRevision: revisions[number] ?? 0,
                    record: Array(repeating: 8, count: 2050), isTombstone: true)
            }
            let deleted = try await cloud.compareAndSet(deletions, from: sender).value
            #expect(
                self.revisions(deleted).allSatisfy { $0 != nil },
                "a full store must still accept deletions")
        }
        #expect(try await held(cloud) <= 2 * Self.limit + 10 * 128)
        #expect(try await cloud.quota().value.usedBytes == 0)
        let full = try await cloud.compareAndSet(
            changes(0..<1, "more", tombstone: false, size: 3000), from: sender)
        #expect(full.value == [.refused(.quota)])
    }

    @Test func storeInAFolderStaysWithinItsLimit() async throws { try await check(folderCloud()) }

    @Test func turnoverInAFolderStaysWithinTheStoreLimit() async throws {
        try await checkTurnover(folderCloud())
    }

    @Test(.enabled(if: Etcd.isInstalled, "etcd is not installed"))
    func storeInAnEtcdStaysWithinItsLimit() async throws { try await check(etcdCloud()) }

    @Test(.enabled(if: Etcd.isInstalled, "etcd is not installed"))
    func turnoverInAnEtcdStaysWithinTheStoreLimit() async throws {
        try await checkTurnover(etcdCloud())
    }

    @Test func storeCannotExceedItsReplicaLimit() async throws {
        let accounts = try AccountsFile(folder: folder.path("data"))
        let token = try accounts.addAccount("ada")
        let directory = ServerDirectory(
            accounts, storeLimit: 1 << 20, bounds: StoreBounds(deletedBytes: 1 << 20, replicas: 20))
        let cloud = try await #require(try directory.access(token: token)).cloud(.own)
        func register(_ actor: UInt64) async throws -> RegistrationOutcome {
            let sender = Sender(
                actor: ActorID(rawValue: actor), confirmed: nil, pending: [], next: nil)
            return try await cloud.register(
                Registration(sender: sender, device: "d", cursor: 0)
            ).value
        }
        // Devices that only send are forgotten when there are too many.
        for number in 1...100 {
            let sender = Sender(
                actor: ActorID(rawValue: UInt64(number)), confirmed: nil, pending: [],
                next: SendMark(number: 1, nonce: 1))
            _ = try await cloud.acknowledge(0, from: sender)
        }
        for actor in 1001...1020 { #expect(try await register(UInt64(actor)) == .accepted) }
        let error = await #expect(throws: CloudError.self) { try await register(2000) }
        #expect(error?.code == .notAllowed && error?.message.contains("20 devices") == true)
        #expect(try await register(1001) == .accepted)
        _ = try await cloud.retire(ActorID(rawValue: 1002))
        #expect(try await register(2000) == .accepted)
    }

    @Test func batchWithTooLargeConflictsIsRefused() async throws {
        let accounts = try AccountsFile(folder: folder.path("data"))
        let token = try accounts.addAccount("ada")
        let cloud = try await #require(try ServerDirectory(accounts).access(token: token))
            .cloud(.own)
        let large = changes(0..<1, "a", tombstone: false, size: 9 << 20)
        _ = try await cloud.compareAndSet(large, from: sender)
        let again = changes(0..<1, "a", tombstone: false, size: 1)
        #expect(try await cloud.compareAndSet(again, from: sender).value.count == 1)
        let more = changes(0..<1, "b", tombstone: false, size: 1) + again + again
        let error = await #expect(throws: CloudError.self) {
            try await cloud.compareAndSet(more, from: sender)
        }
        #expect(error?.code == .notAllowed && error?.message.contains("fewer") == true)
        #expect(try await cloud.quota().head == 1, "a refused batch must change nothing")
    }
}
