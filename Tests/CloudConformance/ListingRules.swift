import Replication
import Testing

extension CloudRule {
    static let listing: [CloudRule] = [
        CloudRule("A new cloud is empty, and its listing is complete") { trial in
            let cloud = try await trial.cloud()
            let reply = try await cloud.list(.start, limit: 10)
            #expect(reply.head == 0)
            #expect(
                reply.value.asAnyCloudSays
                    == Listing(entries: [], next: 0, hasMore: false, isComplete: true, floor: 0))
        },
        CloudRule("A listing has all records in the order of their revisions") { trial in
            let cloud = try await trial.cloud()
            let r1 = try await cloud.commit(.set("b", "1"))
            let r2 = try await cloud.commit(.set("a", "2"))
            let r3 = try await cloud.commit(.set("b", "3", expecting: r1))
            let reply = try await cloud.list(.start, limit: 10)
            #expect(
                reply.value.entries == [
                    CloudEntry(key: "a", revision: r2, record: Array("2".utf8), isTombstone: false),
                    CloudEntry(key: "b", revision: r3, record: Array("3".utf8), isTombstone: false),
                ])
            #expect(reply.head == r3)
            #expect(reply.value.next == r3)
            #expect(!reply.value.hasMore)
        },
        CloudRule("The pages of a listing add up to the whole listing") { trial in
            let cloud = try await trial.cloud()
            for number in 0..<7 { try await cloud.commit(.set("key \(number)", "x")) }
            let whole = try await cloud.listAll()
            for limit in [1, 3, 7, 8] {
                let first = try await cloud.list(.start, limit: limit).value
                #expect(first.entries.count == min(limit, 7))
                #expect(first.hasMore == (limit < 7))
                #expect(first.isComplete)
                #expect(try await cloud.listAll(limit: limit) == whole)
            }
            let rest = try await cloud.list(.resume(after: whole.entries[4].revision), limit: 9)
            #expect(rest.value.entries == Array(whole.entries[5...]))
            #expect(rest.value.isComplete)
        },
        CloudRule("A listing after a cursor has exactly the later changes") { trial in
            let cloud = try await trial.cloud()
            try await cloud.commit(.set("old", "x"))
            let cursor = try await cloud.commit(.set("gone", "x"))
            let nothing = try await cloud.list(.changes(after: cursor), limit: 10).value
            #expect(
                nothing.asAnyCloudSays
                    == Listing(
                        entries: [], next: cursor, hasMore: false, isComplete: false, floor: 0))
            try await cloud.commit(.delete("gone", expecting: cursor))
            let next = try await cloud.commit(.set("new", "x"))
            let changes = try await cloud.list(.changes(after: cursor), limit: 10).value
            #expect(changes.entries.map(\.key) == ["gone", "new"])
            #expect(changes.entries.map(\.isTombstone) == [true, false])
            #expect(changes.next == next)
            #expect(!changes.isComplete)
            let pages = try await cloud.listAll(from: .changes(after: cursor), limit: 1)
            #expect(pages == changes)
        },
        CloudRule("A change between two pages is in a later page") { trial in
            let cloud = try await trial.cloud()
            let revision = try await cloud.commit(.set("a", "1"))
            try await cloud.commit(.set("b", "1"))
            let first = try await cloud.list(.start, limit: 1).value
            #expect(first.entries.map(\.key) == ["a"])
            try await cloud.commit(.set("a", "2", expecting: revision), .set("c", "1"))
            let rest = try await cloud.listAll(from: .resume(after: first.next), limit: 1)
            #expect(rest.entries.map(\.key) == ["b", "a", "c"])
        },
        CloudRule("A cursor that is ahead of the cloud gets a complete listing") { trial in
            let cloud = try await trial.cloud()
            let head = try await cloud.commit(.set("a", "1"))
            let listing = try await cloud.list(.changes(after: head + 1), limit: 10).value
            #expect(listing.isComplete)
            #expect(listing.entries.map(\.key) == ["a"])
            #expect(listing.next == head)
        },
        CloudRule("All connections see one cloud") { trial in
            let (fixture, cloud) = try await trial.start()
            let other = try await fixture.connect()
            try await cloud.commit(.set("a", "1"))
            let (mine, theirs) = (
                try await cloud.list(.start, limit: 9), try await other.list(.start, limit: 9)
            )
            #expect(mine.value == theirs.value)
            #expect(mine.head == theirs.head)
            #expect(mine.epoch == theirs.epoch)
            #expect(!mine.epoch.isEmpty)
        },
        CloudRule("Two clouds differ in their epochs") { trial in
            let (a, b) = (try await trial.cloud(), try await trial.cloud())
            #expect(try await a.quota().epoch != b.quota().epoch)
        },
        CloudRule("Every reply tells the cloud's time") { trial in
            let (fixture, cloud) = try await trial.start()
            let before = try await cloud.list(.start, limit: 1).time
            try await fixture.advance(milliseconds: CloudRule.day)
            let times = [
                try await cloud.list(.start, limit: 1).time,
                try await cloud.compareAndSet([.set("a", "1")]).time,
                try await cloud.acknowledge(.a, cursor: 0).time,
                try await cloud.retire(.a).time,
                try await cloud.quota().time,
            ]
            for time in times { #expect(time >= before + CloudRule.day) }
        },
    ]
}

extension Listing {
    /// The listing with `provesAbsence` set, so that a layer over an untrusted cloud, which proves
    /// less, compares as equal.
    fileprivate var asAnyCloudSays: Listing {
        var listing = self
        listing.provesAbsence = true
        return listing
    }
}
