import Replication
import SeededRandom
import Simulator
import TestSupport
import Testing

/// Damaged records give an error or a record, and never crash the program.
struct FuzzTests {
    private static func record(_ value: PropertyListValue?, _ actor: UInt64) -> Record {
        Record(
            content: value.map { .live($0) } ?? .deleted(last: .dictionary(["url": .string("x:")])),
            vector: VersionVector([ActorID(rawValue: .max): 7, ActorID(rawValue: actor): 300]),
            stamp: Stamp(milliseconds: 1_700_000_000_000, counter: 9),
            actor: ActorID(rawValue: actor), device: "laptop",
            superseded: [
                SupersededValue(field: "name", value: .string("x"), stamp: .zero, device: "phone")
            ])
    }

    private static let seeds = [
        record(
            .dictionary([
                "url": .string("https://é.example/"), "added": .date(1_700_000_000.5),
                "tags": .array([.string("a"), .string("b")]), "n": .integer(-5),
                "deep": .array([.array([.dictionary(["x": .data([1, 2]), "y": .real(.nan)])])]),
            ]), 5),
        record(nil, 6), record(.boolean(true), 7),
    ].map { $0.encoded() }

    @Test func damagedRecordsAreRefusedOrReadConsistently() throws {
        var fuzzer = Fuzzer(
            "records", seed: 1, seeds: Self.seeds, rounds: 20_000,
            environment: Command.inheritedEnvironment)
        var last = try Record(encoded: Self.seeds[0])
        let policy = MergePolicy.fields(sets: ["tags"])
        let outcome = try fuzzer.run { (bytes, _) throws in
            guard let record = try? Record(encoded: bytes) else { return false }
            #expect(try Record(encoded: record.encoded()) == record)
            let merged = merge(nil, record, last, policy: policy)
            #expect(merge(nil, last, record, policy: policy) == merged)
            #expect(try Record(encoded: merged.encoded()) == merged)
            last = record
            return true
        }
        #expect(outcome.sound > outcome.rounds / 100, "some damaged records must still be readable")
    }

    @Test func damagedPoliciesAreRefusedOrRead() throws {
        let policies = MergePolicies(["b.": .fields(sets: ["tags"]), "c.": .latest])
        var fuzzer = Fuzzer(
            "rules of merging", seed: 2, seeds: [policies.encoded()], rounds: 20_000,
            environment: Command.inheritedEnvironment)
        let outcome = fuzzer.run { bytes, _ in
            guard let read = try? MergePolicies(encoded: bytes) else { return false }
            _ = read.policy(forKey: "b.x")
            return true
        }
        #expect(outcome.sound > 0, "some damaged rules must still be readable")
    }

    /// A cloud that always answers with the same page is asked again later, and not at once,
    /// forever.
    @Test func listingWithoutProgressEnds() throws {
        for isComplete in [true, false] {
            var device = ModelDevice("laptop", actor: 1)
            try device.set("a", .string("mine"))
            try device.handle(.hinted)
            var calls = 0
            while let number = device.outbox.first?.number, calls < 100 {
                let call = device.outbox[0].call
                device.dropCalls()
                calls += 1
                guard case .list = call else {
                    var cloud = ModelCloud()
                    try device.handle(.answered(call: number, cloud.answer(call)))
                    continue
                }
                let page = Listing(
                    entries: [], next: 0, hasMore: true, isComplete: isComplete, floor: 0)
                try device.handle(
                    .answered(
                        call: number,
                        .listed(CloudReply(epoch: "first", head: 5, time: 1_000_000, value: page))))
            }
            #expect(calls < 10)
            #expect(device.wait != nil, "the device must try again later")
            #expect(device.replicator.lastError?.code == .unusable)
            #expect(device.value("a") == .string("mine"))
        }
    }
}
