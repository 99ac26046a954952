/// A regular expression that means nothing: why, and at which of its scalars.
struct PatternError: Error, Equatable {
    var message: String
    var place: Int
    /// Whether something behind the expression can make it right.
    var isUnfinished = false
}

/// Takes a regular expression apart:
/// `. [a-z] [^a-z] \d \w \s \D \W \S ^ $ \b \B ( ) | * + ? {2,5}`.
struct PatternParser {
    private let scalars: [Unicode.Scalar]
    private var place = 0
    private var depth = 0
    /// Whether it has an upper-case letter that is looked for.
    let hasCapitals: Bool

    init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
        hasCapitals = Self.haveCapitals(scalars)
    }

    /// Whether there is an upper-case letter before which no backslash has a meaning.
    private static func haveCapitals(_ scalars: [Unicode.Scalar]) -> Bool {
        var place = 0
        while place < scalars.count {
            if scalars[place] == "\\" {
                // What it stands before may be a backslash too.
                place += 2
                continue
            }
            if scalars[place].properties.changesWhenLowercased { return true }
            place += 1
        }
        return false
    }

    private static let depthLimit = 50
    private static let countLimit = 100
    private static let weightLimit = 4000

    mutating func parse() throws(PatternError) -> Pattern {
        let pattern = try parseChoice()
        if place < scalars.count {
            throw error("This bracket closes nothing; \\) is the sign.", place)
        }
        if pattern.weight > Self.weightLimit {
            throw error("This regular expression is too large.", 0)
        }
        return pattern
    }

    private func error(
        _ message: String, _ place: Int, isUnfinished: Bool = false
    ) -> PatternError {
        PatternError(message: message, place: place, isUnfinished: isUnfinished)
    }

    private var isAtEnd: Bool { place == scalars.count }

    private var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        place += 1
        return true
    }

    private mutating func parseChoice() throws(PatternError) -> Pattern {
        var parts = [try parseSequence()]
        while take("|") { parts.append(try parseSequence()) }
        return parts.count == 1 ? parts[0] : .choice(parts)
    }

    private mutating func parseSequence() throws(PatternError) -> Pattern {
        var parts: [Pattern] = []
        while let next, next != "|", next != ")" { parts.append(try parseRepeated()) }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func parseRepeated() throws(PatternError) -> Pattern {
        let start = place
        var part = try parseOne()
        // A mark belongs to the letter before it, as in a letter that has it; searching passes over
        // both kinds. Standing alone it would be what `+` repeats.
        while let next, 0x300..<0x370 ~= next.value { place += 1 }
        while let next {
            let minimum: Int
            var maximum: Int?
            switch next {
            case "*": minimum = 0
            case "+": minimum = 1
            case "?": (minimum, maximum) = (0, 1)
            case "{":
                guard let counts = try takeCounts() else { return part }
                (minimum, maximum) = counts
            default: return part
            }
            if next != "{" { place += 1 }
            // Whether it is greedy makes no difference to whether it is found.
            if next == "{" || next == "*" || next == "+" || next == "?" { _ = take("?") }
            part = .repeated(part, minimum: minimum, maximum: maximum)
            if part.weight > Self.weightLimit {
                throw error("This regular expression is too large.", start)
            }
        }
        return part
    }

    /// Reads `{2}`, `{2,}` or `{2,5}`; a bracket with something else in it is a sign as others.
    private mutating func takeCounts() throws(PatternError) -> (Int, Int?)? {
        guard let end = scalars[place...].firstIndex(of: "}") else { return nil }
        let text = String(String.UnicodeScalarView(scalars[place + 1..<end]))
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let low = Int(parts[0]), low >= 0 else { return nil }
        let high = parts.count == 1 ? low : parts[1].isEmpty ? nil : Int(parts[1])
        if parts.count == 2, !parts[1].isEmpty, high == nil { return nil }
        if max(low, high ?? 0) > Self.countLimit {
            throw error("At most \(Self.countLimit) repetitions can be counted.", place)
        }
        if let high, high < low { throw error("The smaller number comes first.", place) }
        place = end + 1
        return (low, high)
    }

    private mutating func parseOne() throws(PatternError) -> Pattern {
        let start = place
        let scalar = scalars[place]
        place += 1
        switch scalar {
        case ".": return .one(.any)
        case "^": return .border(.start)
        case "$": return .border(.end)
        case "*", "+", "?":
            throw error(
                "Nothing stands before \(scalar) to repeat; \\\(scalar) is the sign.", start)
        case "(":
            // Nothing is captured, so that (?: is no other bracket.
            if next == "?", place + 1 < scalars.count, scalars[place + 1] == ":" { place += 2 }
            if next == "?" {
                let isLast = place + 1 == scalars.count
                throw error("(? has no meaning here.", start, isUnfinished: isLast)
            }
            depth += 1
            if depth > Self.depthLimit { throw error("Too many brackets are open.", start) }
            let inner = try parseChoice()
            depth -= 1
            guard take(")") else {
                throw error("The bracket is not closed: ) is missing.", start, isUnfinished: true)
            }
            return inner
        case "[": return .one(try parseSet(start))
        case "\\": return try parseEscape(start)
        default: return .literal(scalar, isExact: hasCapitals)
        }
    }

    private mutating func parseEscape(_ start: Int) throws(PatternError) -> Pattern {
        guard let scalar = next else {
            throw error("A \\ stands before another sign.", start, isUnfinished: true)
        }
        place += 1
        switch scalar {
        case "b": return .border(.word)
        case "B": return .border(.notWord)
        default:
            if let set = Self.named(scalar) { return .one(set) }
            return .literal(try literal(scalar, start), isExact: hasCapitals)
        }
    }

    private func literal(
        _ scalar: Unicode.Scalar, _ start: Int
    ) throws(PatternError) -> Unicode.Scalar {
        switch scalar {
        case "t": return "\t"
        case "n": return "\n"
        case "a"..."z", "A"..."Z", "0"..."9":
            throw error("\\\(scalar) has no meaning here.", start)
        default: return scalar
        }
    }

    private static func named(_ scalar: Unicode.Scalar) -> ScalarSet? {
        switch scalar {
        case "d": .digits
        case "D": ScalarSet.digits.inverted
        case "w": .letters
        case "W": ScalarSet.letters.inverted
        case "s": .space
        case "S": ScalarSet.space.inverted
        default: nil
        }
    }

    /// Reads what stands between square brackets.
    private mutating func parseSet(_ start: Int) throws(PatternError) -> ScalarSet {
        let isInverted = take("^")
        var set = ScalarSet([])
        var isFirst = true
        while let scalar = next, scalar != "]" || isFirst {
            isFirst = false
            let from = place
            place += 1
            var low = scalar
            if scalar == "\\" {
                guard let escaped = next else { break }
                place += 1
                if let named = Self.named(escaped) {
                    set = set.union(named)
                    continue
                }
                low = try literal(escaped, from)
            }
            var high = low
            if next == "-", place + 1 < scalars.count, scalars[place + 1] != "]" {
                place += 1
                high = scalars[place]
                place += 1
                if high == "\\", let escaped = next {
                    high = try literal(escaped, from)
                    place += 1
                }
            }
            guard low <= high else {
                // A backslash at the end stands before a sign that is not there yet.
                let isUnfinished = isAtEnd && high == "\\"
                throw error("The smaller sign comes first.", from, isUnfinished: isUnfinished)
            }
            set = set.union(.folded(low.value...high.value, isExact: hasCapitals))
        }
        guard take("]") else {
            throw error("The set is not closed: ] is missing.", start, isUnfinished: true)
        }
        return isInverted ? set.inverted : set
    }
}
