import Replication
import Simulator
import TestSupport
import Testing

/// Large numbers of deletions from elsewhere wait for the person's decision.
@Suite(.ownThread) struct BrakeTests {
    var cloud = ModelCloud()
    var laptop = ModelDevice("laptop", actor: 1)
    var phone = ModelDevice("phone", actor: 2)

    /// The keys whose deletion waits on the phone.
    private func heldKeys() throws -> [String] { try phone.replica.read { try $0.heldKeys() } }

    private mutating func shareTwenty() throws {
        for number in 0..<20 { try laptop.set("k\(number)", .integer(Int64(number))) }
        try laptop.sync(&cloud)
        try phone.sync(&cloud)
    }

    @Test mutating func brakeHoldsMassDeletionsUntilTheyAreAccepted() throws {
        try shareTwenty()
        for number in 0..<12 { try laptop.set("k\(number)", nil) }
        try laptop.sync(&cloud)
        try phone.sync(&cloud)
        #expect(phone.meta.held == HeldDeletions(deletions: 12, total: 20))
        #expect(try heldKeys() == (0..<12).map { "k\($0)" }.sorted())
        #expect(phone.value("k0") == .integer(0))
        try phone.sync(&cloud)
        #expect(phone.value("k0") == .integer(0))

        try phone.change { $0.heldAnswer = .accept }
        try phone.sync(&cloud)
        #expect(phone.value("k0") == nil && phone.value("k12") == .integer(12))
        #expect(phone.meta.held == nil && phone.meta.heldAnswer == nil)
        #expect(try heldKeys() == [])
    }

    /// All waiting deletions are listed, and not only the first of them.
    @Test mutating func allHeldKeysAreListed() throws {
        for number in 0..<5000 { try laptop.set("k\(number)", .integer(1)) }
        try laptop.sync(&cloud)
        try phone.sync(&cloud)
        for number in 0..<3000 { try laptop.set("k\(number)", nil) }
        try laptop.sync(&cloud)
        try phone.sync(&cloud)
        #expect(phone.meta.held == HeldDeletions(deletions: 3000, total: 5000))
        #expect(try heldKeys() == (0..<3000).map { "k\($0)" }.sorted())
    }

    @Test mutating func restoredKeysComeBackOnAllDevices() throws {
        try shareTwenty()
        try laptop.set("k0", .string("edited"))
        for number in 0..<12 { try laptop.set("k\(number)", nil) }
        try laptop.sync(&cloud)
        try phone.sync(&cloud)
        try phone.change { $0.heldAnswer = .restore }
        // A ring is enough, as when the person answers.
        try phone.handle(.edited)
        while try phone.answerOne(&cloud) {}
        #expect(phone.meta.held == nil && phone.meta.heldAnswer == nil && phone.unsent == 0)
        #expect(try heldKeys() == [])
        try laptop.sync(&cloud)
        for device in [phone, laptop] {
            #expect(device.value("k0") == .string("edited"))
            #expect(device.value("k1") == .integer(1))
            #expect(try device.replica.read { try $0.liveCount() } == 20)
        }
    }

    /// The cloud lists page by page: nothing is deleted before the number of all deletions is
    /// known.
    @Test(arguments: [1, 5])
    mutating func brakeCountsDeletionsOfAWholeListing(pageLimit: Int) throws {
        try shareTwenty()
        cloud.pageLimit = pageLimit
        for number in 0..<12 { try laptop.set("k\(number)", nil) }
        try laptop.set("new", .integer(1))
        try laptop.sync(&cloud)
        try phone.sync(&cloud)
        #expect(phone.meta.held?.deletions == 12)
        #expect(try phone.replica.read { try $0.liveCount() } == 21)
        #expect(phone.value("new") == .integer(1))
    }

    @Test mutating func acceptingDoesNotCoverLaterDeletions() throws {
        try shareTwenty()
        for number in 0..<12 { try laptop.set("k\(number)", nil) }
        try laptop.sync(&cloud)
        try phone.sync(&cloud)
        try phone.change { $0.heldAnswer = .accept }
        for number in 12..<15 { try laptop.set("k\(number)", nil) }
        try laptop.sync(&cloud)
        try phone.sync(&cloud)
        #expect(phone.meta.held?.deletions == 15 && phone.value("k0") == .integer(0))
    }

