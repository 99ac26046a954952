/// The error for an invalid regular expression: the reason and the index of the scalar.
struct ExpressionError: Error, Equatable {
    var message: String
    var place: Int
    /// Whether text after the expression could make it valid.
    var isUnfinished = false
}

// PCRE2 could read typed expressions, but it folds neither accents nor widths, reports places in
// its own input, and has syntax that makes no sense for bookmarks.

/// Translates a regular expression to PCRE2 syntax for folded text: `. [a-z] [^a-z] \d \w \s \D \W
/// \S ^ $ \b \B ( ) | * + ? {2,5}`.
struct ExpressionParser {
    /// The scalars, with letters and marks composed, so that sets and ranges have single scalars.
    private let scalars: [Unicode.Scalar]
    /// The index in the typed text of each scalar, and of the end.
    private let typedPlaces: [Int]
    private var place = 0
    private var depth = 0
    /// The number of ranges in the largest character set: PCRE2 tries them one after another.
    private var mostRanges = 0
    /// Whether the expression has an upper-case letter that stands for itself.
    let hasCapitals: Bool

    init(_ typed: [Unicode.Scalar]) {
        var scalars: [Unicode.Scalar] = []
        var places: [Int] = []
        var start = 0
        while start < typed.count {
            let end = FoldedCluster.end(from: start, in: typed)
            let letter = String(String.UnicodeScalarView(typed[start..<end]))
            for scalar in CompatibleForm.composed(letter, isStyleKept: true).unicodeScalars {
                scalars.append(scalar)
                places.append(start)
            }
            start = end
        }
        self.scalars = scalars
        typedPlaces = places + [typed.count]
        hasCapitals = Self.haveCapitals(scalars)
    }

    /// Whether there is an upper-case letter that is not part of an escape sequence.
    private static func haveCapitals(_ scalars: [Unicode.Scalar]) -> Bool {
        var place = 0
        while place < scalars.count {
            if scalars[place] == "\\" {
                // The character after it may be a backslash too.
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

    mutating func parse() throws(ExpressionError) -> Expression {
        let whole = try parseChoice()
        if place < scalars.count {
            throw error(
                "This closing bracket has no opening one. For the character, write \\)", place)
        }
        let expression = Expression(
            text: "/\(String(String.UnicodeScalarView(scalars)))/", source: whole.source,
            isExact: hasCapitals, requiredTexts: whole.requiredTexts, weight: 1 + mostRanges / 16)
        if ExpressionMatcher(expression).isTooLarge {
            throw error("This regular expression is too large.", 0)
        }
        return expression
    }

    private func error(
        _ message: String, _ place: Int, isUnfinished: Bool = false
    ) -> ExpressionError {
        ExpressionError(
            message: message, place: typedPlaces[place], isUnfinished: isUnfinished)
    }

    private var isAtEnd: Bool { place == scalars.count }

    private var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        place += 1
        return true
    }

    private mutating func parseChoice() throws(ExpressionError) -> ExpressionPart {
        var parts = [try parseSequence()]
        while take("|") { parts.append(try parseSequence()) }
        return parts.count == 1 ? parts[0] : ExpressionPart(choice: parts)
    }

    private mutating func parseSequence() throws(ExpressionError) -> ExpressionPart {
        var parts: [ExpressionPart] = []
        while let next, next != "|", next != ")" { parts.append(try parseRepeated()) }
        return ExpressionPart(sequence: parts)
    }

    private mutating func parseRepeated() throws(ExpressionError) -> ExpressionPart {
        var part = try parseOne()
        // Matching ignores accents. Otherwise, `+` would repeat the accent alone.
        while let next, FoldedText.isAccent(next) { place += 1 }
        while let next {
            let from = place
            var isAlwaysThere = false
            switch next {
            case "*", "?": place += 1
            case "+":
                isAlwaysThere = true
                place += 1
            case "{":
                guard let counts = try takeCounts() else { return part }
                isAlwaysThere = counts.0 > 0
            default: return part
            }
            _ = take("?")
            part = part.repeated(
                String(String.UnicodeScalarView(scalars[from..<place])),
                isAlwaysThere: isAlwaysThere)
        }
        return part
    }

    /// Reads `{2}`, `{2,}` or `{2,5}`. A brace with anything else in it stands for itself.
    private mutating func takeCounts() throws(ExpressionError) -> (Int, Int?)? {
        guard let end = scalars[place...].firstIndex(of: "}") else { return nil }
        let text = String(String.UnicodeScalarView(scalars[place + 1..<end]))
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let low = Int(parts[0]),
            text.unicodeScalars.allSatisfy({ ("0"..."9") ~= $0 || $0 == "," })
        else { return nil }
        let high = parts.count == 1 ? low : parts[1].isEmpty ? nil : Int(parts[1])
        if parts.count == 2, !parts[1].isEmpty, high == nil { return nil }
        if max(low, high ?? 0) > Self.countLimit {
            throw error("A repetition counts to at most \(Self.countLimit).", place)
        }
        if let high, high < low { throw error("The smaller number must come first.", place) }
        place = end + 1
        return (low, high)
    }

    private mutating func parseOne() throws(ExpressionError) -> ExpressionPart {
        let start = place
        let scalar = scalars[place]
        place += 1
        switch scalar {
        case ".": return .one(".")
        case "^": return .border("^")
        case "$": return .border("$")
        case "*", "+", "?":
            throw error(
                "There is nothing before \(scalar) to repeat. For the character, write \\\(scalar)",
                start)
        case "(":
            // The parser captures nothing, so (?: is a plain parenthesis.
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
                throw error("The closing bracket ) is missing.", start, isUnfinished: true)
            }
            return inner.grouped
        case "[": return try parseSet(start)
        case "\\": return try parseEscape(start)
        default: return takeMarks(after: scalar)
        }
    }

    /// Returns a letter with its marks.
    private mutating func takeMarks(after letter: Unicode.Scalar) -> ExpressionPart {
        let start = place
        while let next, FoldedCluster.joins(next) { place += 1 }
        return .literal([letter] + scalars[start..<place], isExact: hasCapitals)
    }

    private mutating func parseEscape(_ start: Int) throws(ExpressionError) -> ExpressionPart {
        guard let scalar = next else {
            throw error("A \\ must be followed by another character.", start, isUnfinished: true)
        }
        place += 1
        switch scalar {
        case "b": return .border(Self.border)
        case "B": return .border(Self.noBorder)
        default:
            if let named = Self.named(scalar) { return .one("[\(named)]") }
            return takeMarks(after: try literal(scalar, start))
        }
    }

    private func literal(
        _ scalar: Unicode.Scalar, _ start: Int
    ) throws(ExpressionError) -> Unicode.Scalar {
        switch scalar {
        case "t": return "\t"
        case "n": return "\n"
        case "a"..."z", "A"..."Z", "0"..."9":
            throw error("\\\(scalar) has no meaning here.", start)
        default: return scalar
        }
    }

    /// Returns the class between square brackets that `\d` or a similar escape stands for.
    private static func named(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "d", "D", "s", "S": "\\\(scalar)"
        case "w": word
        case "W": notWord
        default: nil
        }
    }

