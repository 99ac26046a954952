import Replication
import Simulator
import Testing

@Suite struct ReplicatorLimitsTests {
    var cloud = ModelCloud()
    var laptop = ModelDevice("laptop", actor: 1)
    var phone = ModelDevice("phone", actor: 2)

    @Test mutating func deviceWithManyKeysAsksBeforeItJoins() throws {
        for number in 0..<5 { try laptop.set("l\(number)", .integer(1)) }
        try laptop.sync(&cloud)
        var tablet = ModelDevice("tablet", actor: 3, joinLimit: 3)
        for number in 0..<4 { try tablet.set("t\(number)", .integer(2)) }
        try tablet.sync(&cloud)
        #expect(tablet.meta.heldJoin == HeldJoin(own: 4, there: 5))
        #expect(tablet.value("l0") == .integer(1))
        #expect(cloud.entries.count == 5 && tablet.unsent == 4)
        try tablet.set("more", .integer(3))
        try tablet.sync(&cloud)
        #expect(cloud.entries.count == 5)
        try tablet.change { $0.heldJoin = nil }
        try tablet.handle(.edited)
        while try tablet.answerOne(&cloud) {}
        #expect(cloud.entries.count == 10 && tablet.unsent == 0)
    }

    /// In an empty cloud there is nothing to join, and three keys do not exceed the limit of three.
    @Test(arguments: [true, false])
    mutating func deviceWithFewKeysOrAnEmptyCloudJoinsAtOnce(isFirst: Bool) throws {
        if !isFirst {
            try laptop.set("l", .integer(1))
            try laptop.sync(&cloud)
        }
        var tablet = ModelDevice("tablet", actor: 3, joinLimit: isFirst ? 0 : 3)
        for number in 0..<3 { try tablet.set("t\(number)", .integer(2)) }
        try tablet.sync(&cloud)
        #expect(tablet.meta.heldJoin == nil && tablet.unsent == 0)
    }

    @Test mutating func aFullCloudStillTakesDeletions() throws {
        cloud.limits = Quota(maximumKeys: 1)
        try laptop.set("a", .string("fits"))
        try laptop.set("b", .string("does not"))
        try laptop.sync(&cloud)
        #expect(laptop.meta.isQuotaExceeded && laptop.unsent == 1)
        #expect(laptop.value("b") == .string("does not"))
        try laptop.set("a", nil)
        try laptop.handle(.edited)
        while try laptop.answerOne(&cloud) {}
        #expect(cloud.entries["a"]?.isTombstone == true)
        laptop.now += 60_000
        try laptop.handle(.timerFired)
        while try laptop.answerOne(&cloud) {}
        #expect(laptop.unsent == 0 && !laptop.meta.isQuotaExceeded)
    }

    @Test mutating func offlineDeviceMakesNoCalls() throws {
        try laptop.change { $0.isOffline = true }
        try laptop.set("a", .string("waits"))
        try laptop.sync(&cloud)
        #expect(cloud.calls.isEmpty && laptop.unsent == 1)
        try laptop.change { $0.isOffline = false }
        try laptop.handle(.edited)
        while try laptop.answerOne(&cloud) {}
        #expect(laptop.unsent == 0)
    }

    @Test mutating func aStampFarAheadOfTheCloudIsSetBack() throws {
        laptop.now = 90_000_000
        try laptop.set("a", .string("from the future"))
        try laptop.handle(.hinted)
        // The cloud's clock is unknown before its first reply, so the stamp is from the laptop's
        // clock.
        #expect(laptop.record("a")?.stamp.milliseconds ?? 0 > cloud.time + Stamp.maximumLead)
        while try laptop.answerOne(&cloud) {}
        // A cloud may give the time only in seconds.
        let stamp = try #require(laptop.record("a")?.stamp.milliseconds)
        #expect((cloud.time..<cloud.time + 1000).contains(stamp))
        #expect(laptop.unsent == 0)
    }

    @Test mutating func failuresAreRetriedAfterGrowingPauses() throws {
        try laptop.handle(.hinted)
        var waits: [Int64] = []
        for _ in 0..<8 {
            let number = laptop.outbox[0].number
            laptop.dropCalls()
            try laptop.handle(.failed(call: number, CloudError(.unreachable, "No cloud.")))
            waits.append(laptop.wait ?? 0)
            laptop.now += laptop.wait ?? 0
            try laptop.handle(.timerFired)
        }
        #expect(waits == [1000, 2000, 4000, 8000, 16000, 32000, 60000, 60000])
    }

    @Test mutating func aRecordThatCannotBeReadIsLeftAlone() throws {
        cloud.head = 1
        cloud.entries["x"] = CloudEntry(
            key: "x", revision: 1, record: [0xff, 0x00], isTombstone: false)
        try laptop.set("a", .string("one"))
        try laptop.sync(&cloud)
        #expect(laptop.replicator.unreadableRecords == 1)
        #expect(laptop.unsent == 0)
        try laptop.set("x", .string("mine"))
        try laptop.sync(&cloud)
        #expect(cloud.entries["x"]?.record == [0xff, 0x00])
        #expect(laptop.value("x") == .string("mine"))
    }

    @Test mutating func acknowledgementsFollowTheCommitAndAreRare() throws {
        try laptop.set("a", .string("one"))
        try laptop.sync(&cloud)
        try laptop.sync(&cloud)
        #expect(cloud.acknowledged[laptop.meta.actor] == 0)
        laptop.now += 61_000
        try laptop.handle(.edited)
        while try laptop.answerOne(&cloud) {}
        #expect(cloud.acknowledged[laptop.meta.actor] == laptop.meta.cursor)
        #expect(cloud.head == 1)
    }
}
