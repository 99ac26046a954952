import Replication
import Simulator
import Testing

@Suite struct ReplicatorTests {
    var cloud = ModelCloud()
    var laptop = ModelDevice("laptop", actor: 1)
    var phone = ModelDevice("phone", actor: 2)

    private mutating func syncAll() throws {
        for _ in 0..<3 {
            try laptop.sync(&cloud)
            try phone.sync(&cloud)
        }
        #expect(laptop.unsent == 0 && phone.unsent == 0)
    }

    @Test mutating func anEditReachesTheOtherDevice() throws {
        try laptop.set("a", .string("one"))
        try syncAll()
        #expect(phone.value("a") == .string("one"))
        #expect(phone.record("a")?.device == "laptop")
    }

    @Test mutating func editsOfDifferentFieldsBothSurvive() throws {
        for device in [laptop, phone] {
            try device.change { $0.policies.declare(.fields(sets: ["tags"]), forPrefix: "b.") }
        }
        try laptop.set("b.x", .dictionary(["name": .string("n"), "url": .string("u")]))
        try syncAll()
        try laptop.set("b.x", .dictionary(["name": .string("n2"), "url": .string("u")]))
        try phone.set("b.x", .dictionary(["name": .string("n"), "url": .string("u2")]))
        try syncAll()
        let merged = PropertyListValue.dictionary(["name": .string("n2"), "url": .string("u2")])
        #expect(laptop.value("b.x") == merged && phone.value("b.x") == merged)
    }

    @Test mutating func ownEditsAreNotListedAgain() throws {
        for number in 0..<1234 { try laptop.set("k\(number)", .integer(Int64(number))) }
        try laptop.sync(&cloud)
        #expect(laptop.unsent == 0 && laptop.meta.cursor == 1234)
    }

    @Test mutating func cursorNeverPassesAnUnlistedEdit() throws {
        try laptop.sync(&cloud)
        try phone.set("p", .string("phone"))
        try phone.sync(&cloud)
        // The reply to the laptop's own write has a higher head, but the phone's edit is not listed
        // yet.
        try laptop.set("l", .string("laptop"))
        try laptop.handle(.edited)
        while try laptop.answerOne(&cloud) {}
        #expect(laptop.unsent == 0 && laptop.meta.cursor == 0)
        try laptop.sync(&cloud)
        #expect(laptop.value("p") == .string("phone") && laptop.meta.cursor == 2)
    }

    @Test mutating func editIsSentOnceDespiteALostReply() throws {
        try laptop.sync(&cloud)
        try laptop.set("a", .string("one"))
        try laptop.handle(.edited)
        try laptop.loseReply(&cloud)
        #expect(laptop.unsent == 1)
        try laptop.sync(&cloud)
        #expect(laptop.unsent == 0)
        #expect(cloud.head == 1)
    }

    @Test mutating func aLateReplyIsDropped() throws {
        try laptop.sync(&cloud)
        try laptop.set("a", .string("one"))
        try laptop.handle(.edited)
        let call = laptop.outbox[0]
        let late = cloud.answer(call.call)
        try laptop.loseReply(&cloud)
        let before = laptop.replica.snapshot.entries
        try laptop.handle(.answered(call: call.number, late))
        #expect(laptop.replica.snapshot.entries == before)
    }

    @Test(arguments: [
        // The cloud's clock is right, given in milliseconds or in seconds.
        (0, 0), (-999, 0),
        // The cloud's clock is ahead or behind by at least this much.
        (5000, 2000), (-5000, -4001),
    ])
    mutating func slowAnswerIsNotTakenForAWrongClock(ahead: Int64, correction: Int64) throws {
        try laptop.handle(.hinted)
        let call = laptop.outbox[0]
        cloud.time = laptop.now + ahead
        let answer = cloud.answer(call.call)
        laptop.now += 3000
        laptop.dropCalls()
        try laptop.handle(.answered(call: call.number, answer))
        #expect(laptop.meta.cloudClockOffset == correction)
    }

    /// A change that is made during a listing is not in it, and there may be no other hint.
    @Test mutating func hintDuringAListingCausesAnotherListing() throws {
        try laptop.sync(&cloud)
        try laptop.handle(.hinted)
        let call = laptop.outbox[0]
        let before = cloud.answer(call.call)
        try phone.set("a", .string("one"))
        try phone.sync(&cloud)
        try laptop.handle(.hinted)
        laptop.dropCalls()
        try laptop.handle(.answered(call: call.number, before))
        while try laptop.answerOne(&cloud) {}
        #expect(laptop.value("a") == .string("one"))
    }

    @Test mutating func editDuringACallStaysUnsent() throws {
        try laptop.sync(&cloud)
        try laptop.set("a", .string("one"))
        try laptop.handle(.edited)
        try laptop.set("a", .string("two"))
        _ = try laptop.answerOne(&cloud)
        #expect(laptop.record("a")?.value == .string("two"))
        while try laptop.answerOne(&cloud) {}
        #expect(try cloud.values()["a"] == .string("two"))
        #expect(laptop.unsent == 0)
    }

    @Test mutating func aConcurrentEditBeatsADeletion() throws {
        try laptop.set("a", .string("one"))
        try syncAll()
        try laptop.set("a", nil)
        try phone.set("a", .string("two"))
        try syncAll()
        #expect(laptop.value("a") == .string("two") && phone.value("a") == .string("two"))
    }

    @Test mutating func aDeletionThatSawTheEditWins() throws {
        try laptop.set("a", .string("one"))
        try syncAll()
        try phone.set("a", .string("two"))
        try syncAll()
        try laptop.set("a", nil)
        try syncAll()
        #expect(laptop.value("a") == nil && phone.value("a") == nil)
        #expect(phone.record("a")?.latestValue == .string("two"))
    }