    // PCRE2's own \w and \b do not count vowel signs of Hindi or Thai as letters.
    private static let word = #"0-9A-Z_a-z\p{L}\p{M}\p{N}\p{Pc}"#
    private static let notWord =
        #"\p{C}\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Po}\p{S}\p{Z}"#
    private static let border = "(?<=[\(word)])(?![\(word)])|(?<![\(word)])(?=[\(word)])"
    private static let noBorder = "(?<=[\(word)])(?=[\(word)])|(?<![\(word)])(?![\(word)])"

    /// Reads the text between square brackets.
    private mutating func parseSet(_ start: Int) throws(ExpressionError) -> ExpressionPart {
        let isInverted = take("^")
        var ranges: [ClosedRange<UInt32>] = []
        var names = ""
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
                    names += named
                    continue
                }
                low = try literal(escaped, from)
            }
            let high = try takeEndOfRange(from: low, from)
            ranges += ScalarSet.folded(low.value...high.value, isExact: hasCapitals).ranges
        }
        guard take("]") else {
            throw error("The closing bracket ] is missing.", start, isUnfinished: true)
        }
        let set = ScalarSet(ranges)
        mostRanges = max(mostRanges, set.ranges.count)
        return ExpressionPart(set: set, names, isInverted: isInverted)
    }

    /// Reads the upper bound of a range that may begin with a scalar.
    private mutating func takeEndOfRange(
        from low: Unicode.Scalar, _ from: Int
    ) throws(ExpressionError) -> Unicode.Scalar {
        guard next == "-", place + 1 < scalars.count, scalars[place + 1] != "]" else { return low }
        place += 1
        var high = scalars[place]
        place += 1
        if high == "\\", let escaped = next {
            high = try literal(escaped, from)
            place += 1
        }
        guard low <= high else {
            // A backslash at the end waits for a character that is not typed yet.
            let isUnfinished = isAtEnd && high == "\\"
            throw error("The smaller character must come first.", from, isUnfinished: isUnfinished)
        }
        return high
    }
}
