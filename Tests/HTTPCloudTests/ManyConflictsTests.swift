import CloudConformance
import EtcdProcess
import Replication
import TestSupport
import Testing

/// A batch whose conflicts do not fit into an answer.
@Suite(.ownThread, .timeLimit(.minutes(10))) struct ManyConflictsTests {
    @Test(arguments: Etcd.isInstalled ? [false, true] : [false])
    func batchWithTooManyConflictsIsRefusedAsAWhole(_ isInEtcd: Bool) async throws {
        let fixture: any CloudFixture =
            isInEtcd ? try await SharedFixture() : try await HTTPFixture()
        let cloud = try await fixture.connect()
        let actor = ActorID(rawValue: 1)
        let sender = Sender(actor: actor, confirmed: nil, pending: [], next: nil)
        // 17 MiB in all.
        let record = [UInt8](repeating: 7, count: 1_380_000)
        let keys = (1...13).map { "large \($0)" }
        for key in keys {
            let change = ProposedChange(
                key: key, expectedRevision: 0, record: record, isTombstone: false)
            let reply = try await cloud.compareAndSet([change], from: sender)
            #expect(reply.value == [.committed(revision: reply.head)])
        }
        let before = try await cloud.quota()
        let batch = (["small"] + keys).map { key in
            ProposedChange(key: key, expectedRevision: 0, record: [1], isTombstone: false)
        }
        let marked = Sender(
            actor: actor, confirmed: nil, pending: [], next: SendMark(number: 1, nonce: 2))
        let error = await #expect(throws: CloudError.self) {
            try await cloud.compareAndSet(batch, from: marked)
        }
        #expect(error?.code == .notAllowed)
        #expect(error?.message.contains("Send fewer changes at once") == true)
        let after = try await cloud.quota()
        #expect((after.head, after.value) == (before.head, before.value))
        // The refused batch left no mark either, which would make its sender take itself for a
        // copy.
        let fewer = try await cloud.compareAndSet(Array(batch.prefix(9)), from: sender)
        #expect(fewer.value.first == .committed(revision: fewer.head))
        let conflicts = fewer.value.dropFirst().map { outcome in
            if case .conflict(let entry?) = outcome { entry.record.count } else { 0 }
        }
        #expect(conflicts == Array(repeating: record.count, count: 8))
    }
}