    @Test mutating func otherEditsSyncWhileDeletionsAreHeld() throws {
        try shareTwenty()
        for number in 0..<12 { try laptop.set("k\(number)", nil) }
        try laptop.sync(&cloud)
        try phone.sync(&cloud)
        try phone.set("mine", .integer(1))
        try phone.set("k0", .string("edited while it waits"))
        try laptop.set("theirs", .integer(2))
        try laptop.sync(&cloud)
        try phone.sync(&cloud)
        try laptop.sync(&cloud)
        #expect(phone.value("theirs") == .integer(2) && laptop.value("mine") == .integer(1))
        #expect(laptop.value("k0") == .string("edited while it waits"))
        #expect(phone.meta.held?.deletions == 11)
        #expect(try heldKeys() == (1..<12).map { "k\($0)" }.sorted())
    }

    @Test mutating func deletionsUndoneElsewhereAreNoLongerHeld() throws {
        try shareTwenty()
        for number in 0..<12 { try laptop.set("k\(number)", nil) }
        try laptop.sync(&cloud)
        try phone.sync(&cloud)
        for number in 0..<12 { try laptop.set("k\(number)", .integer(Int64(number))) }
        try laptop.sync(&cloud)
        try phone.sync(&cloud)
        #expect(phone.meta.held == nil && phone.value("k0") == .integer(0))
        #expect(try heldKeys() == [])
    }

    /// Found by a simulation: held deletions came back in the answer to an edit.
    @Test mutating func heldDeletionsAreNotAppliedAsConflicts() throws {
        try shareTwenty()
        for number in 0..<12 { try laptop.set("k\(number)", nil) }
        try laptop.sync(&cloud)
        // The cloud was restored, so the phone sends all that it has.
        cloud.epoch = "second"
        try phone.sync(&cloud)
        #expect(phone.meta.held?.deletions == 12)
        #expect(try phone.replica.read { try $0.liveCount() } == 20)
        try phone.change { $0.heldAnswer = .accept }
        try phone.sync(&cloud)
        try laptop.sync(&cloud)
        #expect(try phone.replica.read { try $0.liveCount() } == 8)
        #expect(phone.unsent == 0 && laptop.unsent == 0)
    }

    @Test mutating func tenDeletionsPassTheBrake() throws {
        try shareTwenty()
        for number in 0..<10 { try laptop.set("k\(number)", nil) }
        try laptop.sync(&cloud)
        try phone.sync(&cloud)
        #expect(phone.meta.held == nil && phone.value("k0") == nil)
    }

    /// Deletes some keys on the laptop, and lets a listening phone list the deletions.
    private mutating func delete(_ numbers: Range<Int>) throws {
        for number in numbers { try laptop.set("k\(number)", nil) }
        try laptop.sync(&cloud)
        try phone.sync(&cloud)
    }

    /// A device that deletes many keys sends them in parts, each of which is small by itself.
    @Test(arguments: [1, 2, 4, 10])
    mutating func deletionsInPartsAreCountedTogether(size: Int) throws {
        try shareTwenty()
        for start in stride(from: 0, to: 20, by: size) {
            try delete(start..<min(start + size, 20))
            phone.now += DeletionRun.duration / 20
        }
        let gone = 10 / size * size
        #expect(phone.meta.held?.deletions == 20 - gone && phone.meta.held?.earlier == gone)
        #expect(try phone.replica.read { try $0.liveCount() } == 20 - gone)
    }

