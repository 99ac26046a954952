import SeededRandom

extension SplitMix {
    /// A number from 0 up to, not including, `limit`.
    mutating func below(_ limit: Int) -> Int {
        Int(truncatingIfNeeded: next() >> 33) % max(1, limit)
    }

    /// True in `percent` of a hundred cases.
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}
