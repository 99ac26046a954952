import Replication
import SeededRandom

/// A gateway between the devices of a world and its clouds: it may answer in the place of a cloud,
/// and makes several requests of one call.
struct Gateway: Sendable {
    /// In so many of a thousand requests a failure takes the place of the answer, although the
    /// request was passed on.
    var lies = 0
    /// In so many of a thousand nothing is passed on, and the failure looks the same.
    var barriers = 0
    /// In so many of a thousand the cloud itself says that it changes nothing.
    var refusals = 0
    /// How many changes one request carries; a call with more takes several.
    var changesPerRequest: Int?
    /// Whether a call looks at the keys after it has sent, as that to a sealed cloud does.
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

    /// - Parameter number: any from 0 up to, not including, 1000.
    func fate(_ number: Int) -> Fate {
        if number < lies { return .lie }
        if number < lies + barriers { return .barrier }
        return number < lies + barriers + refusals ? .refusal : .answered
    }
}

/// A call that takes several requests, of which some are still to be made.
struct CompositeCall: Sendable {
    var number: Int
    /// The changes still to be sent, and how many requests only look.
    var rest: ArraySlice<ProposedChange>
    var sender: Sender
    var looks: Int
    /// The outcomes of the changes so far.
    var outcomes: [ChangeOutcome] = []
    /// The answer to the last part that carried changes.
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

    /// Whether it is this call: numbers begin anew when a process does, and marks do not.
    func isOf(_ call: ModelDevice.Call) -> Bool {
        guard case .compareAndSet(_, let sender) = call.call else { return false }
        return number == call.number && self.sender == sender
    }

    /// The changes of the next request; none for one that looks.
    func part(_ gateway: Gateway) -> [ProposedChange] {
        Array(rest.prefix(gateway.changesPerRequest ?? rest.count))
    }
}
