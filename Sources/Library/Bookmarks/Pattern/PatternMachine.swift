import Glibc

// The sets of steps at which the program may be are numbered when they are first met, and where
// each byte leads from each of them is remembered: a deterministic automaton, made as far as it is
// needed. So a byte costs one look into a table.
//
// Some programs are in more sets than can be kept: [ab].{30}c has a set for each way in which the
// last thirty letters were a or b. Once the table is full it stays as it is, and where it does not
// know further, the rest of the field is followed with a bit for each step, or, where that cannot
// be, walked step by step.
//
// A border is between two bytes, so that a set is what was reached before the borders there are
// known; they are passed when the next byte is. For that each set also knows what the byte before
// was. The bytes 0 and 255, which end fields and begin tags, are in no text: there every field
// ends, and the next begins.
//
// Where a pattern begins at the beginning of a field only, and is not begun, all up to the end of
// the field is passed over. Where a pattern without borders can begin with one byte only, as the
// letters of ~word do, all up to the next such byte is passed over by memchr(3).

/// Finds a pattern in the fields of a ``SearchArena``.
struct PatternMachine {
    private let program: PatternProgram
    /// For each state and byte the state that follows; 0 where that is not known yet.
    private var table: [UInt16] = []
    private var states: [State] = []
    private var numbers: [State: UInt16] = [:]
    /// The only byte that leads anywhere from the start, if there is one.
    private let first: UInt8?
    /// Whether it begins at the beginning of a field only.
    private let isAnchored: Bool

    private var walk: PatternWalk
    /// Made when the table is full.
    private var bits: PatternBits??
    /// How many steps all sets have together.
    private var size = 0

    private struct State: Hashable {
        var steps: [Int]
        var before: ByteKind
    }

    private static let unknown: UInt16 = 0
    private static let found: UInt16 = 1
    private static let start: UInt16 = 2
    /// Nothing is begun, and in this field nothing will be.
    private static let dead: UInt16 = 3
    /// As many sets are kept, unless they are large.
    static let stateLimit = 1000
    /// As many steps are kept in all of them.
    private static let sizeLimit = 100_000

    init(_ pattern: Pattern) {
        program = PatternProgram(pattern)
        walk = PatternWalk(program)
        first = program.hasBorders ? nil : program.onlyFirstByte
        isAnchored = program.isAnchored
        let nowhere = State(steps: [], before: .edge)
        states = [nowhere, nowhere]
        table = [UInt16](repeating: Self.unknown, count: 512)
        _ = number(State(steps: [], before: .edge))
        _ = number(State(steps: [], before: .other))
    }

    /// What was done so far that is more than a look into the table: how many sets were numbered,
    /// and how many steps were met.
    var work: (sets: Int, steps: Int) { (states.count, walk.work) }

    /// Whether the pattern is in one of the fields of a text, the last of which ends with the byte
    /// 0.
    mutating func isFound(in text: UnsafeRawBufferPointer) -> Bool {
        findsEnd(in: text, from: 0) != nil
    }

    /// Whether it is found where there is nothing, and so between any two fields.
    mutating func isFoundInNothing() -> Bool {
        [0 as UInt8].withUnsafeBytes { isFound(in: $0) }
    }

    /// Where it is known that the pattern was found in a field that begins at `offset`, or in one
    /// behind it.
    mutating func findsEnd(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var state = Self.start
        var offset = start
        while true {
            let end: UInt16 = table.withUnsafeBufferPointer { table in
                while offset < text.count {
                    if state == Self.start, let first {
                        guard let next = Self.find(first, in: text, from: offset) else {
                            offset = text.count
                            return state
                        }
                        offset = next
                    } else if state == Self.dead, isAnchored {
                        while offset < text.count, text[offset] &+ 1 > 1 { offset += 1 }
                        if offset == text.count { return state }
                    }
                    let next = table[Int(state) << 8 | Int(text[offset])]
                    if next <= Self.found { return next }
                    state = next
                    offset += 1
                }
                return state
            }
            if end == Self.found { return offset }
            if offset == text.count { return nil }
            let isFull = states.count >= Self.stateLimit || size >= Self.sizeLimit
            state = isFull ? walked(state, text, &offset) : learned(state, text[offset])
            if state == Self.found { return offset }
            if !isFull { offset += 1 }
        }
    }

    private static func find(
        _ byte: UInt8, in text: UnsafeRawBufferPointer, from offset: Int
    ) -> Int? {
        guard let base = text.baseAddress else { return nil }
        return memchr(base + offset, Int32(byte), text.count - offset).map {
            UnsafeRawPointer($0) - base
        }
    }

    /// Finds out where a byte leads.
    private mutating func learned(_ state: UInt16, _ byte: UInt8) -> UInt16 {
        let from = states[Int(state)]
        walk.begin(at: from.steps, behind: from.before)
        let isFound = walk.take(byte)
        let next = isFound ? Self.found : reached(behind: byte) ?? number(reachedSet(behind: byte))
        table[Int(state) << 8 | Int(byte)] = next
        return next
    }

    /// Goes on without the table, to the end of the field or to where the table knows further.
    private mutating func walked(
        _ state: UInt16, _ text: UnsafeRawBufferPointer, _ offset: inout Int
    ) -> UInt16 {
        var from = states[Int(state)]
        let bits = bits ?? PatternBits(program)
        self.bits = .some(bits)
        if let bits {
            switch bits.follow(from: from.steps, text, &offset) {
            case .found: return Self.found
            case .nothing: return Self.start
            case .foreign(let steps): from.steps = steps
            }
        }
        walk.begin(at: from.steps, behind: from.before)
        while offset < text.count {
            let byte = text[offset]
            if walk.take(byte) { return Self.found }
            offset += 1
            if let next = reached(behind: byte) { return next }
        }
        return Self.start
    }

    /// The set that was reached behind a byte, where it is one of those that are always there.
    private func reached(behind byte: UInt8) -> UInt16? {
        if ByteKind(byte) == .edge { return Self.start }
        guard walk.places.isEmpty else { return nil }
        if isAnchored { return Self.dead }
        return program.hasBorders ? nil : Self.start
    }

    private func reachedSet(behind byte: UInt8) -> State {
        // Where nobody asks what was before, nothing begun is nothing begun.
        State(
            steps: walk.places.sorted(),
            before: program.hasBorders ? ByteKind(byte) : .edge)
    }

    private mutating func number(_ state: State) -> UInt16 {
        if let number = numbers[state] { return number }
        let number = UInt16(states.count)
        states.append(state)
        size += state.steps.count
        numbers[state] = number
        table.append(contentsOf: repeatElement(Self.unknown, count: 256))
        return number
    }
}
