import Replication
import SeededRandom
import TestSupport
import Testing

/// The laws of a merge, for all records of a small world, and for random larger records.
@Suite(.ownThread) struct MergeLawTests {
    static let policies: [MergePolicy] = [.latest, .fields(sets: []), .fields(sets: ["a"])]

    /// Two fields of three values each, or a tombstone; seven vectors of two actors.
    static let small: [Record] = {
        let values: [PropertyListValue?] = [nil, .array([.integer(1)]), .array([.integer(2)])]
        var all: [Record] = []
        for (first, second) in [(1, 0), (2, 0), (0, 1), (0, 2), (1, 1), (2, 1), (1, 2)] {
            let vector = VersionVector([
                ActorID(rawValue: 1): UInt64(first), ActorID(rawValue: 2): UInt64(second),
            ])
            for number in 0..<10 {
                var fields: [String: PropertyListValue] = [:]
                fields["a"] = values[number % 3]
                fields["b"] = values[number / 3 % 3]
                let actor = ActorID(rawValue: number % 2 == 0 ? 1 : 2)
                all.append(
                    Record(
                        content: number == 9 ? .deleted(last: nil) : .live(.dictionary(fields)),
                        vector: vector, stamp: Stamp(milliseconds: Int64(all.count * 7 % 11)),
                        actor: actor, device: "d"))
            }
        }
        return all
    }()

    private func check(
        _ base: Record?, _ mine: Record, _ theirs: Record, _ policy: MergePolicy
    ) -> Bool {
        let merged = merge(base, mine, theirs, policy: policy)
        return merged == merge(base, theirs, mine, policy: policy)
            && merged.vector == mine.vector.union(theirs.vector)
            && merge(base, merged, merged, policy: policy) == merged
            && merge(base, merged, theirs, policy: policy).vector == merged.vector
    }

    @Test(arguments: policies) func lawsHoldInASmallWorld(_ policy: MergePolicy) {
        for mine in Self.small {
            for theirs in Self.small where !check(nil, mine, theirs, policy) {
                Issue.record("\(mine) and \(theirs)")
                return
            }
        }
    }

    @Test(arguments: policies) func lawsHoldWithAnyBase(_ policy: MergePolicy) {
        var random = SplitMix(seed: 1)
        for _ in 0..<20_000 {
            let picked = (0..<3).map { _ in Self.small[Int(random.next() % 70)] }
            if check(picked[0], picked[1], picked[2], policy) { continue }
            Issue.record("\(picked)")
            return
        }
    }

    /// Of three edits that did not see each other, each shows or is kept, whatever the order.
    @Test(arguments: policies.dropLast()) func mergeLosesNoEditInAnyOrder(_ policy: MergePolicy) {
        var random = SplitMix(seed: 2)
        for _ in 0..<2000 {
            let records = (0..<3).map { number in
                var fields: [String: PropertyListValue] = [:]
                for field in ["a", "b", "c"] where random.next() % 2 == 0 {
                    fields[field] = .string("\(field)\(number)")
                }
                return Record(
                    content: .live(.dictionary(fields)),
                    vector: VersionVector([ActorID(rawValue: UInt64(number)): 1]),
                    stamp: Stamp(milliseconds: Int64(random.next() % 3)),
                    actor: ActorID(rawValue: UInt64(number)), device: "d\(number)")
            }
            let typed = Set(records.flatMap(texts))
            for order in [[0, 1, 2], [0, 2, 1], [1, 2, 0]] {
                let pair = merge(nil, records[order[0]], records[order[1]], policy: policy)
                let all = merge(nil, pair, records[order[2]], policy: policy)
                #expect(Set(texts(all)) == typed)
            }
        }
    }

    private func texts(_ record: Record) -> [String] {
        ([record.value] + record.superseded.map(\.value)).flatMap { value in
            value?.dictionary?.values.compactMap(\.string) ?? [value?.string].compactMap { $0 }
        }
    }
}
