import Replication
import Simulator
import TestSupport
import Testing

/// Clouds that never let a device come to rest: the device must ask them less and less often, and
/// say why. Time is only a number here, so that hours pass at once.
@Suite(.ownThread) struct MisbehavingCloudTests {
    enum Habit: CaseIterable, Sendable {
        /// Each answer comes from a different cloud.
        case changingEpochs
        /// Two clouds answer alternately.
        case twoClouds
        /// Two copies of one cloud answer alternately.
        case twoCopies
        case negativeHeads
        case fallingHeads
        case unknownMarks
        case unknownSenders
        case refusedCursors
        case endlessListing
        case risingFloor
        case unreadable
        case refusing
        case failingAndHinting
        case hinting

        /// Whether the device reports the problem.
        var isTold: Bool { self != .hinting && self != .refusedCursors }
        var isHinting: Bool { self == .failingAndHinting || self == .hinting }
    }

    /// A cloud that misbehaves.
    private struct Cloud {
        var habit: Habit?
        var clouds: [ModelCloud]
        var count = 0

        mutating func answer(_ call: CloudCall) -> Result<CloudAnswer, CloudError> {
            count += 1
            let isSecond = count.isMultiple(of: 2)
            let index = isSecond && (habit == .twoClouds || habit == .twoCopies) ? 1 : 0
            let answer = clouds[index].answer(call)
            switch habit {
            case .changingEpochs: clouds[0].epoch = "epoch \(count)"
            case .negativeHeads: return .success(answer.with(head: -5))
            case .fallingHeads:
                return .success(answer.with(head: Int64(max(1, 100_000 - count % 1000))))
            case .unknownMarks:
                guard case .registered(let reply) = answer else { break }
                let mark = SendMark(number: UInt64(count), nonce: UInt64(count))
                return .success(.registered(reply.with(.unknownMark(held: mark))))
            case .unknownSenders:
                guard case .compared(let reply) = answer else { break }
                return .success(.compared(reply.with([.refused(.unknownSender)])))
            case .refusedCursors:
                guard case .acknowledged(let reply) = answer else { break }
                return .success(.acknowledged(reply.with(false)))
            case .endlessListing, .risingFloor: return .success(answer.endless(habit, count))
            case .unreadable: return .failure(CloudError(.unusable, "It answers junk."))
            case .refusing: return .failure(CloudError(.notAllowed, "It refuses."))
            case .failingAndHinting:
                return .failure(CloudError(.unreachable, "It cannot be reached."))
            case .twoClouds, .twoCopies, .hinting, nil: break
            }
            return .success(answer)
        }
    }

    /// A device that has synced with a cloud, and has another edit to send.
    private func device() throws -> (ModelDevice, ModelCloud) {
        var (device, cloud) = (ModelDevice("laptop", actor: 1), ModelCloud())
        for number in 0..<30 { try device.set("k\(number)", .integer(1)) }
        try device.sync(&cloud)
        cloud.calls = []
        try device.set("new", .integer(2))
        return (device, cloud)
    }

    /// Lets time pass, and tells the device of hints, and every minute that it may have missed
    /// some, as the engine does. An answer takes ten milliseconds. Returns the number of calls.
    private func run(
        _ device: inout ModelDevice, _ cloud: inout Cloud, for length: Int64
    ) throws -> Int {
        let (end, before) = (device.now + length, cloud.count)
        var nextMinute = device.now
        while device.now < end {
            if device.now >= nextMinute {
                nextMinute += 60_000
                try device.handle(.disconnected)
                try device.handle(.hinted)
            } else if cloud.habit?.isHinting == true {
                try device.handle(.hinted)
            }
            if let call = device.outbox.first {
                device.dropCalls()
                device.now += 10
                switch cloud.answer(call.call) {
                case .success(let answer):
                    try device.handle(.answered(call: call.number, answer))
                case .failure(let error): try device.handle(.failed(call: call.number, error))
                }
            } else {
                let step = min(device.wait ?? .max, max(1, nextMinute - device.now))
                device.now += cloud.habit?.isHinting == true ? min(step, 50) : step
                try device.handle(.timerFired)
            }
        }
        return cloud.count - before
    }

    @Test(arguments: Habit.allCases)
    func misbehavingCloudIsCalledLessAndLessOften(_ habit: Habit) throws {
        var (device, model) = try device()
        var other = model
        if habit == .twoClouds { other.epoch = "second" }
        other.head += habit == .twoCopies ? 40 : 0
        model.head += habit == .twoClouds ? 7 : 0
        var cloud = Cloud(habit: habit, clouds: [model, other])
        let minutes = try run(&device, &cloud, for: 600_000)
        try #require(minutes <= 200, "\(habit): \(minutes) calls in ten minutes")
        #expect((device.replicator.problem != nil) == habit.isTold, "\(habit)")
        let hours = try run(&device, &cloud, for: 4 * 3_600_000)
        try #require(hours / 4 <= 900, "\(habit): \(hours / 4) calls an hour")
        // Once the cloud behaves, a requested sync runs at once.
        cloud.habit = nil
        cloud.clouds = [model, model]
        try device.handle(.asked)
        let calls = try run(&device, &cloud, for: 59_000)
        #expect(device.unsent == 0 && device.value("new") == .integer(2), "\(habit)")
        #expect(device.replicator.isAtRest && calls < 30, "\(habit): \(calls) calls")
        _ = try run(&device, &cloud, for: 4 * 3_600_000)
        #expect(device.replicator.problem == nil, "\(habit)")
    }

