extension Simulation {
    /// A shorter history that violates the same invariant: parts are left out for as long as that
    /// helps.
    public static func shrink(
        _ history: [Action], seed: UInt64, invariant: Invariant, variant: Variant? = nil
    ) -> [Action] {
        func fails(_ shorter: [Action]) -> Bool {
            replay(shorter, seed: seed, variant: variant).violation?.invariant == invariant
        }
        var best = history
        guard fails(best) else { return history }
        var size = max(1, best.count / 2)
        while true {
            var start = 0
            var isShorter = false
            while start < best.count {
                var shorter = best
                shorter.removeSubrange(start..<min(start + size, best.count))
                if fails(shorter) {
                    best = shorter
                    isShorter = true
                } else {
                    start += size
                }
            }
            if size > 1 {
                size /= 2
            } else if !isShorter {
                return calmed(best, fails)
            }
        }
    }

    /// The same with as little time between the actions as will do.
    private static func calmed(_ history: [Action], _ fails: ([Action]) -> Bool) -> [Action] {
        var best = history
        for index in best.indices where best[index].elapsed > 1 {
            var calmer = best
            calmer[index].elapsed = 1
            if fails(calmer) { best = calmer }
        }
        return best
    }
}
