/// A set of scalars without U+0000, which no folded text has.
struct ScalarSet {
    /// The ranges in ascending order, with gaps between them.
    private(set) var ranges: [ClosedRange<UInt32>] = []

    init(_ ranges: [ClosedRange<UInt32>]) {
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = self.ranges.last, range.lowerBound <= last.upperBound + 1 {
                let end = max(last.upperBound, range.upperBound)
                self.ranges[self.ranges.count - 1] = last.lowerBound...end
            } else {
                self.ranges.append(range)
            }
        }
    }

    /// The only scalar of the set, if there is exactly one.
    var only: Unicode.Scalar? {
        guard ranges.count == 1, ranges[0].count == 1 else { return nil }
        return Unicode.Scalar(ranges[0].lowerBound)
    }

    /// Returns a letter with its marks as it is in folded text: see ``FoldedCluster``.
    static func folded(
        _ letter: some Collection<Unicode.Scalar>, isExact: Bool
    ) -> [Unicode.Scalar] {
        var bytes: [UInt8] = []
        FoldedCluster.append(letter, as: isExact ? .accentless : .search, to: &bytes)
        return Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    }

    /// Returns the scalars of a range as they are in folded text. A range longer than any alphabet
    /// stays as it is.
    static func folded(_ range: ClosedRange<UInt32>, isExact: Bool) -> ScalarSet {
        guard range.count <= 1024 else { return ScalarSet([range]) }
        return ScalarSet(
            range.compactMap { Unicode.Scalar($0) }.flatMap { folded([$0], isExact: isExact) }
                .map { $0.value...$0.value })
    }
}
