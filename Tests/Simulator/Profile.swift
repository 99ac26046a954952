import SeededRandom

/// The probabilities of events in one simulated world. Each seed has its own, since a world without
/// crashes reveals other mistakes than one that is full of them.
struct Profile: Sendable {
    var devices = 2
    /// The number of processes of each device.
    var processes = 1
    var accounts = 1
    /// Whether devices move to another cloud and come back.
    var hasMoves = false
    /// The gateway between the devices and their clouds.
    var gateway: Gateway?
    /// The number of keys whose values are dictionaries, and of keys whose values are replaced as a
    /// whole.
    var fieldKeys = 2
    var plainKeys = 1
    var steps = 100
    var pageLimit = Int.max
    /// The most keys of its own that a device sends to a new cloud without asking.
    var joinLimit: Int?
    /// The clocks' errors, in milliseconds.
    var skews: [Int64] = []
    /// The longest time between two actions, in milliseconds.
    var pace: Int64 = 1000
    /// Kinds and their weights; `request` stands for any next event of the network.
    var weights: [(kind: Action.Kind, weight: Int)] = []
    var totalWeight = 0

    /// - Parameters:
    ///   - variant: raises the probability of what a wrong protocol needs to go wrong.
    ///   - hasMoves: whether devices move between two clouds.
    ///   - hasForgetting: whether devices forget what their cloud has, and join it again.
    init(
        _ random: inout SplitMix, for variant: Variant? = nil, hasMoves: Bool = false,
        hasForgetting: Bool = false
    ) {
        devices = 2 + random.below(3) + (random.chance(20) ? 1 : 0)
        processes = random.chance(25) ? 2 : 1
        accounts = random.chance(10) ? 2 : 1
        let isLarge = random.chance(6)
        fieldKeys = isLarge ? 14 + random.below(8) : 1 + random.below(3)
        joinLimit = isLarge ? 3 : nil
        plainKeys = random.below(2)
        steps = random.chance(60) ? 60 + random.below(120) : 150 + random.below(350)
        pageLimit = random.chance(50) ? 1 + random.below(4) : .max
        pace = [20, 2000, 30_000, 90_000][random.below(4)]
        let day: Int64 = 86_400_000
        for _ in 0..<8 {
            skews.append([0, 0, 0, 900, -50_000, day, -day][random.below(7)])
        }
        addPeople(&random, isLarge: isLarge)
        addNetwork(&random)
        addMachines(&random)
        addCloud(&random)
        if hasMoves {
            self.hasMoves = true
            // People who move have the same tokens in all clouds.
            accounts = 1
            add(.move, 5 + random.below(60))
        }
        if hasForgetting { add(.forget, 20) }
        for (kind, weight) in variant?.troubles ?? [] { add(kind, weight) }
        totalWeight = weights.reduce(0) { $0 + $1.weight }
    }

    /// The number of clouds.
    var clouds: Int { hasMoves ? 2 : accounts }

    /// Whether replicas are copied, or restored from older copies.
    var hasCopies: Bool {
        weights.contains { $0.kind == .copyReplica || $0.kind == .restoreReplica }
    }

    private mutating func add(_ kind: Action.Kind, _ weight: Int) {
        if weight > 0 { weights.append((kind, weight)) }
    }

    /// Adds a fault in `percent` of the worlds.
    private mutating func maybe(
        _ kind: Action.Kind, _ percent: Int, upTo weight: Int, _ random: inout SplitMix
    ) {
        let isIn = random.chance(percent)
        let drawn = 1 + random.below(weight)
        if isIn { add(kind, drawn) }
    }

    private mutating func addPeople(_ random: inout SplitMix, isLarge: Bool) {
        add(.edit, 100 + random.below(150) + (isLarge ? 150 : 0))
        maybe(.tag, 40, upTo: 60, &random)
        maybe(.untag, 30, upTo: 30, &random)
        maybe(.delete, 80, upTo: 60, &random)
        maybe(.restore, 40, upTo: 30, &random)
        if isLarge {
            add(.editMany, 12)
            add(.deleteMany, 12)
            add(.purge, 8)
        } else {
            maybe(.deleteMany, 20, upTo: 10, &random)
        }
        maybe(.offline, 30, upTo: 30, &random)
        add(.look, 20)
        add(.answerBrake, 10)
        if accounts > 1 { add(.switchAccount, 30) }
    }

    private mutating func addNetwork(_ random: inout SplitMix) {
        add(.request, 500 + random.below(2500))
        maybe(.loseRequest, 50, upTo: 100, &random)
        maybe(.loseReply, 50, upTo: 120, &random)
        maybe(.duplicate, 40, upTo: 60, &random)
        maybe(.timeout, 50, upTo: 100, &random)
        maybe(.spuriousHint, 40, upTo: 60, &random)
        maybe(.lateRequest, 60, upTo: 30, &random)
    }

    private mutating func addMachines(_ random: inout SplitMix) {
        maybe(.crash, 40, upTo: 30, &random)
        maybe(.powerFailure, 30, upTo: 20, &random)
        maybe(.crashAtWrite, 40, upTo: 40, &random)
        maybe(.loseEffects, 40, upTo: 30, &random)
        maybe(.diskFull, 30, upTo: 30, &random)
        maybe(.clockJump, 25, upTo: 20, &random)
        maybe(.copyReplica, 8, upTo: 8, &random)
        if random.chance(12) {
            add(.backupReplica, 8)
            add(.restoreReplica, 6)
        }
    }

    private mutating func addCloud(_ random: inout SplitMix) {
        maybe(.cloudFull, 25, upTo: 30, &random)
        maybe(.collect, 70, upTo: 60, &random)
        maybe(.retire, 12, upTo: 10, &random)
        if random.chance(12) {
            add(.cloudBackup, 10)
            add(.cloudRestore, 5)
        }
        maybe(.cloudReplace, 8, upTo: 5, &random)
    }
}
