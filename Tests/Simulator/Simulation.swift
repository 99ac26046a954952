import SeededRandom

/// Worlds of records.
public enum Simulation: Worlds {
    /// Whether devices move between clouds in the world of a seed: in every tenth world.
    private static func hasMoves(_ seed: UInt64, _ variant: Variant?) -> Bool {
        switch variant {
        case nil: seed % 10 == 8
        case .forgottenMarks, .latestMarks: true
        default: false
        }
    }

    /// The random properties of a seed's world.
    private static func profile(
        _ seed: UInt64, _ variant: Variant?, _ random: inout SplitMix
    ) -> Profile {
        let hasForgetting = variant?.needsForgetting ?? (seed % 10 == 9)
        var profile = Profile(
            &random, for: variant, hasMoves: hasMoves(seed, variant), hasForgetting: hasForgetting)
        // The gateway has random numbers of its own, so that the rest of the world is the same as
        // without one. Every tenth world has a gateway.
        let hasGateway = variant?.needsGateway ?? (seed % 10 == 7)
        if hasGateway {
            var own = SplitMix(seed: seed ^ 0x6761_7465_7761_7973)
            profile.gateway = Gateway(&own)
        }
        return profile
    }

    /// Runs the world of a seed to its end.
    public static func run(
        seed: UInt64, variant: Variant?, isVerbose: Bool
    ) -> Outcome<Action> {
        var random = SplitMix(seed: seed)
        let profile = profile(seed, variant, &random)
        var world = World(profile: profile, variant: variant, isVerbose: isVerbose)
        var generator = Generator(random: random)
        var history: [Action] = []
        while history.count < profile.steps, world.violation == nil {
            let action = generator.next(in: world)
            history.append(action)
            world.apply(action)
        }
        if world.violation == nil { world.settle() }
        return Outcome(
            violation: world.violation, hash: world.hash.value, history: history,
            lines: world.lines ?? [])
    }

    /// Runs the world of a seed with another history.
    public static func replay(
        _ history: [Action], seed: UInt64, variant: Variant?, isVerbose: Bool
    ) -> Outcome<Action> {
        var random = SplitMix(seed: seed)
        let profile = profile(seed, variant, &random)
        var world = World(profile: profile, variant: variant, isVerbose: isVerbose)
        for action in history where world.violation == nil { world.apply(action) }
        if world.violation == nil { world.settle() }
        return Outcome(
            violation: world.violation, hash: world.hash.value, history: history,
            lines: world.lines ?? [])
    }
}
