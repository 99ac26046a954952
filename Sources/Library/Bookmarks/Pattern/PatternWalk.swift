/// Follows a program through text byte by byte, at all steps at once at which it may be. What one
/// byte costs is bounded by the length of the program, and nothing is made or forgotten meanwhile.
struct PatternWalk {
    private let program: PatternProgram
    /// The steps at which the program is, before it goes on past what takes no byte.
    private(set) var places: [Int] = []
    /// What the byte before was.
    private var before = ByteKind.edge
    private var open: [Int] = []
    private var next: [Int] = []
    /// The last byte for which each step was met, and for which it was reached, by number.
    private var met: [UInt32]
    private var reached: [UInt32]
    private var number: UInt32 = 0
    /// How many steps were met so far.
    private(set) var work = 0

    init(_ program: PatternProgram) {
        self.program = program
        met = [UInt32](repeating: 0, count: program.steps.count)
        reached = met
    }

    /// Begins behind a byte of some kind, at some steps.
    mutating func begin(at places: [Int], behind before: ByteKind) {
        self.places = places
        self.before = before
    }

    /// Goes past a byte. Returns whether the pattern was found before it.
    mutating func take(_ byte: UInt8) -> Bool {
        number &+= 1
        if number == 0 { forget() }
        let kind = ByteKind(byte)
        // It may begin anywhere.
        open.append(program.start)
        open += places
        next.removeAll(keepingCapacity: true)
        while let step = open.popLast() {
            if met[step] == number { continue }
            met[step] = number
            work += 1
            switch program.steps[step] {
            case .found:
                open.removeAll(keepingCapacity: true)
                return true
            case .byte(let range, let target):
                if range.contains(byte), reached[target] != number {
                    reached[target] = number
                    next.append(target)
                }
            case .fork(let all): open += program.targets[all]
            case .either(let small, let large):
                open += program.targets[byte < 0x80 ? small : large]
            case .border(let border, let target):
                if isThere(border, at: byte, of: kind) { open.append(target) }
            }
        }
        swap(&places, &next)
        before = kind
        return false
    }

    private func isThere(_ border: Pattern.Border, at byte: UInt8, of kind: ByteKind) -> Bool {
        switch border {
        case .start: before == .edge
        case .end: kind == .edge
        case .word: (before == .letter) != (kind == .letter)
        // The places within a scalar are no borders of anything.
        case .notWord: byte & 0xC0 != 0x80 && (before == .letter) == (kind == .letter)
        }
    }

    /// The numbers of bytes begin anew.
    private mutating func forget() {
        met = [UInt32](repeating: 0, count: met.count)
        reached = met
        number = 1
    }
}

/// What a byte is for a border.
enum ByteKind: Hashable {
    /// Between two fields, or two tags.
    case edge
    case letter, other

    init(_ byte: UInt8) {
        switch byte {
        case 0, 0xFF: self = .edge
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A, 0x80...: self = .letter
        default: self = .other
        }
    }
}
