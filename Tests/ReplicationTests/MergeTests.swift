import Replication
import Testing

@Suite struct MergeTests {
    static let policy = MergePolicy.fields(sets: ["tags"])

    private func record(
        _ fields: [String: PropertyListValue]?, _ vector: [UInt64: UInt64], at time: Int64 = 1,
        by actor: UInt64 = 1
    ) -> Record {
        var counters: [ActorID: UInt64] = [:]
        for (actor, counter) in vector { counters[ActorID(rawValue: actor)] = counter }
        return Record(
            content: fields.map { .live(.dictionary($0)) } ?? .deleted(last: .dictionary([:])),
            vector: VersionVector(counters), stamp: Stamp(milliseconds: time),
            actor: ActorID(rawValue: actor), device: "device \(actor)")
    }

    private func tags(_ names: String...) -> PropertyListValue {
        .array(names.map { .string($0) })
    }

    @Test func theLaterValueOfAFieldShowsAndTheOtherIsKept() {
        let base = record(["name": .string("old")], [1: 1])
        let mine = record(["name": .string("mine")], [1: 2], at: 5)
        let theirs = record(["name": .string("theirs")], [1: 1, 2: 1], at: 9, by: 2)
        let merged = merge(base, mine, theirs, policy: Self.policy)
        #expect(merged.value == .dictionary(["name": .string("theirs")]))
        #expect(
            merged.superseded == [
                SupersededValue(
                    field: "name", value: .string("mine"), stamp: Stamp(milliseconds: 5),
                    device: "device 1")
            ])
    }

    @Test func tagsMergeAsASet() {
        let base = record(["tags": tags("a", "b", "c")], [1: 1])
        let mine = record(["tags": tags("b", "c", "mine")], [1: 2], at: 5)
        let theirs = record(["tags": tags("a", "b", "theirs")], [1: 1, 2: 1], at: 9, by: 2)
        let merged = merge(base, mine, theirs, policy: Self.policy)
        #expect(merged.value == .dictionary(["tags": tags("b", "theirs", "mine")]))
        #expect(merged.superseded.isEmpty)
    }

    @Test func editThatBeatsADeletionKeepsEarlierChangesOfOthers() {
        let base = record(["name": .string("old"), "notes": .string("old")], [1: 1])
        var deleted = record(nil, [1: 1, 3: 1], at: 9, by: 2)
        deleted.content = .deleted(
            last: .dictionary(["name": .string("old"), "notes": .string("theirs")]))
        let edited = record(
            ["name": .string("mine"), "notes": .string("old")], [1: 2], at: 5)
        let merged = merge(base, edited, deleted, policy: Self.policy)
        #expect(
            merged.value
                == .dictionary(["name": .string("mine"), "notes": .string("theirs")]))
        #expect(merged.superseded.isEmpty)
        #expect(merged.actor == edited.actor && merged.stamp == edited.stamp)
    }

    /// This holds however late the deletion was: a person who deletes a name does not prefer it to
    /// a new one.
    @Test func deletedValueIsKeptBesideTheEditThatBeatsTheDeletion() {
        let base = record(["name": .string("old")], [1: 1])
        var deleted = record(nil, [1: 1, 3: 1], at: 9, by: 2)
        deleted.content = .deleted(last: .dictionary(["name": .string("theirs")]))
        let edited = record(["name": .string("mine")], [1: 2], at: 5)
        let merged = merge(base, edited, deleted, policy: Self.policy)
        #expect(merged.value == .dictionary(["name": .string("mine")]))
        #expect(merged.superseded.map(\.value) == [.string("theirs")])
        #expect(merge(base, edited, deleted, policy: .latest).superseded.count == 1)
    }

    @Test func mergedDeletionsKeepTheFieldsThatEitherSaw() {
        let base = record(["name": .string("old")], [1: 1])
        var mine = record(nil, [1: 2], at: 5)
        mine.content = .deleted(last: .dictionary(["name": .string("mine")]))
        var theirs = record(nil, [1: 1, 2: 1], at: 9, by: 2)
        theirs.content = .deleted(
            last: .dictionary(["name": .string("old"), "notes": .string("theirs")]))
        let merged = merge(base, mine, theirs, policy: Self.policy)
        #expect(merged.isTombstone)
        #expect(
            merged.latestValue
                == .dictionary(["name": .string("mine"), "notes": .string("theirs")]))
    }

    /// A value of another type in a set's field is not lost.
    @Test func setFieldThatIsNoArrayMergesLikeAnyField() {
        let base = record(["tags": tags("a")], [1: 1])
        let mine = record(["tags": .string("text")], [1: 2], at: 5)
        let theirs = record(["tags": tags("b")], [1: 1, 2: 1], at: 9, by: 2)
        let merged = merge(base, mine, theirs, policy: Self.policy)
        #expect(merged.value == .dictionary(["tags": tags("b")]))
        #expect(merged.superseded.map(\.value) == [.string("text")])
    }

    /// Swift treats both spellings as the same string.
    @Test func namesOfFieldsAreComparedAsBytes() {
        let composed = PropertyListValue.dictionary(["\u{e9}": .integer(1)])
        let decomposed = PropertyListValue.dictionary(["e\u{301}": .integer(1)])
        #expect(composed != decomposed)
        #expect(composed == .dictionary(["\u{e9}": .integer(1)]))
    }

    @Test func anotherDeletionDoesNotUndoDeletingForever() {
        var purged = record(nil, [1: 1], at: 3)
        purged.content = .deleted(last: nil)
        let deleted = record(nil, [1: 1, 2: 1], at: 9, by: 2)
        #expect(merge(nil, purged, deleted, policy: .latest).latestValue == nil)
    }

    /// The laws of a merge hold for every pair of records in a small world, with every base.
    @Test func mergeDoesNotDependOnTheOrderOfItsArguments() {
        let worlds = Self.smallWorld()
        var pairs = 0
        for base in [nil] + worlds.map(Optional.some) {
            for mine in worlds {
                #expect(merge(base, mine, mine, policy: Self.policy) == mine)
                for theirs in worlds {
                    let merged = merge(base, mine, theirs, policy: Self.policy)
                    #expect(merged == merge(base, theirs, mine, policy: Self.policy))
                    #expect(merged.vector == mine.vector.union(theirs.vector))
                    #expect(merge(base, merged, theirs, policy: Self.policy) == merged)
                    pairs += 1
                }
            }
        }
        #expect(pairs > 4000)
    }

    /// Two fields of three values each, or a tombstone; three vectors; two authors.
    private static func smallWorld() -> [Record] {
        let values: [PropertyListValue?] = [nil, .string("x"), .string("y")]
        let vectors: [[UInt64: UInt64]] = [[1: 1], [2: 1], [1: 1, 2: 1]]
        var all: [Record] = []
        for (index, vector) in vectors.enumerated() {
            for actor in [UInt64(1), 2] where vector[actor] != nil {
                for (n, first) in values.enumerated() {
                    var fields: [String: PropertyListValue] = [:]
                    fields["a"] = first
                    fields["tags"] = n == 1 ? .array([.string("t")]) : nil
                    all.append(
                        MergeTests().record(
                            fields, vector, at: Int64(index * 3 + n), by: actor))
                }
                all.append(MergeTests().record(nil, vector, at: 4, by: actor))
            }
        }
        return all
    }
}
