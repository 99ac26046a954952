import Replication
import SeededRandom

/// A gateway between the devices of a world and its clouds: it may answer in place of a cloud, and
/// splits a call into several requests.
struct Gateway: Sendable {
    /// The number of requests, of a thousand, in which a failure replaces the answer, although the
    /// request was passed on.
    var lies = 0
    /// The number of requests, of a thousand, in which nothing is passed on, with a failure that
    /// looks the same.
    var barriers = 0
    /// The number of requests, of a thousand, in which the cloud itself reports that it changed
    /// nothing.
    var refusals = 0
    /// The number of changes in one request; a call with more takes several requests.
    var changesPerRequest: Int?
    /// Whether a call checks the keys after it has sent changes, as with a sealed cloud.
    var looksAfterwards = false

    init(_ random: inout SplitMix) {
        lies = random.chance(80) ? 5 + random.below(200) : 0
        barriers = random.chance(60) ? 5 + random.below(100) : 0
        refusals = random.chance(60) ? 5 + random.below(150) : 0
        if random.chance(50) { changesPerRequest = 1 + random.below(3) }
        looksAfterwards = random.chance(60)
    }

    /// The fate of one request.
    enum Fate { case answered, lie, barrier, refusal }

    /// - Parameter number: any number from 0 to 999.
    func fate(_ number: Int) -> Fate {
        if number < lies { return .lie }
        if number < lies + barriers { return .barrier }
        return number < lies + barriers + refusals ? .refusal : .answered
    }
}

/// A call that takes several requests, some of which have not been made yet.
struct CompositeCall: Sendable {
    var number: Int
    /// The changes that are still to be sent, and the number of requests that only read.
    var rest: ArraySlice<ProposedChange>
    var sender: Sender
    var looks: Int
    /// The outcomes of the changes so far.
    var outcomes: [ChangeOutcome] = []
    /// The answer to the last request that had changes.
    var last: CloudReply<[ChangeOutcome]>?

    /// Whether a request was passed on that may have changed something.
    var hasChanged: Bool { last != nil }
    var isDone: Bool { rest.isEmpty && looks == 0 }

    init?(_ call: ModelDevice.Call, _ gateway: Gateway) {
        guard case .compareAndSet(let changes, let sender) = call.call, !changes.isEmpty else {
            return nil
        }
        let size = gateway.changesPerRequest ?? changes.count
        guard size < changes.count || gateway.looksAfterwards else { return nil }
        (number, rest, self.sender) = (call.number, changes[...], sender)
        looks = gateway.looksAfterwards ? 1 : 0
    }

    /// Whether this is the same call: numbers start again when a process does, but marks do not.
    func isOf(_ call: ModelDevice.Call) -> Bool {
        guard case .compareAndSet(_, let sender) = call.call else { return false }
        return number == call.number && self.sender == sender
    }

    /// The changes of the next request; none for a request that only reads.
    func part(_ gateway: Gateway) -> [ProposedChange] {
        Array(rest.prefix(gateway.changesPerRequest ?? rest.count))
    }
}