    @Test func problemTellsThatTwoServersMayAnswer() throws {
        var (device, model) = try device()
        var other = model
        other.epoch = "second"
        model.head += 7
        var cloud = Cloud(habit: .twoClouds, clouds: [model, other])
        _ = try run(&device, &cloud, for: 600_000)
        #expect(device.replicator.problem?.message.contains("two servers may answer") == true)
    }

    /// A cloud that was replaced or restored does not count as misbehaving.
    @Test func replacedCloudIsCalledAtOnce() throws {
        var (device, model) = try device()
        for number in 0..<3 {
            model = ModelCloud(epoch: "replaced \(number)")
            var cloud = Cloud(clouds: [model])
            _ = try run(&device, &cloud, for: 2000)
            #expect(device.unsent == 0 && device.replicator.problem == nil)
            device.now += 60_000
        }
    }

    /// A newer version of Cloudy filled many short pages, which the device can't read and skips.
    @Test func pagesOfANewerFormatAreSkipped() throws {
        var model = ModelCloud()
        var newer = ModelDevice("phone", actor: 2)
        for number in 0..<60 { try newer.set("n\(number)", .integer(1)) }
        try newer.sync(&model)
        for (key, entry) in model.entries { model.entries[key]?.record = [0x88, 9] + entry.record }
        try newer.set("readable", .integer(3))
        try newer.sync(&model)
        model.pageLimit = 2
        var device = ModelDevice("laptop", actor: 1)
        var cloud = Cloud(clouds: [model])
        _ = try run(&device, &cloud, for: 2000)
        #expect(device.value("readable") == .integer(3))
        #expect(device.replicator.problem == nil && device.replicator.unreadableRecords == 60)
    }

    /// Hints that bring changes are followed at once, however many there are.
    @Test func hintsThatBringChangesAreFollowedAtOnce() throws {
        var (device, model) = try device()
        var phone = ModelDevice("phone", actor: 2)
        for number in 0..<500 {
            try phone.set("p\(number)", .integer(1))
            try phone.sync(&model)
            device.now += 100
            try device.sync(&model)
            #expect(device.value("p\(number)") == .integer(1))
        }
    }

    /// The cloud hints at a device's own edits, too. They must not count as hints in vain.
    @Test func hintsOfOwnEditsDelayNoOthers() throws {
        var (device, model) = try device()
        for number in 0..<100 {
            try device.set("own\(number)", .integer(1))
            for event in [ReplicatorEvent.edited, .hinted] {
                try device.handle(event)
                while try device.answerOne(&model) {}
            }
        }
        var phone = ModelDevice("phone", actor: 2)
        try phone.set("p", .integer(1))
        try phone.sync(&model)
        try device.handle(.hinted)
        while try device.answerOne(&model) {}
        #expect(device.value("p") == .integer(1))
    }
}

extension CloudReply {
    fileprivate func with<Other: Sendable>(_ value: Other) -> CloudReply<Other> {
        CloudReply<Other>(epoch: epoch, head: head, time: time, value: value)
    }

    fileprivate func with(head: Int64) -> CloudReply<Value> {
        CloudReply(epoch: epoch, head: head, time: time, value: value)
    }
}

extension CloudAnswer {
    fileprivate func with(head: Int64) -> CloudAnswer {
        switch self {
        case .registered(let reply): .registered(reply.with(head: head))
        case .listed(let reply): .listed(reply.with(head: head))
        case .compared(let reply): .compared(reply.with(head: head))
        case .acknowledged(let reply): .acknowledged(reply.with(head: head))
        }
    }

    /// A page that promises more and brings nothing, or that restarts the listing.
    fileprivate func endless(
        _ habit: MisbehavingCloudTests.Habit?, _ count: Int
    ) -> CloudAnswer {
        guard case .listed(let reply) = self else { return self }
        var (page, head) = (reply.value, reply.head)
        if habit == .risingFloor {
            (page.isComplete, page.floor, page.hasMore) = (true, 1 << 40, !count.isMultiple(of: 3))
            (page.next, head) = (Int64(count), 1 << 30)
        } else {
            page.entries = []
            (page.hasMore, page.next, head) = (true, Int64(1000 + count), 1 << 50)
        }
        return .listed(CloudReply(epoch: reply.epoch, head: head, time: reply.time, value: page))
    }
}
