import Replication
import Simulator
import Testing

/// Bugs that the first million simulated worlds found, written by hand.
@Suite struct FoundLaterTests {
    var cloud = ModelCloud()
    var laptop = ModelDevice("laptop", actor: 1)
    var phone = ModelDevice("phone", actor: 2)

    /// A tombstone that no replica waits for is collected between two pages.
    @Test mutating func listingRestartsIfAListedKeyWasCollected() throws {
        for number in 0..<4 { try laptop.set("k\(number)", .integer(1)) }
        try laptop.sync(&cloud)
        cloud.pageLimit = 2
        try phone.handle(.hinted)
        // Registered, and shown the first page.
        for _ in 0..<2 { _ = try phone.answerOne(&cloud) }
        #expect(phone.value("k0") == .integer(1) && phone.value("k3") == nil)
        try laptop.set("k0", nil)
        for _ in 0..<2 {
            laptop.now += 61_000
            try laptop.sync(&cloud)
        }
        cloud.retired.insert(phone.meta.actor)
        cloud.collect()
        #expect(cloud.entries["k0"] == nil)
        while try phone.answerOne(&cloud) {}
        #expect(phone.value("k0") == nil && phone.value("k3") == .integer(1))
    }

    /// A copy makes an edit with the dot of an edit that the original could not send.
    @Test mutating func copyThatReusesTheDotOfAnUnsentEditKeepsBothEdits() throws {
        try laptop.sync(&cloud)
        var copy = ModelDevice(
            "copy", actor: 9, replica: ModelReplica(copying: laptop.replica))
        try laptop.set("a", .string("laptop"))
        try laptop.handle(.edited)
        let call = try #require(laptop.outbox.first)
        laptop.dropCalls()
        try laptop.handle(.failed(call: call.number, CloudError(.unreachable, "No cloud.")))
        try copy.set("a", .string("copy"))
        try copy.sync(&cloud)
        laptop.now += 2000
        for _ in 0..<3 {
            try laptop.sync(&cloud)
            try copy.sync(&cloud)
        }
        let record = try #require(laptop.record("a"))
        let kept = [record.value] + record.superseded.map(\.value)
        #expect(Set(kept) == [.string("laptop"), .string("copy")])
        #expect(copy.record("a") == record)
    }

    /// A copy gives an edit the same dot as an edit that the original sends, after the copy has
    /// registered and before it lists. The copy's own edit may have arrived, for all it knows.
    @Test mutating func copyIsDetectedBetweenRegisteringAndListing() throws {
        try laptop.sync(&cloud)
        var copy = ModelDevice(
            "copy", actor: 9, replica: ModelReplica(copying: laptop.replica))
        try copy.set("a", .string("copy"))
        try copy.handle(.edited)
        while case .register? = copy.outbox.first?.call { _ = try copy.answerOne(&cloud) }
        while case .list? = copy.outbox.first?.call { _ = try copy.answerOne(&cloud) }
        let call = try #require(copy.outbox.first)
        copy.dropCalls()
        try copy.handle(.failed(call: call.number, CloudError(.unknownOutcome, "Too long.")))
        copy.now += 2000
        try copy.handle(.timerFired)
        // The copy registered before any device had sent anything.
        _ = try copy.answerOne(&cloud)
        try laptop.set("a", .string("laptop"))
        #expect(laptop.record("a")?.vector == copy.record("a")?.vector)
        try laptop.sync(&cloud)
        while try copy.answerOne(&cloud) {}
        #expect(copy.meta.actor != laptop.meta.actor)
        for _ in 0..<2 {
            try laptop.sync(&cloud)
            try copy.sync(&cloud)
        }
        let record = try #require(laptop.record("a"))
        let kept = [record.value] + record.superseded.map(\.value)
        #expect(Set(kept) == [.string("laptop"), .string("copy")])
        #expect(copy.record("a") == record)
    }

    /// A cloud is restored while a device is idle, and other devices bring it to the same head.
    @Test mutating func idleDeviceDetectsARestoredCloud() throws {
        try laptop.sync(&cloud)
        let backup = cloud
        try laptop.set("a", .string("one"))
        try laptop.set("b", .string("two"))
        try laptop.sync(&cloud)
        laptop.now += 61_000
        try laptop.sync(&cloud)
        cloud = backup
        try phone.set("x", .string("three"))
        try phone.set("y", .string("four"))
        try phone.sync(&cloud)
        phone.now += 61_000
        try phone.sync(&cloud)
        // The engine does this every minute.
        try laptop.handle(.disconnected)
        for _ in 0..<3 {
            try laptop.sync(&cloud)
            try phone.sync(&cloud)
        }
        #expect(try cloud.values().count == 4)
        #expect(laptop.value("x") == .string("three") && phone.value("a") == .string("one"))
    }

    /// A deletion that was never sent keeps the deleted value for an edit that did not see the
    /// deletion.
    @Test mutating func unsentDeletionKeepsTheDeletedValueAfterCollection() throws {
        for device in [laptop, phone] {
            try device.change { $0.policies.declare(.fields(sets: []), forPrefix: "b.") }
        }
        try laptop.set("b.x", .dictionary(["name": .string("old")]))
        for _ in 0..<2 {
            try laptop.sync(&cloud)
            try phone.sync(&cloud)
        }
        try phone.set("b.x", .dictionary(["name": .string("old"), "notes": .string("typed")]))
        try phone.set("b.x", nil)
        try laptop.set("b.x", nil)
        try laptop.sync(&cloud)
        cloud.collect(isEager: true)
        try phone.sync(&cloud)
        #expect(phone.value("b.x") == nil && phone.unsent == 0)
        #expect(phone.record("b.x")?.latestValue?.dictionary?["notes"] == .string("typed"))
    }
}
