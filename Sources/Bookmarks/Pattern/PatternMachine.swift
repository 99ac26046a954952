import Glibc

// The sets of steps at which the program may be are numbered when they are first met, and where
// each byte leads from each of them is remembered: a deterministic automaton, made as far as it is
// needed. So a byte costs one look into a table.
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

    private struct State: Hashable {
        var steps: [Int]
        var before: Kind
    }

    /// What a byte is for a border.
    private enum Kind {
        case edge, letter, other

        init(_ byte: UInt8) {
            switch byte {
            case 0, 0xFF: self = .edge
            case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A, 0x80...: self = .letter
            default: self = .other
            }
        }
    }

    private static let unknown: UInt16 = 0
    private static let found: UInt16 = 1
    private static let start: UInt16 = 2
    /// Nothing is begun, and in this field nothing will be.
    private static let dead: UInt16 = 3
    /// A program that is in more sets than these forgets them and begins anew.
    private static let stateLimit = 1000

    init(_ pattern: Pattern) {
        program = PatternProgram(pattern)
        first = program.hasBorders ? nil : program.onlyFirstByte
        isAnchored = program.isAnchored
        forget()
    }

    private mutating func forget() {
        let nowhere = State(steps: [], before: .edge)
        states = [nowhere, nowhere]
        numbers = [:]
        table = [UInt16](repeating: Self.unknown, count: 512)
        _ = number(State(steps: [], before: .edge))
        _ = number(State(steps: [], before: .other))
    }

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
            state = learn(state, text[offset])
            if state == Self.found { return offset }
            offset += 1
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
    private mutating func learn(_ state: UInt16, _ byte: UInt8) -> UInt16 {
        let kind = Kind(byte)
        let from = states[Int(state)]
        guard let steps = closure(from, upTo: byte) else {
            table[Int(state) << 8 | Int(byte)] = Self.found
            return Self.found
        }
        if kind == .edge {
            table[Int(state) << 8 | Int(byte)] = Self.start
            return Self.start
        }
        var next: Set<Int> = []
        for step in steps {
            if case .byte(let range, let target) = program.steps[step], range.contains(byte) {
                next.insert(target)
            }
        }
        if isAnchored, next.isEmpty {
            table[Int(state) << 8 | Int(byte)] = Self.dead
            return Self.dead
        }
        let isFull = states.count > Self.stateLimit
        if isFull { forget() }
        // Where nobody asks what was before, nothing begun is nothing begun.
        let before = program.hasBorders ? kind : .edge
        let number = number(State(steps: next.sorted(), before: before))
        if !isFull { table[Int(state) << 8 | Int(byte)] = number }
        return number
    }

    /// The steps that wait for a byte, or `nil` when the pattern was found before it.
    private func closure(_ state: State, upTo byte: UInt8) -> [Int]? {
        let kind = Kind(byte)
        // The places within a scalar are no borders of anything.
        let isWithin = byte & 0xC0 == 0x80
        var seen = Set(state.steps)
        // It may begin anywhere.
        seen.insert(program.start)
        var open = Array(seen)
        var waiting: [Int] = []
        while let step = open.popLast() {
            let targets: [Int]
            switch program.steps[step] {
            case .found: return nil
            case .byte:
                waiting.append(step)
                continue
            case .fork(let all): targets = all
            case .border(let border, let next):
                let isThere =
                    switch border {
                    case .start: state.before == .edge
                    case .end: kind == .edge
                    case .word: (state.before == .letter) != (kind == .letter)
                    case .notWord:
                        !isWithin && (state.before == .letter) == (kind == .letter)
                    }
                targets = isThere ? [next] : []
            }
            for target in targets where seen.insert(target).inserted { open.append(target) }
        }
        return waiting
    }

    private mutating func number(_ state: State) -> UInt16 {
        if let number = numbers[state] { return number }
        let number = UInt16(states.count)
        states.append(state)
        numbers[state] = number
        table.append(contentsOf: repeatElement(Self.unknown, count: 256))
        return number
    }
}
