/// A pattern as steps over the bytes of UTF-8: a nondeterministic automaton.
struct PatternProgram {
    enum Step {
        /// Takes a byte of a range and goes on.
        case byte(ClosedRange<UInt8>, next: Int)
        /// Goes on at all of these ``PatternProgram/targets``.
        case fork(Range<Int>)
        /// Goes on at the first of these targets before a byte of ASCII, else at the others.
        case either(Range<Int>, Range<Int>)
        /// Goes on if the place is such a border.
        case border(Pattern.Border, next: Int)
        /// The pattern was found.
        case found
    }

    private(set) var steps: [Step] = [.found]
    /// The steps at which others go on.
    private(set) var targets: [Int] = []
    private(set) var start = 0

    /// Whether any step asks for a border.
    private(set) var hasBorders = false

    init(_ pattern: Pattern) {
        start = add(pattern, before: 0)
    }

    /// The byte with which all that is found begins, if it is always the same.
    var onlyFirstByte: UInt8? {
        guard case .byte(let range, _) = steps[start], range.count == 1 else { return nil }
        return range.lowerBound
    }

    /// Whether all that is found begins at the beginning of a field.
    var isAnchored: Bool {
        var seen: Set<Int> = [start]
        var open = [start]
        while let step = open.popLast() {
            switch steps[step] {
            case .border(.start, _): break
            case .byte, .found, .border: return false
            case .fork(let all):
                for target in targets[all] where seen.insert(target).inserted {
                    open.append(target)
                }
            case .either: return false
            }
        }
        return true
    }

    private mutating func add(_ step: Step) -> Int {
        steps.append(step)
        return steps.count - 1
    }

    private mutating func keep(_ new: [Int]) -> Range<Int> {
        targets += new
        return targets.count - new.count..<targets.count
    }

    /// Adds the steps of a pattern, after which the program goes on at `next`.
    private mutating func add(_ pattern: Pattern, before next: Int) -> Int {
        switch pattern {
        case .one(let set): return add(set, before: next)
        case .sequence(let parts): return parts.reversed().reduce(next) { add($1, before: $0) }
        case .choice(let parts):
            let heads = parts.map { add($0, before: next) }
            return add(.fork(keep(heads)))
        case .border(let border):
            hasBorders = true
            return add(.border(border, next: next))
        case .repeated(let part, let minimum, let maximum):
            var first = next
            if let maximum {
                for _ in minimum..<max(minimum, maximum) {
                    first = add(part, before: first)
                    first = add(.fork(keep([first, next])))
                }
            } else {
                let loop = add(.fork(0..<0))
                let inner = add(part, before: loop)
                steps[loop] = .fork(keep([inner, next]))
                first = loop
            }
            for _ in 0..<minimum { first = add(part, before: first) }
            return first
        }
    }

    private mutating func add(_ set: ScalarSet, before next: Int) -> Int {
        var sequences: [[ClosedRange<UInt8>]] = []
        for range in set.ranges {
            Self.split(range.lowerBound, range.upperBound, into: &sequences)
        }
        let heads = sequences.map { bytes in
            bytes.reversed().reduce(next) { add(.byte($1, next: $0)) }
        }
        if heads.count == 1 { return heads[0] }
        // Most bytes are ASCII, and most of what begins a scalar is not.
        let isSmall = sequences.map { $0[0].lowerBound < 0x80 }
        let small = zip(heads, isSmall).filter(\.1).map(\.0)
        let large = zip(heads, isSmall).filter { !$0.1 }.map(\.0)
        return add(.either(keep(small), keep(large)))
    }

    /// Splits a range of scalars into sequences of ranges of bytes: all combinations of bytes out
    /// of the ranges of one sequence are the scalars of a part of the range.
    private static func split(
        _ low: UInt32, _ high: UInt32, into sequences: inout [[ClosedRange<UInt8>]]
    ) {
        for limit in [0x7F, 0x7FF, 0xFFFF] as [UInt32] where low <= limit && limit < high {
            split(low, limit, into: &sequences)
            split(limit + 1, high, into: &sequences)
            return
        }
        // Bytes behind one that differs must range over all they can be.
        for shift in [6, 12, 18] as [UInt32] where high >= 0x80 {
            let mask = (1 as UInt32) << shift - 1
            if low & ~mask == high & ~mask { continue }
            if low & mask != 0 {
                split(low, low | mask, into: &sequences)
                split((low | mask) + 1, high, into: &sequences)
                return
            }
            if high & mask != mask {
                split(low, (high & ~mask) - 1, into: &sequences)
                split(high & ~mask, high, into: &sequences)
                return
            }
        }
        sequences.append(zip(bytes(of: low), bytes(of: high)).map { $0...$1 })
    }

    /// UTF-8, also of what is no scalar but lies within a range.
    private static func bytes(of value: UInt32) -> [UInt8] {
        let tail = { (shift: UInt32) in UInt8(0x80 | (value >> shift) & 0x3F) }
        switch value {
        case ..<0x80: return [UInt8(value)]
        case ..<0x800: return [UInt8(0xC0 | value >> 6), tail(0)]
        case ..<0x10000: return [UInt8(0xE0 | value >> 12), tail(6), tail(0)]
        default: return [UInt8(0xF0 | value >> 18), tail(12), tail(6), tail(0)]
        }
    }
}
