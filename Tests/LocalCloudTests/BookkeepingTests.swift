import FileCoordination
import Glibc
import Replication
import SQLite
import SeededRandom
import Testing

@testable import CloudConformance
@testable import LocalCloud

/// The cloud's running totals match a fresh count.
@Suite struct BookkeepingTests {
    let fixture = LocalFixture()

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func usedQuotaMatchesTheLiveRecords(_ seed: UInt64) async throws {
        var random = SplitMix(seed: seed)
        let cloud = try fixture.open()
        var revisions: [String: Int64] = [:]
        for _ in 1...100 {
            var batch: [ProposedChange] = []
            for _ in 1...Int.random(in: 1...5, using: &random) {
                let key = "é\(Int.random(in: 0...20, using: &random))"
                let record = [UInt8](repeating: 1, count: .random(in: 0...99, using: &random))
                batch.append(
                    ProposedChange(
                        key: key, expectedRevision: revisions[key] ?? 0, record: record,
                        isTombstone: .random(using: &random)))
            }
            let outcomes = try await cloud.compareAndSet(batch).value
            for (change, outcome) in zip(batch, outcomes) {
                if case .committed(let revision) = outcome { revisions[change.key] = revision }
            }
        }
        let live = try await cloud.listAll().entries.filter { !$0.isTombstone }
        let used = try await cloud.quota().value
        #expect(used.usedKeys == live.count)
        #expect(
            Int(used.usedBytes) == live.map { $0.record.count + $0.key.utf8.count }.reduce(0, +))
    }

    @Test func acknowledgementCollectsDeletionsOnceADay() async throws {
        let cloud = try fixture.open()
        try await cloud.register(.a)
        for key in ["a", "b"] {
            let revision = try await cloud.commit(.set(key, "1"))
            let head = try await cloud.commit(.delete(key, expecting: revision))
            _ = try await cloud.acknowledge(.a, cursor: head)
            if key == "a" { fixture.advance(milliseconds: CloudFile.day) }
        }
        fixture.advance(milliseconds: 30 * CloudFile.day - 1)
        // The first deletion is old enough to be collected, and the second is not.
        _ = try await cloud.acknowledge(.a, cursor: 0)
        #expect(try await cloud.listAll().entries.map(\.key) == ["b"])
        fixture.advance(milliseconds: 1)
        _ = try await cloud.acknowledge(.a, cursor: 0)
        #expect(try await cloud.listAll().entries.map(\.key) == ["b"])
        fixture.advance(milliseconds: CloudFile.day)
        _ = try await cloud.acknowledge(.a, cursor: 0)
        #expect(try await cloud.listAll().entries.map(\.key) == [])
    }

    @Test func clockThatWasSetBackDoesNotStopCollections() async throws {
        let cloud = try fixture.open()
        _ = try await cloud.acknowledge(.a, cursor: 0)
        fixture.advance(milliseconds: -10 * CloudFile.day)
        let due = try cloud.withFile { try $0.isCollectionDue(at: fixture.clock.time) }
        #expect(due)
    }

    @Test func callsThatChangeNothingDoNotWriteToTheFile() async throws {
        let cloud = try fixture.open()
        func dataVersion() throws -> Int64? {
            try watcher.first("PRAGMA data_version") { $0.integer(0) }
        }
        let watcher = try Database(path: fixture.path)
        try await cloud.register(.a)
        _ = try await cloud.acknowledge(.a, cursor: 0)
        let before = try dataVersion()
        fixture.advance(milliseconds: 1000)
        try await cloud.register(.a)
        _ = try await cloud.acknowledge(.a, cursor: 0)
        _ = try await cloud.compareAndSet([.set("a", "1", expecting: 7)])
        #expect(try dataVersion() == before)
        _ = try await cloud.acknowledge(0, from: .as(.a, confirmed: 1, next: 2))
        #expect(try dataVersion() != before)
    }

    @Test func listingPagesHaveALimitedSize() async throws {
        let cloud = try fixture.open()
        let large = String(repeating: "x", count: 1_000_000)
        for key in 1...7 { try await cloud.commit(.set("\(key)", large)) }
        let first = try await cloud.list(.start, limit: 1000).value
        #expect(first.entries.count == 5)
        #expect(first.hasMore)
        #expect(try await cloud.listAll().entries.count == 7)
        #expect(try await cloud.list(.start, limit: 0).value.entries.count == 1)
    }

    @Test func fullCloudAcceptsDeletionsAndSmallerRecords() async throws {
        let record = String(repeating: "x", count: 100_000)
        let revision = try await fixture.open().commit(.set("a", record), .set("b", record))
        let smaller = Quota(maximumBytes: 100_000, maximumKeys: 1, maximumValueBytes: 40_000)
        let cloud = try LocalCloud(path: fixture.path, quota: smaller)
        try await cloud.commit(.set("b", String(record.dropLast()), expecting: revision))
        let grown = ProposedChange.set("b", record, expecting: revision + 1)
        #expect(try await cloud.compareAndSet([grown]).value == [.refused(.quota)])
        var tombstone = ProposedChange.delete("b", expecting: revision + 1)
        tombstone.record = Array((record + record).utf8)
        try await cloud.commit(tombstone)
    }

    @Test(.timeLimit(.minutes(10))) func doorbellRingsOnlyForCommits() async throws {
        let cloud = try fixture.open()
        let doorbell = try Doorbell(path: fixture.path + "-bell")
        var rings = doorbell.rings().makeAsyncIterator()
        let head = try await cloud.commit(.set("a", "1"))
        #expect(await rings.next() != nil)
        utimes(doorbell.path, [timeval(), timeval()])
        try await cloud.register(.a)
        _ = try await cloud.compareAndSet([.set("a", "2")])
        _ = try await cloud.acknowledge(.a, cursor: head)
        _ = try await cloud.retire(.a)
        try await cloud.collect()
        var status = stat()
        #expect(stat(doorbell.path, &status) == 0)
        #expect(status.st_mtim.tv_sec == 0)
    }

    @Test func icloudQuotaIsApplied() async throws {
        let fixture = LocalFixture(CloudFixtureOptions(quota: .icloud))
        let cloud = try await fixture.connect()
        let record = String(repeating: "x", count: 1000)
        let batch = (0..<1048).map { ProposedChange.set("\($0)", record) }
        let outcomes = try await cloud.compareAndSet(batch).value
        #expect(outcomes.count { $0 == .refused(.quota) } == 24)
        #expect(Quota.icloud.maximumKeyLength == 384)
    }
}
