import Replication
import Testing

extension CloudRule {
    /// A cloud where "gone" was added and deleted, "kept" added, and `.a` and `.b` are registered.
    private static func deleted(
        _ trial: Trial
    ) async throws -> (fixture: any CloudFixture, cloud: any Cloud, tombstone: Int64, head: Int64) {
        let (fixture, cloud) = try await trial.start()
        try await cloud.register(.a)
        try await cloud.register(.b)
        let added = try await cloud.commit(.set("gone", "1"))
        let tombstone = try await cloud.commit(.delete("gone", expecting: added))
        let head = try await cloud.commit(.set("kept", "1"))
        return (fixture, cloud, tombstone, head)
    }

    static let collection: [CloudRule] = [
        CloudRule("A tombstone is collected when it is old and every replica has seen it") {
            trial in
            let (fixture, cloud, tombstone, head) = try await deleted(trial)
            _ = try await cloud.acknowledge(.a, cursor: tombstone)
            _ = try await cloud.acknowledge(.b, cursor: tombstone)
            try await fixture.advance(milliseconds: 29 * CloudRule.day)
            try await fixture.collect()
            #expect(try await cloud.listAll().entries.map(\.key) == ["gone", "kept"])
            try await fixture.advance(milliseconds: 2 * CloudRule.day)
            try await fixture.collect()
            let listing = try await cloud.list(.start, limit: 10)
            #expect(listing.value.entries.map(\.key) == ["kept"])
            #expect(listing.head == head)
            #expect(try await cloud.commit(.set("gone", "2")) == head + 1)
        },
        CloudRule("A tombstone waits for the slowest replica") { trial in
            let (fixture, cloud, tombstone, head) = try await deleted(trial)
            _ = try await cloud.acknowledge(.a, cursor: head)
            _ = try await cloud.acknowledge(.b, cursor: tombstone - 1)
            try await fixture.advance(milliseconds: 31 * CloudRule.day)
            try await fixture.collect()
            #expect(try await cloud.listAll().entries.map(\.key) == ["gone", "kept"])
            _ = try await cloud.acknowledge(.b, cursor: head)
            try await fixture.collect()
            #expect(try await cloud.listAll().entries.map(\.key) == ["kept"])
        },
        CloudRule("A tombstone waits for a replica that has just registered") { trial in
            let (fixture, cloud, _, head) = try await deleted(trial)
            _ = try await cloud.acknowledge(.a, cursor: head)
            _ = try await cloud.acknowledge(.b, cursor: head)
            try await fixture.advance(milliseconds: 31 * CloudRule.day)
            try await cloud.register(.c)
            try await fixture.collect()
            #expect(try await cloud.listAll().entries.map(\.key) == ["gone", "kept"])
        },
        CloudRule("A replica that registers with its cursor has acknowledged it") { trial in
            let (fixture, cloud, _, head) = try await deleted(trial)
            try await cloud.register(.a, cursor: head)
            try await cloud.register(.b, cursor: head)
            try await fixture.advance(milliseconds: 31 * CloudRule.day)
            try await fixture.collect()
            #expect(try await cloud.listAll().entries.map(\.key) == ["kept"])
        },
        CloudRule("A tombstone waits again for a replica that starts over") { trial in
            let (fixture, cloud, _, head) = try await deleted(trial)
            _ = try await cloud.acknowledge(.a, cursor: head)
            _ = try await cloud.acknowledge(.b, cursor: head)
            try await cloud.register(.b, cursor: 0)
            try await fixture.advance(milliseconds: 31 * CloudRule.day)
            try await fixture.collect()
            #expect(try await cloud.listAll().entries.map(\.key) == ["gone", "kept"])
        },
        CloudRule("A replica with a cursor ahead of the cloud has seen nothing") {
            trial in
            let (fixture, cloud, _, head) = try await deleted(trial)
            _ = try await cloud.acknowledge(.a, cursor: head)
            try await cloud.register(.b, cursor: head + 1)
            try await fixture.advance(milliseconds: 31 * CloudRule.day)
            try await fixture.collect()
            #expect(try await cloud.listAll().entries.map(\.key) == ["gone", "kept"])
        },
        CloudRule("A tombstone does not wait for retired or unregistered replicas") { trial in
            let (fixture, cloud, _, head) = try await deleted(trial)
            try await cloud.commit(.set("relayed", "1"), from: .lax(.c))
            _ = try await cloud.acknowledge(.a, cursor: head)
            _ = try await cloud.retire(.b)
            try await fixture.advance(milliseconds: 31 * CloudRule.day)
            try await fixture.collect()
            #expect(try await cloud.listAll().entries.map(\.key) == ["kept", "relayed"])
        },
        CloudRule("A tombstone does not wait for a replica that is away over 180 days") { trial in
            let (fixture, cloud, _, head) = try await deleted(trial)
            try await fixture.advance(milliseconds: 181 * CloudRule.day)
            try await cloud.register(.c, cursor: head)
            try await fixture.collect()
            #expect(try await cloud.listAll().entries.map(\.key) == ["kept"])
        },
        CloudRule("An acknowledgement never goes back, nor ahead of the cloud") { trial in
            let (fixture, cloud, _, head) = try await deleted(trial)
            _ = try await cloud.acknowledge(.a, cursor: head)
            _ = try await cloud.acknowledge(.a, cursor: 1)
            _ = try await cloud.acknowledge(.b, cursor: head + 1000)
            _ = try await cloud.acknowledge(.c, cursor: head)
            try await fixture.advance(milliseconds: 31 * CloudRule.day)
            try await fixture.collect()
            #expect(try await cloud.listAll().entries.map(\.key) == ["gone", "kept"])
            _ = try await cloud.acknowledge(.b, cursor: head)
            try await fixture.collect()
            #expect(try await cloud.listAll().entries.map(\.key) == ["kept"])
        },
        CloudRule("A cursor older than a collected tombstone gets a complete listing") { trial in
            let (fixture, cloud, tombstone, head) = try await deleted(trial)
            _ = try await cloud.acknowledge(.a, cursor: head)
            _ = try await cloud.acknowledge(.b, cursor: head)
            try await fixture.advance(milliseconds: 31 * CloudRule.day)
            try await fixture.collect()
            let late = try await cloud.list(.changes(after: tombstone - 1), limit: 10).value
            #expect(late.isComplete)
            #expect(late.floor == tombstone)
            #expect(late.entries.map(\.key) == ["kept"])
            let current = try await cloud.list(.changes(after: tombstone), limit: 10).value
            #expect(!current.isComplete)
            #expect(current.entries.map(\.key) == ["kept"])
        },
        CloudRule("A deleted key that is set again is not collected") { trial in
            let (fixture, cloud, tombstone, _) = try await deleted(trial)
            let head = try await cloud.commit(.set("gone", "2", expecting: tombstone))
            _ = try await cloud.acknowledge(.a, cursor: head)
            _ = try await cloud.acknowledge(.b, cursor: head)
            try await fixture.advance(milliseconds: 31 * CloudRule.day)
            try await fixture.collect()
            #expect(try await cloud.listAll().entries.map(\.key) == ["kept", "gone"])
            #expect(!(try await cloud.list(.changes(after: 1), limit: 10).value.isComplete))
        },
    ]
}
