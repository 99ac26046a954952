import CloudConformance
import EtcdProcess
import Glibc
import Replication
import TestSupport
import Testing

@testable import RemoteClouds

/// The traps of a real etcd: compaction, a full database, and its limits.
@Suite(
    .ownThread, .serialized, .timeLimit(.minutes(10)),
    .enabled(if: Etcd.isInstalled, "etcd is not installed"))
struct TrapTests {
    private let sender = Sender(
        actor: ActorID(rawValue: 1), confirmed: nil, pending: [],
        next: SendMark(number: 1, nonce: 1))

    private func start(_ options: String...) throws -> Etcd {
        var setup = Etcd.Setup()
        setup.options = options
        let etcd = try Etcd(setup)
        try Etcd.waitUntilReady([etcd])
        return etcd
    }

    private func change(
        _ key: String, bytes: Int = 1, expecting revision: Int64 = 0
    ) -> ProposedChange {
        ProposedChange(
            key: key, expectedRevision: revision, record: Array(repeating: 7, count: bytes),
            isTombstone: false)
    }

    @Test func compactionHidesNoChanges() async throws {
        let etcd = try start()
        let cloud = try EtcdFixture([etcd.url]).cloud()
        var hints = cloud.hints().makeAsyncIterator()
        _ = await hints.next()
        for number in 1...5 { try await cloud.commit(change("\(number)"), from: sender) }
        let revision = try await cloud.ledger.find().revision
        try etcd.control("compaction", "\(revision)", "--physical")
        #expect(try await cloud.list(.changes(after: 2), limit: 10).value.entries.count == 3)
        try await cloud.commit(change("6"), from: sender)
        _ = await hints.next()
        var again = cloud.hints().makeAsyncIterator()
        #expect(await again.next() != nil, "a new watch must begin after the compacted revisions")
    }

    @Test(.enabled(if: Etcd.isReadWhileFull, "this etcd refuses to read while it is full"))
    func fullDatabaseCanBeReadAndFreed() async throws {
        let etcd = try start("--quota-backend-bytes", "\(2 << 20)")
        let cloud = try EtcdFixture([etcd.url]).cloud()
        var (known, error) = ([Int64](), CloudError?.none)
        for number in 0..<60 where error == nil {
            do {
                known.append(
                    try await cloud.commit(change("\(number)", bytes: 100_000), from: sender))
            } catch let failure as CloudError { error = failure }
        }
        #expect(error?.message.contains("NOSPACE") == true, "\(String(describing: error))")
        #expect(error?.code == .unreachable, "a failed write must report that nothing changed")
        let listed = try await cloud.list(.start, limit: 100).value.entries.map(\.revision)
        #expect(listed == known, "exactly the committed records must be listed")
        let newcomer = Registration(
            sender: Sender(
                actor: ActorID(rawValue: 2), confirmed: nil, pending: [], next: nil),
            device: "new", cursor: 0)
        let joined = try? await cloud.register(newcomer).value
        #expect(joined == .accepted, "a device that only reads must be accepted")
        // The history is deleted, and with a tenth of the records the room that they take.
        for (number, _) in known.enumerated() {
            try etcd.control("del", cloud.testedPlace(known[number]))
        }
        let revision = try await cloud.ledger.find().revision
        try etcd.control("compaction", "\(revision)", "--physical")
        try etcd.control("defrag")
        try etcd.control("alarm", "disarm")
        try await cloud.commit(change("after"), from: sender)
    }

