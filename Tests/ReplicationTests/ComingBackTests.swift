import Replication
import Simulator
import Testing

/// A device that uses one cloud, then another, and comes back is still the same device; a copy is
/// not.
@Suite struct ComingBackTests {
    var first = ModelCloud(epoch: "first")
    var second = ModelCloud(epoch: "second")
    var laptop = ModelDevice("laptop", actor: 1)
    var phone = ModelDevice("phone", actor: 2)
    private var actor: ActorID { ActorID(rawValue: 1) }

    /// The laptop used the first cloud, and now uses the second, where it had nothing to send.
    private mutating func beAway() throws {
        try laptop.set("a", .string("one"))
        try laptop.sync(&first)
        try phone.sync(&first)
        phone.now += 61_000
        try phone.handle(.disconnected)
        try phone.sync(&second)
        try laptop.handle(.disconnected)
        try laptop.sync(&second)
        #expect(laptop.meta.epoch == "second" && laptop.meta.confirmedMark == nil)
    }

    @Test mutating func deviceThatSentNothingElsewhereKeepsItsActor() throws {
        try beAway()
        try laptop.set("b", .string("two"))
        try laptop.use(&first)
        #expect(laptop.meta.actor == actor && first.devices.count == 2)
        #expect(try first.values() == ["a": .string("one"), "b": .string("two")])
        for _ in 0..<3 {
            try laptop.use(&second)
            try laptop.use(&first)
        }
        #expect(laptop.meta.actor == actor && second.devices.count == 2)
    }

    @Test mutating func unsentEditInAnotherCloudDoesNotChangeTheActor() throws {
        try beAway()
        try laptop.set("b", .string("two"))
        try laptop.handle(.edited)
        let call = try #require(laptop.outbox.first)
        laptop.dropCalls()
        try laptop.handle(.failed(call: call.number, CloudError(.unreachable, "No cloud.")))
        // The last edit was not sent, but all before it were.
        #expect(laptop.meta.counter > laptop.meta.sentCounter)
        #expect(laptop.meta.sentCounter >= 2)
        try laptop.use(&first)
        #expect(laptop.meta.actor == actor)
        #expect(try first.values() == ["a": .string("one"), "b": .string("two")])
    }

    @Test mutating func lostReplyIsNotTakenForACopy() throws {
        try laptop.set("a", .string("one"))
        try laptop.handle(.hinted)
        for _ in 0..<2 { _ = try laptop.answerOne(&first) }
        try laptop.loseReply(&first)
        try laptop.use(&second)
        try laptop.use(&first)
        #expect(laptop.meta.actor == actor && first.devices.count == 1)
    }

    /// A device that runs a copy of the laptop's replica, a minute later.
    private func started(_ copy: ModelReplica) -> ModelDevice {
        var device = ModelDevice("copy", actor: 9, replica: copy)
        device.now = laptop.now + 61_000
        return device
    }

    /// Meanwhile a copy elsewhere used the first cloud, and gave a dot to another edit.
    @Test mutating func copyThatUsedTheCloudMeanwhileIsDetected() throws {
        try beAway()
        let copy = ModelReplica(copying: laptop.replica)
        var other = started(copy)
        try other.set("a", .string("copy"))
        try other.sync(&first)
        #expect(other.meta.actor == actor)
        try laptop.set("a", .string("laptop"))
        try laptop.use(&first)
        #expect(laptop.meta.actor != actor)
        let record = try #require(laptop.record("a"))
        let kept = [record.value] + record.superseded.map(\.value)
        #expect(Set(kept) == [.string("laptop"), .string("copy")])
    }

    /// The same, but the laptop made more edits in the second cloud than the copy made: a lower
    /// mark in the first cloud proves nothing.
    @Test mutating func copyWithFewerEditsIsDetected() throws {
        try beAway()
        let copy = ModelReplica(copying: laptop.replica)
        for number in 0..<9 { try laptop.set("b\(number)", .integer(1)) }
        try laptop.use(&second)
        var other = started(copy)
        try other.set("c", .string("copy"))
        try other.sync(&first)
        let mark = try #require(laptop.meta.confirmedMark)
        #expect(other.meta.actor == actor && other.meta.counter < mark.number)
        try laptop.use(&first)
        #expect(laptop.meta.actor != actor)
        #expect(try first.values().count == 11)
    }