    @Test mutating func restoringIncludesDeletionsFromBeforeTheHold() throws {
        try shareTwenty()
        try phone.set("k19", nil)
        try phone.sync(&cloud)
        for start in [0, 5, 10] { try delete(start..<start + 5) }
        #expect(phone.meta.held?.earlier == 10 && phone.value("k0") == nil)
        try phone.change { $0.heldAnswer = .restore }
        try phone.sync(&cloud)
        try laptop.sync(&cloud)
        for device in [phone, laptop] {
            for number in 0..<19 { #expect(device.value("k\(number)") == .integer(Int64(number))) }
            // This device deleted that key itself.
            #expect(device.value("k19") == nil)
        }
        #expect(phone.meta.deletionRun == nil && phone.unsent == 0)
    }

    @Test mutating func deletionCountRestartsAfterTenMinutes() throws {
        try shareTwenty()
        try delete(0..<8)
        phone.now += DeletionRun.duration + 1
        try delete(8..<16)
        #expect(phone.meta.held == nil && phone.meta.deletionRun?.count == 8)
    }

    /// The clock was set back: earlier deletions still count, and the run ends only after the clock
    /// has caught up.
    @Test(arguments: [1, 86_400_000]) mutating func deletionRunContinuesWhenTheClockIsSetBack(
        by step: Int64
    ) throws {
        try shareTwenty()
        phone.now += step
        try delete(0..<4)
        phone.now -= step
        try delete(4..<8)
        #expect(phone.meta.held == nil && phone.meta.deletionRun?.count == 8)
        try delete(8..<11)
        #expect(phone.meta.held?.deletions == 3 && phone.meta.held?.earlier == 8)
        try phone.change { $0.heldAnswer = .accept }
        try phone.sync(&cloud)

        phone.now += step
        try delete(11..<12)
        phone.now -= step
        try delete(12..<13)
        phone.now += DeletionRun.duration + 1
        try delete(13..<14)
        #expect(phone.meta.deletionRun?.count == 1)
    }

    /// A restored key no longer counts as deleted, but the return of a key that was deleted before
    /// the run does not reduce the count.
    @Test mutating func onlyKeysDeletedInTheRunReduceItsCount() throws {
        try shareTwenty()
        try delete(0..<6)
        phone.now += DeletionRun.duration + 1
        try delete(6..<12)
        for number in 0..<9 { try laptop.set("k\(number)", .integer(1)) }
        try laptop.sync(&cloud)
        try phone.sync(&cloud)
        #expect(phone.meta.deletionRun?.count == 3)
    }

    /// The phone never showed five of the keys that were deleted in the run, so their return does
    /// not reduce the count.
    @Test mutating func keysNeverShownDoNotReduceTheCount() throws {
        try shareTwenty()
        try delete(0..<4)
        for number in 20..<25 { try laptop.set("k\(number)", .integer(1)) }
        try laptop.sync(&cloud)
        try delete(20..<25)
        #expect(phone.meta.deletionRun?.count == 4)
        for number in 20..<25 { try laptop.set("k\(number)", .integer(2)) }
        try laptop.sync(&cloud)
        try phone.sync(&cloud)
        #expect(phone.value("k20") == .integer(2) && phone.meta.deletionRun?.count == 4)
        try delete(4..<11)
        #expect(phone.meta.held?.deletions == 7 && phone.meta.held?.earlier == 4)
        #expect(phone.value("k4") == .integer(4))
    }

    /// Such a key is not restored with the others either.
    @Test mutating func keyNeverShownIsNotRestored() throws {
        try shareTwenty()
        for number in 0..<4 { try laptop.set("k\(number)", nil) }
        try laptop.set("k20", .integer(1))
        try laptop.sync(&cloud)
        try laptop.set("k20", nil)
        try laptop.sync(&cloud)
        try phone.sync(&cloud)
        try delete(4..<12)
        #expect(phone.meta.held?.deletions == 8 && phone.meta.held?.earlier == 4)
        try phone.change { $0.heldAnswer = .restore }
        try phone.sync(&cloud)
        try laptop.sync(&cloud)
        #expect(phone.value("k0") == .integer(0) && phone.value("k11") == .integer(11))
        #expect(phone.value("k20") == nil && laptop.value("k20") == nil)
    }

    /// The run goes on, however long the person takes to decide.
    @Test mutating func deletionRunDoesNotEndWhileDeletionsAreHeld() throws {
        try shareTwenty()
        try delete(0..<9)
        try delete(9..<11)
        #expect(phone.meta.held?.deletions == 2)
        phone.now += 10 * DeletionRun.duration
        try phone.sync(&cloud)
        #expect(phone.meta.held?.deletions == 2 && phone.value("k10") != nil)
        try phone.change { $0.heldAnswer = .accept }
        try phone.sync(&cloud)
        #expect(phone.value("k10") == nil && phone.meta.deletionRun == nil)
    }
}