    @Test mutating func collectedDeletionStaysDeleted() throws {
        try laptop.set("a", .string("one"))
        try laptop.set("b", .string("stays"))
        try syncAll()
        try laptop.set("a", nil)
        try laptop.sync(&cloud)
        cloud.retired = [phone.meta.actor]
        cloud.acknowledged[laptop.meta.actor] = cloud.head
        cloud.collect()
        #expect(cloud.entries["a"] == nil)
        try syncAll()
        #expect(phone.value("a") == nil)
        #expect(phone.value("b") == .string("stays"))
    }

    @Test mutating func unsentEditOfACollectedKeyBecomesAnAddition() throws {
        try laptop.set("a", .string("one"))
        try syncAll()
        try laptop.set("a", nil)
        try laptop.sync(&cloud)
        cloud.retired = [phone.meta.actor]
        cloud.acknowledged[laptop.meta.actor] = cloud.head
        cloud.collect()
        try phone.set("a", .string("edited on the phone"))
        phone = ModelDevice("phone", actor: 4, replica: phone.replica)
        try syncAll()
        #expect(laptop.value("a") == .string("edited on the phone"))
    }

    @Test mutating func aRestoredReplicaBecomesANewActor() throws {
        try laptop.set("a", .string("one"))
        try laptop.sync(&cloud)
        let backup = ModelReplica(copying: laptop.replica)
        try laptop.set("a", .string("two"))
        try laptop.sync(&cloud)
        var restored = ModelDevice("laptop", actor: 3, replica: backup)
        try restored.set("c", .string("after the restore"))
        try restored.set("c", nil)
        try restored.set("a", .string("three"))
        let old = restored.meta.actor
        try restored.sync(&cloud)
        #expect(restored.meta.actor != old)
        #expect(restored.unsent == 0)
        // Both edits saw “one” and not each other: the other value is kept, whichever shows.
        let values = [restored.value("a")] + (restored.record("a")?.superseded.map(\.value) ?? [])
        #expect(Set(values) == [.string("two"), .string("three")])
    }

    @Test mutating func aNewEpochSendsEverythingAgain() throws {
        try laptop.set("a", .string("one"))
        try laptop.set("gone", .string("x"))
        try laptop.set("gone", nil)
        try syncAll()
        cloud = ModelCloud(epoch: "second")
        try syncAll()
        #expect(try cloud.values() == ["a": .string("one")])
        #expect(phone.value("gone") == nil)
    }

    @Test mutating func aCloudRestoredFromABackupCatchesUp() throws {
        try laptop.set("a", .string("one"))
        try syncAll()
        let backup = cloud
        try laptop.set("a", .string("two"))
        try phone.set("b", .string("new"))
        try syncAll()
        cloud = backup
        try syncAll()
        #expect(try cloud.values() == ["a": .string("two"), "b": .string("new")])
        #expect(laptop.value("b") == .string("new") && phone.value("a") == .string("two"))
    }

    /// Dots of this device that it never gave, far ahead, from a copy or an attacker.
    @Test(arguments: [false, true])
    mutating func recordWithForgedDotsDoesNotHideLaterEdits(isDirty: Bool) throws {
        try laptop.set("a", .string("one"))
        try syncAll()
        var foreign = try Record(encoded: try #require(cloud.entries["a"]).record)
        foreign.content = .live(.string("foreign"))
        foreign.vector[laptop.meta.actor] = .max - 1
        foreign.stamp = Stamp(milliseconds: foreign.stamp.milliseconds + 1)
        let revision = try #require(cloud.entries["a"]).revision
        let change = ProposedChange(
            key: "a", expectedRevision: revision, record: foreign.encoded(), isTombstone: false)
        let stranger = Sender(actor: ActorID(rawValue: 99), confirmed: nil, pending: [], next: nil)
        _ = cloud.answer(.compareAndSet([change], from: stranger))
        if isDirty {
            try laptop.set("a", .string("meanwhile"))
            // The device sends before it lists, so the record comes as a conflict.
            try laptop.handle(.edited)
            while try laptop.answerOne(&cloud) {}
        }
        try syncAll()
        try laptop.set("a", .string("last"))
        try syncAll()
        #expect(try cloud.values() == ["a": .string("last")])
        #expect(phone.value("a") == .string("last"))
    }

    @Test(arguments: [1 << 50, 0, Int64.min])
    mutating func revisionThatWasNeverGivenIsRefused(revision: Int64) throws {
        try syncAll()
        try laptop.set("a", .string("one"))
        try laptop.handle(.edited)
        let call = try #require(laptop.outbox.first)
        guard case .compared(var reply) = cloud.answer(call.call) else {
            Issue.record("the call must be a compare-and-set")
            return
        }
        reply.value = [.committed(revision: revision)]
        try laptop.handle(.answered(call: call.number, .compared(reply)))
        #expect(laptop.replicator.lastError?.code == .unusable && laptop.unsent == 1)
    }

    @Test mutating func listingThatEndsAfterTheHeadIsRefused() throws {
        try syncAll()
        try laptop.handle(.hinted)
        let call = try #require(laptop.outbox.first)
        guard case .listed(var reply) = cloud.answer(call.call) else {
            Issue.record("the call must be a listing")
            return
        }
        reply.value.next = .max
        try laptop.handle(.answered(call: call.number, .listed(reply)))
        #expect(laptop.replicator.lastError?.code == .unusable && laptop.meta.cursor == 0)
    }

    @Test mutating func manyRecordsSyncInPages() throws {
        for number in 0..<1234 { try laptop.set("k\(number)", .integer(Int64(number))) }
        try syncAll()
        #expect(phone.replica.snapshot.entries.count == 1234)
        #expect(phone.value("k1233") == .integer(1233))
    }
}
