import SeededRandom

/// Worlds of documents. Their seeds are separate from those of records.
public enum DocumentSimulation: Worlds {
    public static func run(
        seed: UInt64, variant: DocumentVariant?, isVerbose: Bool
    ) -> Outcome<DocumentAction> {
        var random = SplitMix(seed: seed)
        let profile = DocumentProfile(&random, for: variant)
        var world = DocumentWorld(profile: profile, variant: variant, isVerbose: isVerbose)
        world.beginNotes()
        var generator = DocumentGenerator(random: random)
        var history: [DocumentAction] = []
        while history.count < profile.steps, world.violation == nil {
            let action = generator.next(in: profile)
            history.append(action)
            world.apply(action)
        }
        return outcome(of: &world, history)
    }

    public static func replay(
        _ history: [DocumentAction], seed: UInt64, variant: DocumentVariant?, isVerbose: Bool
    ) -> Outcome<DocumentAction> {
        var random = SplitMix(seed: seed)
        let profile = DocumentProfile(&random, for: variant)
        var world = DocumentWorld(profile: profile, variant: variant, isVerbose: isVerbose)
        world.beginNotes()
        for action in history where world.violation == nil { world.apply(action) }
        return outcome(of: &world, history)
    }

    private static func outcome(
        of world: inout DocumentWorld, _ history: [DocumentAction]
    ) -> Outcome<DocumentAction> {
        if world.violation == nil { world.settle() }
        world.end()
        return Outcome(
            violation: world.violation, hash: world.hash.value, history: history,
            lines: world.lines ?? [])
    }
}
