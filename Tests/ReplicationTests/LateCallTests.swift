import Replication
import Simulator
import Testing

/// A call arrives late, at a cloud that replaced another one, and leaves a mark that the device did
/// not expect there. The device recognizes the mark as its own.
@Suite struct LateCallTests {
    var cloud = ModelCloud(epoch: "first")
    var laptop = ModelDevice("laptop", actor: 1)
    var phone = ModelDevice("phone", actor: 2)
    private var actor: ActorID { ActorID(rawValue: 1) }

    /// The laptop's next call after it has registered and listed.
    private mutating func nextCall() throws -> CloudCall {
        laptop.now += 61_000
        try laptop.handle(.hinted)
        while let call = laptop.outbox.first?.call {
            if case .compareAndSet = call { return call }
            _ = try laptop.answerOne(&cloud)
        }
        throw NothingSent()
    }

    private struct NothingSent: Error {}

    /// The laptop finds another cloud in place of the one that it knew, and registers.
    private mutating func meet(_ other: ModelCloud) throws {
        cloud = other
        laptop.now += 61_000
        try laptop.handle(.disconnected)
        try laptop.handle(.hinted)
        while laptop.meta.confirmedMark != nil, try laptop.answerOne(&cloud) {}
    }

    private mutating func syncAll() throws {
        for _ in 0..<2 {
            laptop.now += 61_000
            try laptop.handle(.disconnected)
            try laptop.sync(&cloud)
            try phone.sync(&cloud)
        }
    }

    private func expectAllIsThere() throws {
        #expect(laptop.meta.actor == actor && cloud.devices.count == 2)
        #expect(laptop.unsent == 0 && phone.value("a") == laptop.value("a"))
        #expect(try cloud.values() == ["a": .string("one"), "b": .string("two")])
    }

    /// A process ended before its call left, and another process sent the same edit again.
    @Test mutating func lateCallOfAnEndedProcessIsRecognized() throws {
        try laptop.set("a", .string("one"))
        let late = try nextCall()
        laptop = ModelDevice("laptop", actor: 5, replica: laptop.replica)
        try laptop.set("b", .string("two"))
        try laptop.sync(&cloud)
        try meet(ModelCloud(epoch: "second"))
        // The device knows nothing of the new cloud, which has no mark and so takes the call.
        _ = cloud.answer(late)
        #expect(cloud.marks[actor] != nil && laptop.meta.confirmedMark == nil)
        try syncAll()
        try expectAllIsThere()
    }

    /// A proxy repeats a call whose first copy was answered.
    @Test mutating func repeatedCallIsRecognized() throws {
        try laptop.set("a", .string("one"))
        let late = try nextCall()
        while try laptop.answerOne(&cloud) {}
        try laptop.set("b", .string("two"))
        try laptop.sync(&cloud)
        try meet(ModelCloud(epoch: "second"))
        _ = cloud.answer(late)
        try syncAll()
        try expectAllIsThere()
    }

    /// The same, with a cloud that was restored from a backup from before the call.
    @Test mutating func repeatedCallAfterARestoreIsRecognized() throws {
        try laptop.set("a", .string("one"))
        try laptop.sync(&cloud)
        var backup = cloud
        backup.epoch = "restored"
        try laptop.set("b", .string("two"))
        let late = try nextCall()
        while try laptop.answerOne(&cloud) {}
        laptop.now += 61_000
        try laptop.sync(&cloud)
        cloud = backup
        laptop.now += 61_000
        try laptop.handle(.disconnected)
        // The device notices the new epoch, and then the old mark.
        for _ in 0..<2 { _ = try laptop.answerOne(&cloud) }
        _ = cloud.answer(late)
        try syncAll()
        try expectAllIsThere()
    }

    /// A copy's mark is still recognized, although original and copy share all earlier marks.
    @Test mutating func copyIsStillDetected() throws {
        try laptop.set("a", .string("one"))
        try laptop.sync(&cloud)
        var copy = ModelDevice("copy", actor: 9, replica: ModelReplica(copying: laptop.replica))
        copy.now = laptop.now + 61_000
        try copy.set("a", .string("copy"))
        try copy.sync(&cloud)
        #expect(copy.meta.actor == actor)
        try laptop.set("a", .string("laptop"))
        try laptop.handle(.disconnected)
        try laptop.sync(&cloud)
        #expect(laptop.meta.actor != actor)
        let record = try #require(laptop.record("a"))
        #expect(
            Set([record.value] + record.superseded.map(\.value))
                == [.string("laptop"), .string("copy")])
    }
}
