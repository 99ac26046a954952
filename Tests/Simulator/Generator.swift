import Replication
import SeededRandom

/// Chooses the next event, according to the seed's probabilities and to the state of the world.
struct Generator {
    private var random: SplitMix

    init(random: SplitMix) { self.random = random }

    mutating func next(in world: World) -> Action {
        let profile = world.profile
        var drawn = random.below(profile.totalWeight)
        var kind = Action.Kind.request
        for (candidate, weight) in profile.weights {
            if drawn < weight {
                kind = candidate
                break
            }
            drawn -= weight
        }
        var action = Action(
            kind: kind, a: random.below(1000), b: random.below(1000), c: random.below(1000),
            elapsed: 1 + Int64(random.below(Int(profile.pace))))
        switch kind {
        case .request: proceed(&action, world)
        case .loseRequest, .duplicate:
            action.a = pick(world) { !$0.device.outbox.isEmpty } ?? action.a
        case .loseReply: action.a = pick(world) { !$0.replies.isEmpty } ?? action.a
        default: break
        }
        return action
    }

    /// The next event of the network, the clocks or the doorbells, in random order.
    private mutating func proceed(_ action: inout Action, _ world: World) {
        let start = random.below(world.processes.count)
        for offset in world.processes.indices {
            let index = (start + offset) % world.processes.count
            let process = world.processes[index]
            guard world.node(of: index).isActive else { continue }
            action.a = index
            var kinds: [Action.Kind] = []
            if !process.replies.isEmpty { kinds.append(.reply) }
            if !process.device.outbox.isEmpty { kinds.append(.request) }
            // Rings and hints may come at any time; mostly they come soon.
            if process.isRung, random.chance(60) { kinds.append(.ring) }
            if process.isHinted, random.chance(60) { kinds.append(.hint) }
            if process.deadline != nil, random.chance(30) { kinds.append(.timer) }
            guard !kinds.isEmpty else { continue }
            action.kind = kinds[random.below(kinds.count)]
            return
        }
        action.kind = .spuriousHint
    }

    private mutating func pick(_ world: World, _ fits: (World.Process) -> Bool) -> Int? {
        let fitting = world.processes.indices.filter { fits(world.processes[$0]) }
        return fitting.isEmpty ? nil : fitting[random.below(fitting.count)]
    }
}
