extension Worlds {
    /// Shortens a history that violates an invariant: leaves out parts as long as the same
    /// invariant is violated.
    public static func shrink(
        _ history: [Event], seed: UInt64, invariant: Invariant, variant: Mistake? = nil
    ) -> [Event] {
        func fails(_ shorter: [Event]) -> Bool {
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

    /// The same history with as little time between the events as possible.
    private static func calmed(_ history: [Event], _ fails: ([Event]) -> Bool) -> [Event] {
        var best = history
        for index in best.indices where best[index].elapsed > 1 {
            var calmer = best
            calmer[index].elapsed = 1
            if fails(calmer) { best = calmer }
        }
        return best
    }
}
