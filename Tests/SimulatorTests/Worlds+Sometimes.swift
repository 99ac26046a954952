import Simulator

extension Worlds {
    /// Runs a world, and that of every seventh seed twice: what makes two runs differ, such as the
    /// order of a dictionary, shows in many worlds. Not every tenth: with those, kinds of worlds
    /// come back.
    static func runSometimesTwice(seed: UInt64) -> Outcome<Event> {
        seed.isMultiple(of: 7) ? runTwice(seed: seed) : run(seed: seed)
    }
}
