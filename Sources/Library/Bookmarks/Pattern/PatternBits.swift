/// Follows a program through ASCII with one bit for each step that takes a byte: what a byte costs
/// is a few looks into tables, however many of the steps are met at once.
///
/// Only for programs without borders, and with at most 128 steps that take a byte of ASCII.
struct PatternBits: Sendable {
    typealias Set = UInt128

    /// The step at which the program goes on behind the byte of each bit.
    private var targets: [Int] = []
    /// The bits that each step of the program leads to before it takes a byte, and whether the
    /// pattern is found there.
    private var reach: [(set: Set, isFound: Bool)] = []
    private let start: Set
    /// The bits whose steps take a byte.
    private var takers = [Set](repeating: 0, count: 128)
    /// The bits behind whose bytes the pattern is found.
    private var last: Set = 0
    /// For eight bits at a time and each of their values, what they lead to.
    private var next: [Set] = []

    init?(_ program: PatternProgram) {
        guard !program.hasBorders else { return nil }
        var bits: [Int: Int] = [:]
        for (step, kind) in program.steps.enumerated() {
            guard case .byte(let range, let target) = kind, range.lowerBound < 0x80 else {
                continue
            }
            let bit = targets.count
            guard bit < Set.bitWidth else { return nil }
            bits[step] = bit
            targets.append(target)
            for byte in range where byte < 0x80 { takers[Int(byte)] |= 1 << bit }
        }
        reach = program.steps.indices.map { Self.reach(from: $0, program, bits) }
        start = reach[program.start].set
        // What is found in nothing is found everywhere, without looking.
        guard !reach[program.start].isFound else { return nil }
        for (bit, target) in targets.enumerated() where reach[target].isFound { last |= 1 << bit }
        for group in stride(from: 0, to: targets.count, by: 8) {
            for value in 0..<256 {
                let set = (group..<min(group + 8, targets.count)).reduce(0 as Set) { set, bit in
                    value >> (bit - group) & 1 == 1 ? set | reach[targets[bit]].set : set
                }
                next.append(set)
            }
        }
    }

    private static func reach(
        from step: Int, _ program: PatternProgram, _ bits: [Int: Int]
    ) -> (set: Set, isFound: Bool) {
        var (set, isFound): (Set, Bool) = (0, false)
        var seen: Swift.Set<Int> = [step]
        var open = [step]
        while let step = open.popLast() {
            let targets: ArraySlice<Int>
            switch program.steps[step] {
            case .found:
                isFound = true
                continue
            case .byte:
                if let bit = bits[step] { set |= 1 << bit }
                continue
            case .fork(let all): targets = program.targets[all]
            case .either(let small, _): targets = program.targets[small]
            case .border(_, let target): targets = [target]
            }
            for target in targets where seen.insert(target).inserted { open.append(target) }
        }
        return (set, isFound)
    }

    /// Where following a text ended.
    enum End: Sendable {
        case found
        /// The field ended, or nothing was begun any more.
        case nothing
        /// A byte that is not ASCII comes next.
        case foreign(at: [Int])
    }

    /// Goes on from some steps, to where the pattern is found or following ends.
    func follow(
        from places: [Int], _ text: UnsafeRawBufferPointer, _ offset: inout Int
    ) -> End {
        var set: Set = 0
        for step in places {
            set |= reach[step].set
            if reach[step].isFound { return .found }
        }
        var behind: Set?
        return takers.withUnsafeBufferPointer { takers in
            next.withUnsafeBufferPointer { next in
                while offset < text.count {
                    let byte = Int(text[offset])
                    if byte == 0 || byte == 0xFF {
                        offset += 1
                        return .nothing
                    }
                    guard byte < 0x80 else {
                        return .foreign(at: behind.map(self.steps) ?? places)
                    }
                    offset += 1
                    var taken = (set | start) & takers[byte]
                    if taken & last != 0 {
                        offset -= 1
                        return .found
                    }
                    if taken == 0 { return .nothing }
                    behind = taken
                    set = 0
                    var group = 0
                    while taken != 0 {
                        set |= next[group | Int(taken & 0xFF)]
                        taken >>= 8
                        group += 256
                    }
                }
                return .nothing
            }
        }
    }

    /// The steps at which the program is behind bytes that these bits took.
    private func steps(behind taken: Set) -> [Int] {
        targets.indices.filter { taken >> $0 & 1 == 1 }.map { targets[$0] }
    }
}
