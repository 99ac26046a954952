import Replication
import Simulator
import Testing

/// Bugs that simulations found, written by hand: the meaning of a seed changes, but these stay the
/// same.
@Suite struct FoundBugsTests {
    var cloud = ModelCloud()
    var laptop = ModelDevice("laptop", actor: 1)
    var phone = ModelDevice("phone", actor: 2)

    private mutating func declareFields() throws {
        for device in [laptop, phone] {
            try device.change { $0.policies.declare(.fields(sets: []), forPrefix: "b.") }
        }
    }

    private func value(_ fields: [String: String]) -> PropertyListValue {
        .dictionary(fields.mapValues { .string($0) })
    }

    private mutating func syncAll() throws {
        for _ in 0..<3 {
            try laptop.sync(&cloud)
            try phone.sync(&cloud)
        }
        #expect(laptop.unsent == 0 && phone.unsent == 0)
    }

    @Test mutating func editAfterALostReplyReplacesTheSentValue() throws {
        try declareFields()
        try laptop.sync(&cloud)
        try laptop.set("b.x", value(["name": "first"]))
        try laptop.handle(.edited)
        try laptop.loseReply(&cloud)
        try laptop.set("b.x", value(["name": "second"]))
        try phone.sync(&cloud)
        phone.now += 10
        try phone.set("b.x", value(["name": "first", "url": "u"]))
        try phone.sync(&cloud)
        laptop.now += 2000
        try syncAll()
        #expect(phone.value("b.x") == value(["name": "second", "url": "u"]))
        #expect(phone.record("b.x")?.superseded.isEmpty == true)
    }

    @Test mutating func copiesWithEquallyManyEditsKeepBothEdits() throws {
        try laptop.set("a", .string("one"))
        try laptop.sync(&cloud)
        var copy = ModelDevice(
            "laptop", actor: 3, replica: ModelReplica(copying: laptop.replica))
        try laptop.set("a", .string("here"))
        try copy.set("a", .string("there"))
        for _ in 0..<3 {
            try laptop.sync(&cloud)
            copy.now += 2000
            try copy.sync(&cloud)
        }
        #expect(laptop.meta.actor != copy.meta.actor)
        let kept = [copy.value("a")] + (copy.record("a")?.superseded.map(\.value) ?? [])
        #expect(Set(kept) == [.string("here"), .string("there")])
        #expect(laptop.value("a") == copy.value("a"))
    }

    @Test mutating func deviceThatListsAnUnknownEditOfItsCopyKeepsBothEdits() throws {
        try laptop.sync(&cloud)
        let copied = ModelReplica(copying: laptop.replica)
        var copy = ModelDevice("laptop", actor: 3, replica: copied)
        try copy.set("a", .string("there"))
        // The copy registers and sends between the laptop's registration and its listing.
        try copy.sync(&cloud)
        try laptop.set("a", .string("here"))
        try laptop.sync(&cloud)
        laptop.now += 2000
        try laptop.sync(&cloud)
        let kept = [laptop.value("a")] + (laptop.record("a")?.superseded.map(\.value) ?? [])
        #expect(Set(kept) == [.string("here"), .string("there")])
    }

    @Test mutating func cloudRestoredUnderItsEpochIsDetectedAfterItGrew() throws {
        try laptop.set("a", .string("one"))
        try syncAll()
        let backup = cloud
        try laptop.set("b", .string("after the backup"))
        try syncAll()
        cloud = backup
        // The phone has not noticed the restore, and brings the cloud past the head that the laptop
        // saw.
        var tablet = ModelDevice("tablet", actor: 5)
        for number in 0..<5 { try tablet.set("t\(number)", .integer(1)) }
        try tablet.sync(&cloud)
        laptop = ModelDevice("laptop", actor: 6, replica: laptop.replica)
        try syncAll()
        try tablet.sync(&cloud)
        #expect(tablet.value("b") == .string("after the backup"))
        #expect(laptop.value("t4") == .integer(1))
    }

    @Test mutating func keyMissingAfterARestoreIsNotTakenForDeleted() throws {
        try laptop.set("a", .string("one"))
        try syncAll()
        // Restored to before the laptop's edit, and brought to the same head by another device.
        cloud = ModelCloud()
        var tablet = ModelDevice("tablet", actor: 5)
        try tablet.set("b", .string("other"))
        try tablet.sync(&cloud)
        try laptop.change { $0.cursor = 0 }
        try laptop.sync(&cloud)
        #expect(laptop.value("a") == .string("one"))
        try syncAll()
        #expect(try cloud.values() == ["a": .string("one"), "b": .string("other")])
    }

    @Test mutating func deletionByAReturningDeviceStands() throws {
        try laptop.sync(&cloud)
        try laptop.set("a", .string("one"))
        try laptop.handle(.edited)
        try laptop.loseReply(&cloud)
        try laptop.set("a", nil)
        cloud.retired = [laptop.meta.actor]
        laptop.now += 2000
        try syncAll()
        #expect(laptop.value("a") == nil && phone.value("a") == nil)
    }

    @Test mutating func clockSetBackDoesNotDelayTheRetry() throws {
        try laptop.handle(.hinted)
        let call = laptop.outbox[0].number
        laptop.dropCalls()
        try laptop.handle(.failed(call: call, CloudError(.unreachable, "No cloud.")))
        laptop.now -= 86_400_000
        try laptop.handle(.timerFired)
        #expect(laptop.outbox.count == 1)
    }

    @Test mutating func collectedDeletionStandsWhenABackupBringsTheKeyBack() throws {
        try laptop.set("a", .string("one"))
        try syncAll()
        try laptop.set("a", nil)
        try syncAll()
        cloud.collect(isEager: true)
        // A device from an old backup brings the key back, without an edit.
        var old = cloud
        old.entries["a"] = CloudEntry(
            key: "a", revision: cloud.head + 1,
            record: try #require(laptop.record("a")).undeleted.encoded(), isTombstone: false)
        old.head += 1
        cloud = old
        try syncAll()
        #expect(try cloud.values()["a"] == nil)
    }
}

extension Record {
    /// The record as it was before the deletion.
    fileprivate var undeleted: Record {
        var before = self
        before.content = .live(latestValue ?? .string("gone"))
        return before
    }
}