    @Test func batchIsSplitToFitTheLimitsOfTheEtcd() async throws {
        let etcd = try start("--max-txn-ops", "16", "--max-request-bytes", "20000")
        let cloud = try EtcdFixture([etcd.url]).cloud()
        let small = try await cloud.compareAndSet(
            (0..<30).map { change("\($0)", bytes: 1000) }, from: sender)
        #expect(small.value == (1...30).map { .committed(revision: $0) })
        let mixed = try await cloud.compareAndSet(
            [change("a"), change("b", bytes: 40_000), change("c")], from: sender)
        #expect(
            mixed.value == [
                .committed(revision: 31), .refused(.tooLarge), .committed(revision: 32),
            ])
    }

    @Test func clientLogsInAgainAndOnlyWhereItHasPermission() async throws {
        let etcd = try start()
        try etcd.askForNames(prefix: "tests/ada/")
        let fixture = EtcdFixture([etcd.url])
        func cloud(_ user: String?, _ password: String, _ prefix: String) throws -> EtcdCloud {
            try fixture.cloud {
                ($0.user, $0.password, $0.prefix) = (user, password, prefix)
            }
        }
        let ada = try cloud("ada", "love lace", "tests/ada/")
        try await ada.commit(change("a"), from: sender)
        var hints = ada.hints().makeAsyncIterator()
        _ = await hints.next()
        // Tokens are lost when the process that gave them ends.
        etcd.signal(SIGKILL)
        try etcd.start()
        try Etcd.waitUntilReady([etcd], user: "root:root")
        try await ada.commit(change("b"), from: sender)
        var seen = false
        while !seen {
            _ = await hints.next()
            seen = try await ada.quota().head == 2
        }
        for refused in [
            try cloud("ada", "love lace", "tests/bob/"), try cloud("ada", "wrong", "tests/ada/"),
            try cloud(nil, "", "tests/ada/"),
        ] {
            let error = await #expect(throws: CloudError.self) { try await refused.quota() }
            #expect(error?.code == .notAllowed, "\(error?.message ?? "")")
        }
    }

    @Test func addressWithoutAnEtcdIsExplained() async throws {
        let etcd = try start()
        let cloud = try EtcdFixture([etcd.url + "/elsewhere"]).cloud()
        let error = await #expect(throws: CloudError.self) { try await cloud.quota() }
        #expect(error?.code == .unusable)
        #expect(error?.message.contains("3.4 or later") == true, "\(error?.message ?? "")")
    }

    /// The gateway answers a watch only when the request's body has ended, so no watch is added to
    /// a connection that has one. Each watch gets a connection of its own.
    @Test func eachWatchHearsItsOwnChanges() async throws {
        let etcd = try start()
        let connection = try EtcdConnection(
            EtcdCluster(members: [etcd.url], prefix: "tests/"), patience: .short, clock: { $0 })
        let clouds = ["one", "two"].map {
            EtcdCloud(connection, at: EtcdPlace(prefix: "tests/\($0)/", state: "tests/\($0)/state"))
        }
        var hints = clouds.map { $0.hints().makeAsyncIterator() }
        for index in hints.indices { _ = await hints[index].next() }
        for (index, cloud) in clouds.enumerated() {
            try await cloud.commit(change("a"), from: sender)
            #expect(await hints[index].next() != nil)
        }
    }

    @Test func cloudWithoutItsStateIsUnusable() async throws {
        let etcd = try start()
        let fixture = EtcdFixture([etcd.url])
        let cloud = try fixture.cloud()
        try await cloud.commit(change("a"), from: sender)
        try etcd.control("del", fixture.prefix + "own/state")
        let error = await #expect(throws: CloudError.self) { try await cloud.quota() }
        #expect(error?.code == .unusable, "\(error?.message ?? "")")
    }
}

extension EtcdCloud {
    /// The key under which a record is stored.
    fileprivate func testedPlace(_ revision: Int64) -> String {
        String(decoding: ledger.keys.record(revision), as: UTF8.self)
    }
}

extension Cloud {
    /// Commits a change that must not fail, and returns its revision.
    @discardableResult
    func commit(_ change: ProposedChange, from sender: Sender) async throws -> Int64 {
        let outcome = try await compareAndSet([change], from: sender).value.first
        guard case .committed(let revision)? = outcome else {
            throw CloudError(.unusable, "not committed: \(String(describing: outcome))")
        }
        return revision
    }
}
