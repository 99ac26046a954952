import Replication
import Simulator
import Testing

/// Two engines on one replica, as after a terminal was stopped and continued.
@Suite struct SiblingEnginesTests {
    var cloud = ModelCloud()
    var first = ModelDevice("laptop", actor: 1)
    var second: ModelDevice

    init() { second = ModelDevice("laptop", actor: 2, replica: first.replica, process: 2) }

    @Test mutating func lateAnswerIsNotTakenForARestoredCloud() throws {
        try first.sync(&cloud)
        try second.sync(&cloud)
        try second.handle(.hinted)
        let call = second.outbox[0]
        let late = cloud.answer(call.call)
        second.dropCalls()
        try first.set("a", .string("one"))
        try first.sync(&cloud)
        try second.handle(.answered(call: call.number, late))
        #expect(first.unsent == 0 && first.meta.pastIncarnations == 0)
    }

    @Test mutating func keySentByASiblingAfterTheListingIsNotTakenForDeleted() throws {
        try first.set("b", .string("kept"))
        try first.sync(&cloud)
        try second.sync(&cloud)
        try second.change { $0.cursor = nil }
        try second.handle(.hinted)
        let call = second.outbox[0]
        let late = cloud.answer(call.call)
        second.dropCalls()
        try first.set("a", .string("one"))
        try first.sync(&cloud)
        try second.handle(.answered(call: call.number, late))
        #expect(first.value("a") == .string("one"))
    }

    @Test mutating func partialListingOfAReplacedCloudIsDiscarded() throws {
        cloud.pageLimit = 1
        for key in ["a", "b", "c"] { try first.set(key, .string(key)) }
        try first.sync(&cloud)
        try second.sync(&cloud)
        try second.change { $0.cursor = nil }
        try second.handle(.hinted)
        _ = try second.answerOne(&cloud)
        // The second engine has its first page. Meanwhile the cloud is replaced, which the first
        // engine notices; the first entries of the new cloud were not in that page.
        second.dropCalls()
        try first.set("0", .string("first"))
        cloud = ModelCloud(epoch: "second")
        cloud.pageLimit = 1
        for _ in 0..<3 {
            first.now += 2000
            try first.sync(&cloud)
        }
        for _ in 0..<3 {
            second.now += 61_000
            let error = CloudError(.unknownOutcome, "The reply was lost.")
            try second.handle(.failed(call: second.lastCall, error))
            second.now += 61_000
            try second.sync(&cloud)
        }
        #expect(try cloud.values().keys.sorted() == ["0", "a", "b", "c"])
        #expect(second.replica.snapshot.entries.values.allSatisfy { $0.record.value != nil })
    }

    @Test mutating func markOfASiblingIsNotTakenForACopy() throws {
        try first.sync(&cloud)
        try second.handle(.hinted)
        let call = second.outbox[0]
        try first.set("a", .string("one"))
        try first.sync(&cloud)
        // The second engine registers with what it knew before.
        second.dropCalls()
        try second.handle(.answered(call: call.number, cloud.answer(call.call)))
        while try second.answerOne(&cloud) {}
        #expect(second.meta.actor == ActorID(rawValue: 1))
    }

    @Test mutating func quotaProblemEndsWhenASiblingSentTheEdit() throws {
        cloud.isFull = true
        try first.set("a", .string("one"))
        try first.sync(&cloud)
        #expect(first.meta.isQuotaExceeded)
        cloud.isFull = false
        // The other engine sends the edit, and its process dies before the reply.
        try second.handle(.hinted)
        for _ in 0..<2 { _ = try second.answerOne(&cloud) }
        _ = cloud.answer(second.outbox[0].call)
        try first.sync(&cloud)
        #expect(first.unsent == 0)
        first.now += 31_000
        try first.handle(.timerFired)
        while try first.answerOne(&cloud) {}
        #expect(!first.meta.isQuotaExceeded)
    }
}