    @Test mutating func restoredReplicaIsDetected() throws {
        try beAway()
        let backup = ModelReplica(copying: laptop.replica)
        try laptop.set("a", .string("later"))
        try laptop.use(&first)
        try laptop.use(&second)
        laptop = ModelDevice("laptop", actor: 7, replica: backup)
        try laptop.set("a", .string("again"))
        try laptop.use(&first)
        #expect(laptop.meta.actor != actor)
        let record = try #require(laptop.record("a"))
        let kept = [record.value] + record.superseded.map(\.value)
        #expect(Set(kept) == [.string("later"), .string("again")])
    }

    /// A restored replica finds in the first cloud that it gave a dot twice, and leaves before it
    /// has listed the other edit. The second cloud returns the dot to it.
    @Test mutating func deviceThatLeftBeforeListingKeepsBothEdits() throws {
        try beAway()
        let backup = ModelReplica(copying: laptop.replica)
        try laptop.set("b", .string("later"))
        try laptop.use(&first)
        laptop = ModelDevice("laptop", actor: 7, replica: backup)
        laptop.now += 300_000
        try laptop.set("b", .string("again"))
        try laptop.use(&second)
        #expect(laptop.meta.actor == actor)
        try laptop.handle(.disconnected)
        while laptop.meta.actor == actor { #expect(try laptop.answerOne(&first)) }
        // The device is switched off at this point.
        let now = laptop.now
        laptop = ModelDevice("laptop", actor: 8, replica: laptop.replica)
        laptop.now = now
        try laptop.use(&second)
        try laptop.use(&first)
        #expect(kept("b") == [.string("later"), .string("again")])
        let there = try #require(try first.values()["b"])
        #expect(there == laptop.value("b"))
        // Once the first cloud is listed, its dots are like any others.
        #expect(try laptop.replica.read { try $0.leftClouds().map(\.epoch) } == ["second"])
    }

    private func kept(_ key: String) -> Set<PropertyListValue?> {
        guard let record = laptop.record(key) else { return [] }
        return Set([record.value] + record.superseded.map(\.value))
    }

    /// The first cloud is restored under its epoch while the laptop is in the second.
    @Test mutating func cloudRestoredMeanwhileIsRefilled() throws {
        try laptop.set("z", .string("zero"))
        try laptop.sync(&first)
        let backup = first
        try laptop.set("a", .string("one"))
        try laptop.sync(&first)
        try laptop.use(&second)
        try laptop.set("b", .string("two"))
        try laptop.use(&second)
        first = backup
        try laptop.use(&first)
        #expect(laptop.meta.actor == actor && first.devices.count == 1)
        #expect(try first.values().count == 3)
    }

    /// While the laptop uses the second cloud, where it left no mark, the first is restored under
    /// another epoch. Only the mark there shows that the laptop left it.
    @Test mutating func ownMarkIsRecognizedUnderANewEpoch() throws {
        try beAway()
        first.epoch = "restored"
        try laptop.set("b", .string("two"))
        try laptop.use(&first)
        #expect(laptop.meta.actor == actor && first.devices.count == 2)
        #expect(try first.values() == ["a": .string("one"), "b": .string("two")])
    }

    @Test mutating func deviceRemembersEightLeftClouds() throws {
        try laptop.set("a", .string("one"))
        try laptop.sync(&first)
        for number in 0..<10 {
            var other = ModelCloud(epoch: "other \(number)")
            try laptop.use(&other)
            let left = try laptop.replica.read { try $0.leftClouds().map(\.epoch) }
            #expect(left.count == min(8, number + 1))
            #expect(left.contains("first") == (number < 8))
        }
        // In a cloud that the replica has forgotten, its mark seems to be from before a restore.
        try laptop.use(&first)
        #expect(laptop.value("a") == .string("one") && first.devices.count == 1)
    }
}

extension ModelDevice {
    /// Registers again, as after switching to another cloud, and syncs everything.
    fileprivate mutating func use(_ cloud: inout ModelCloud) throws {
        now += 61_000
        try handle(.disconnected)
        try sync(&cloud)
    }
}
