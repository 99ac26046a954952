import Replication
import Testing

extension CloudRule {
    static let compareAndSet: [CloudRule] = [
        CloudRule("A new record is accepted when none is expected") { trial in
            let cloud = try await trial.cloud()
            let reply = try await cloud.compareAndSet([.set("a", "1")])
            guard case .committed(let revision)? = reply.value.first else {
                Issue.record("\(reply.value)")
                return
            }
            #expect(revision > 0)
            #expect(reply.head == revision)
            #expect(reply.value.count == 1)
        },
        CloudRule("A change that expects another revision conflicts with the record") { trial in
            let cloud = try await trial.cloud()
            let r1 = try await cloud.commit(.set("a", "1"))
            let r2 = try await cloud.commit(.set("a", "2", expecting: r1))
            let there = CloudEntry(
                key: "a", revision: r2, record: Array("2".utf8), isTombstone: false)
            for expected in [0, r1, r2 + 1] {
                let reply = try await cloud.compareAndSet([.set("a", "3", expecting: expected)])
                #expect(reply.value == [.conflict(there)])
                #expect(reply.head == r2)
            }
            #expect(try await cloud.listAll().entries == [there])
        },
        CloudRule("A change that expects a missing record is a conflict") { trial in
            let cloud = try await trial.cloud()
            let reply = try await cloud.compareAndSet([
                .set("a", "1", expecting: 1), .delete("b", expecting: 1),
            ])
            #expect(reply.value == [.conflict(nil), .conflict(nil)])
            #expect(reply.head == 0)
        },
        CloudRule("A tombstone is a record like any other") { trial in
            let cloud = try await trial.cloud()
            let r1 = try await cloud.commit(.set("a", "1"))
            let r2 = try await cloud.commit(.delete("a", expecting: r1))
            let tombstone = CloudEntry(key: "a", revision: r2, record: [0], isTombstone: true)
            #expect(try await cloud.listAll().entries == [tombstone])
            let conflict = try await cloud.compareAndSet([.set("a", "2")]).value
            #expect(conflict == [.conflict(tombstone)])
            try await cloud.commit(.set("a", "2", expecting: r2))
            #expect(try await cloud.listAll().entries.map(\.isTombstone) == [false])
            try await cloud.commit(.delete("never there", expecting: 0))
        },
        CloudRule("Each change of a batch has an outcome of its own, in their order") { trial in
            let cloud = try await trial.cloud()
            let r1 = try await cloud.commit(.set("a", "1"))
            let reply = try await cloud.compareAndSet([
                .set("b", "2"), .set("a", "2"), .set("a", "3", expecting: r1), .set("c", "2"),
            ])
            let there = CloudEntry(
                key: "a", revision: r1, record: Array("1".utf8), isTombstone: false)
            #expect(
                reply.value == [
                    .committed(revision: r1 + 1), .conflict(there),
                    .committed(revision: r1 + 2), .committed(revision: r1 + 3),
                ])
            #expect(reply.head == r1 + 3)
        },
        CloudRule("A key that is twice in a batch conflicts with itself") { trial in
            let cloud = try await trial.cloud()
            let outcomes = try await cloud.compareAndSet([.set("a", "1"), .set("a", "2")]).value
            let there = CloudEntry(
                key: "a", revision: 1, record: Array("1".utf8), isTombstone: false)
            #expect(outcomes == [.committed(revision: 1), .conflict(there)])
        },
        CloudRule("An empty batch changes nothing") { trial in
            let cloud = try await trial.cloud()
            let head = try await cloud.commit(.set("a", "1"))
            let reply = try await cloud.compareAndSet([])
            #expect(reply.value == [])
            #expect(reply.head == head)
        },
        CloudRule(
            "Keys and records are bytes, and come back unchanged", comparesBytes: true
        ) { trial in
            let cloud = try await trial.cloud()
            // The second and the third key look the same, but differ: nothing normalizes keys.
            let keys = ["", "\u{E9}", "e\u{301}", "a\u{0}b", "a", "A", "a ", "日本語", "🏳️‍🌈", "'\"%_"]
            let record = (0...255).map { UInt8($0) }
            for (index, key) in keys.enumerated() {
                try await cloud.commit(
                    ProposedChange(
                        key: key, expectedRevision: 0, record: index == 0 ? [] : record,
                        isTombstone: false))
            }
            let entries = try await cloud.listAll().entries
            #expect(entries.map { Array($0.key.utf8) } == keys.map { Array($0.utf8) })
            #expect(entries.map(\.record) == [[]] + Array(repeating: record, count: 9))
        },
        CloudRule("A thousand records fit into one batch") { trial in
            let cloud = try await trial.cloud()
            let batch = (0..<1000).map { ProposedChange.set("key \($0)", "x") }
            let outcomes = try await cloud.compareAndSet(batch).value
            #expect(outcomes == (1...1000).map { .committed(revision: $0) })
            #expect(try await cloud.listAll(limit: 300).entries.count == 1000)
        },
        CloudRule("Concurrent writers of one record succeed one at a time") { trial in
            let (fixture, cloud) = try await trial.start()
            let (writers, rounds) = (4, 25)
            try await cloud.commit(.set("count", "0"))
            try await withThrowingTaskGroup { group in
                for _ in 1...writers {
                    let cloud = try await fixture.connect()
                    group.addTask {
                        for _ in 1...rounds { try await cloud.increment("count") }
                    }
                }
                try await group.waitForAll()
            }
            let entries = try await cloud.listAll().entries
            #expect(entries.map(\.count) == [writers * rounds])
            #expect(entries.map(\.revision) == [Int64(writers * rounds) + 1])
        },
    ]
}

extension CloudEntry {
    var count: Int { Int(String(decoding: record, as: UTF8.self)) ?? -1 }
}

extension Cloud {
    /// Increments a record that is a counter; repeats until no other writer was faster.
    func increment(_ key: String) async throws {
        var entry = try await list(.start, limit: 1000).value.entries.first { $0.key == key }
        while let there = entry {
            let change = ProposedChange.set(key, "\(there.count + 1)", expecting: there.revision)
            guard case .conflict(let other)? = try await compareAndSet([change]).value.first
            else { return }
            entry = other
        }
    }
}
