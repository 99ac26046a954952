// Other people's engines take exponential time for some expressions, or a microsecond for every
// row: a filter that follows each key can afford neither. What is here can do less (no back
// references, no captures). A byte costs one step for nearly all that is typed, and never more than
// the expression has parts.

/// A regular expression, taken apart.
indirect enum Pattern: Sendable, Hashable {
    /// One scalar out of a set.
    case one(ScalarSet)
    case sequence([Pattern])
    case choice([Pattern])
    /// As often as `minimum`, and at most `maximum` times, or without limit.
    case repeated(Pattern, minimum: Int, maximum: Int?)
    case border(Border)

    /// A place between two scalars.
    enum Border: Sendable, Hashable {
        /// The beginning of a field.
        case start
        /// The end of a field.
        case end
        /// Between a letter and something else, or the opposite of it.
        case word, notWord
    }

    static let empty = Pattern.sequence([])

    /// A scalar as it stands in folded text: one, some or none.
    static func literal(_ scalar: Unicode.Scalar, isExact: Bool) -> Pattern {
        let folded = ScalarSet.folded(scalar, isExact: isExact)
        let ones = folded.map { Pattern.one(ScalarSet($0.value...$0.value)) }
        return ones.count == 1 ? ones[0] : .sequence(ones)
    }

    /// The letters of a word, each pair with at most three others between them. `nil` for a word
    /// that is longer than ``fuzzyLimit``.
    static func fuzzy(_ word: String, isExact: Bool) -> Pattern? {
        let letters = word.unicodeScalars.flatMap { ScalarSet.folded($0, isExact: isExact) }
        guard letters.count <= fuzzyLimit else { return nil }
        let gap = Pattern.repeated(.one(.any), minimum: 0, maximum: 3)
        var parts: [Pattern] = []
        for letter in letters {
            if !parts.isEmpty { parts.append(gap) }
            parts.append(.one(ScalarSet(letter.value...letter.value)))
        }
        return .sequence(parts)
    }

    static let fuzzyLimit = 64

    /// How many steps a machine for this has, about.
    var weight: Int {
        switch self {
        case .one, .border: 1
        case .sequence(let parts), .choice(let parts): parts.reduce(1) { $0 + $1.weight }
        case .repeated(let part, let minimum, let maximum):
            1 + part.weight * max(1, minimum, maximum ?? minimum + 1)
        }
    }
}

/// A set of scalars, none of them U+0000, which is in no folded text.
struct ScalarSet: Sendable, Hashable {
    /// In ascending order, with gaps between them.
    private(set) var ranges: [ClosedRange<UInt32>]

    init(_ ranges: ClosedRange<UInt32>...) { self.init(ranges) }

    init(_ ranges: [ClosedRange<UInt32>]) {
        self.ranges = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = self.ranges.last, range.lowerBound <= last.upperBound + 1 {
                let end = max(last.upperBound, range.upperBound)
                self.ranges[self.ranges.count - 1] = last.lowerBound...end
            } else {
                self.ranges.append(range)
            }
        }
    }

    static let any = ScalarSet(1...0x10FFFF)
    static let digits = ScalarSet(0x30...0x39)
    /// Letters, digits and the underscore. All beyond ASCII counts as a letter.
    static let letters = ScalarSet(
        0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A, 0x80...0x10FFFF)
    static let space = ScalarSet(
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x2000...0x200A, 0x3000...0x3000)

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        ranges.contains { $0.contains(scalar.value) }
    }

    func union(_ other: ScalarSet) -> ScalarSet { ScalarSet(ranges + other.ranges) }

    var inverted: ScalarSet {
        var gaps: [ClosedRange<UInt32>] = []
        var next: UInt32 = 1
        for range in ranges {
            if range.lowerBound > next { gaps.append(next...range.lowerBound - 1) }
            next = range.upperBound + 1
        }
        if next <= 0x10FFFF { gaps.append(next...0x10FFFF) }
        return ScalarSet(gaps)
    }

    /// A scalar as it stands in folded text.
    static func folded(_ scalar: Unicode.Scalar, isExact: Bool) -> [Unicode.Scalar] {
        var bytes: [UInt8] = []
        FoldedText.append(scalar, as: isExact ? .accentless : .search, to: &bytes)
        return Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    }

    /// The scalars of a range as they stand in folded text. A range longer than any alphabet stays
    /// as it is.
    static func folded(_ range: ClosedRange<UInt32>, isExact: Bool) -> ScalarSet {
        guard range.count <= 1024 else { return ScalarSet(range) }
        return ScalarSet(
            range.compactMap { Unicode.Scalar($0) }.flatMap { folded($0, isExact: isExact) }
                .map { $0.value...$0.value })
    }
}
