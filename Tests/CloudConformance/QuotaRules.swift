import Replication
import Testing

extension CloudRule {
    static let quota: [CloudRule] = [
        CloudRule(
            "The quota reports its limits and its use", countsBytes: true
        ) { trial in
            let limits = Quota(
                maximumBytes: 1000, maximumKeys: 10, maximumKeyLength: 8, maximumValueBytes: 500)
            let cloud = try await trial.cloud(limits)
            var empty = try await cloud.quota().value
            // Only some clouds keep contents.
            empty.contents = nil
            #expect(empty == limits)
            let revision = try await cloud.commit(.set("a", "1"), .set("b", "1"))
            let before = try await cloud.quota().value
            #expect(before.usedKeys == 2)
            #expect(before.usedBytes > 0)
            let head = try await cloud.commit(.set("b", "1234", expecting: revision))
            let after = try await cloud.quota().value
            #expect(after.usedBytes == before.usedBytes + 3)
            try await cloud.commit(.delete("b", expecting: head))
            #expect(try await cloud.quota().value.usedKeys == 1)
            #expect(try await cloud.quota().value.usedBytes == before.usedBytes / 2)
        },
        CloudRule("A cloud at its limit of keys accepts changes and deletions") { trial in
            let cloud = try await trial.cloud(Quota(maximumKeys: 2))
            let (a, b) = (
                try await cloud.commit(.set("a", "1")), try await cloud.commit(.set("b", "1"))
            )
            let reply = try await cloud.compareAndSet([.set("c", "1")])
            #expect(reply.value == [.refused(.quota)])
            #expect(reply.head == b)
            try await cloud.commit(.set("a", "22", expecting: a))
            #expect(try await cloud.compareAndSet([.set("c", "1")]).value == [.refused(.quota)])
            try await cloud.commit(.delete("b", expecting: b), .set("c", "1"))
        },
        CloudRule(
            "A cloud at its limit of bytes accepts smaller records and deletions", countsBytes: true
        ) { trial in
            let cloud = try await trial.cloud(Quota(maximumBytes: 2000))
            let big = String(repeating: "x", count: 1500)
            let a = try await cloud.commit(.set("a", big))
            #expect(try await cloud.compareAndSet([.set("b", big)]).value == [.refused(.quota)])
            let grown = ProposedChange.set("a", big + big, expecting: a)
            #expect(try await cloud.compareAndSet([grown]).value == [.refused(.quota)])
            let b = try await cloud.commit(.set("a", "1", expecting: a), .set("b", big))
            try await cloud.commit(.delete("b", expecting: b), .set("c", big))
        },
        CloudRule(
            "A full cloud accepts a tombstone of any size", countsBytes: true
        ) { trial in
            let cloud = try await trial.cloud(Quota(maximumBytes: 100, maximumKeys: 1))
            let revision = try await cloud.commit(.set("a", "1"))
            var tombstone = ProposedChange.delete("a", expecting: revision)
            tombstone.record = Array(repeating: 1, count: 1000)
            try await cloud.commit(tombstone, .delete("b", expecting: 0))
            #expect(try await cloud.quota().value.usedKeys == 0)
            #expect(try await cloud.quota().value.usedBytes == 0)
        },
        CloudRule(
            "A record that can never fit is refused as too large, before other checks",
            countsBytes: true
        ) { trial in
            let limits = Quota(maximumKeys: 1, maximumKeyLength: 8, maximumValueBytes: 1000)
            let cloud = try await trial.cloud(limits)
            try await cloud.commit(.set("ü23456", "1"))
            let huge = String(repeating: "x", count: 1_000_000)
            let outcomes = try await cloud.compareAndSet([
                .set("ü2345678", "1"), .delete("123456789", expecting: 0), .set("a", huge),
                .set("ü23456", huge, expecting: 99),
            ]).value
            #expect(outcomes == Array(repeating: .refused(.tooLarge), count: 4))
        },
        CloudRule("A record may exceed the limit of values, since replicas add notes") { trial in
            let cloud = try await trial.cloud(Quota(maximumValueBytes: 1000))
            try await cloud.commit(.set("a", String(repeating: "x", count: 3000)))
        },
        CloudRule("A refused record is not stored, and conflicts come before the quota") { trial in
            let cloud = try await trial.cloud(Quota(maximumKeys: 1))
            let revision = try await cloud.commit(.set("a", "1"))
            let outcomes = try await cloud.compareAndSet([
                .set("b", "1"), .set("b", "1", expecting: 5), .set("a", "2", expecting: revision),
            ]).value
            #expect(
                outcomes == [
                    .refused(.quota), .conflict(nil), .committed(revision: revision + 1),
                ])
            #expect(try await cloud.listAll().entries.map(\.key) == ["a"])
        },
    ]
}
