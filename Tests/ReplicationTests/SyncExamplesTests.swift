import Replication
import Simulator
import Testing

/// The examples in Docs/Internals/Sync.md work as shown there.
@Suite struct SyncExamplesTests {
    let document: SyncDocument
    var cloud = ModelCloud(epoch: "first")
    var laptop = ModelDevice("laptop", actor: 1)
    var phone = ModelDevice("phone", actor: 2)

    init() throws {
        document = try SyncDocument()
        cloud.time = 1000
        laptop.now = 1000
        phone.now = 1000
    }

    @Test func documentedBytesEncodeTheRecord() throws {
        let blocks = document.blocks("cbor")
        #expect(blocks.count == 1)
        let bytes = SyncDocument.bytes(try #require(blocks.first))
        let (here, there) = (
            ActorID(rawValue: 0x5f3c_9a1e_27d0_4b86), ActorID(rawValue: 0xa40b_7713_c85e_02d9)
        )
        let record = Record(
            content: .live(
                .dictionary([
                    "url": .string("https://swift.org/"), "name": .string("Swift"),
                    "tags": .array([.string("code")]), "added": .date(1_763_712_000.5),
                ])),
            vector: VersionVector([here: 7, there: 300]),
            stamp: Stamp(milliseconds: 1_763_712_345_678, counter: 1), actor: here,
            device: "laptop",
            superseded: [
                SupersededValue(
                    field: "name", value: .string("Swift.org"),
                    stamp: Stamp(milliseconds: 1_763_712_300_000), device: "phone")
            ])
        #expect(try Record(encoded: bytes) == record)
        #expect(record.encoded() == bytes)
    }

    /// The tables shown for the cloud's file are the ones that the file gets.
    @Test func documentedTablesMatchTheCloudFile() throws {
        let blocks = document.blocks("sql")
        #expect(blocks.count == 1)
        let block = try #require(blocks.first)
        let shown = block.map { $0.drop { $0 == " " } }
        let source = try SyncDocument.lines(of: "Sources/Clouds/LocalCloud/CloudFile+Schema.swift")
        let made = source.map { $0.drop { $0 == " " } }
        let start = try #require(made.firstIndex(of: shown[0]))
        #expect(made[start...].starts(with: shown + ["\"\"\""]))
    }

    /// A picture shows a base, two devices' edits of it, and the result of merging them.
    @Test func documentedMergesMatchTheCode() throws {
        let pictures = document.blocks("merge")
        #expect(pictures.count == 7)
        let policy = MergePolicy.fields(sets: ["tags"])
        for picture in pictures {
            let records = SyncDocument.records(picture)
            try #require(records.count == 4, "\(picture)")
            let (base, mine, theirs, merged) = (records[0], records[1], records[2], records[3])
            #expect(merge(base, mine, theirs, policy: policy) == merged)
            #expect(merge(base, theirs, mine, policy: policy) == merged)
            // The result does not depend on which edit is in the cloud first.
            for (here, there) in [(mine, theirs), (theirs, mine)] {
                var cloud = holding(there)
                var device = try holding(here, base: base, policy: policy)
                try device.sync(&cloud)
                #expect(device.record("b.1") == merged)
                #expect(try Record(encoded: cloud.entries["b.1"]?.record ?? []) == merged)
                #expect(device.unsent == 0)
            }
        }
    }

    /// A cloud in which a record has just replaced the base.
    private func holding(_ record: Record) -> ModelCloud {
        var cloud = cloud
        cloud.head = 2
        cloud.entries["b.1"] = CloudEntry(
            key: "b.1", revision: 2, record: record.encoded(), isTombstone: record.isTombstone)
        return cloud
    }

    /// A device that knows the base and has a record to send.
    private func holding(
        _ record: Record, base: Record, policy: MergePolicy
    ) throws -> ModelDevice {
        var device = ModelDevice("tablet", actor: 9)
        device.now = 1000
        try device.replica.write(.durable) { replica in
            var meta = try replica.meta()
            meta.cursor = 1
            meta.policies.declare(policy, forPrefix: "b.")
            try replica.setMeta(meta)
            let entry = ReplicaEntry(
                key: "b.1", record: record, base: base, baseRevision: 1, isDirty: true)
            try replica.put(entry, replacing: nil, cause: .edit(process: 1))
        }
        return device
    }

    @Test mutating func replacedCloudIsFilledAsDocumented() throws {
        try laptop.set("b.1", .string("Swift"))
        try laptop.sync(&cloud)
        try phone.sync(&cloud)
        cloud = ModelCloud(epoch: "second")
        cloud.time = 1000
        try expect(laptop.conversation(with: &cloud), isIn: "replaced")
        phone.now += 2000
        for _ in 0..<2 { try phone.sync(&cloud) }
        #expect(phone.value("b.1") == .string("Swift"))
        #expect(phone.unsent == 0 && cloud.head == 1)
    }

    @Test mutating func copiedReplicaBecomesANewActorAsDocumented() throws {
        try laptop.set("b.1", .string("one"))
        try laptop.sync(&cloud)
        let copied = ModelReplica(copying: laptop.replica)
        try laptop.set("b.1", .string("here"))
        try laptop.sync(&cloud)
        var copy = ModelDevice("laptop", actor: 7, replica: copied)
        copy.now = 2000
        try copy.set("b.1", .string("there"))
        try expect(copy.conversation(with: &cloud), isIn: "copied")
        #expect(copy.meta.actor != laptop.meta.actor)
        laptop.now += 2000
        try laptop.sync(&cloud)
        for device in [laptop, copy] {
            #expect(device.value("b.1") == .string("there"))
            #expect(device.record("b.1")?.superseded.map(\.value) == [.string("here")])
        }
    }

    private func expect(_ conversation: [String], isIn picture: String) throws {
        let blocks = document.blocks(picture)
        #expect(blocks.count == 1)
        let told = SyncDocument.conversation(try #require(blocks.first))
        #expect(told == conversation)
    }
}
