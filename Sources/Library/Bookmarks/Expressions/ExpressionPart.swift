/// A part of a regular expression, in PCRE2 syntax.
struct ExpressionPart {
    private(set) var source: String
    /// Whether a quantifier after the part repeats the whole part.
    private var isOne: Bool
    /// The text that the part matches, if it is always the same.
    private var text: String?
    /// Texts that every match contains, besides ``text``.
    private var others: [String] = []

    private init(_ source: String, isOne: Bool, text: String? = nil) {
        self.source = source
        self.isOne = isOne
        self.text = text
    }

    /// Returns a part that matches one character.
    static func one(_ source: String) -> Self { Self(source, isOne: true) }

    /// Returns an assertion such as a word boundary, which matches no character.
    static func border(_ source: String) -> Self {
        Self("(?:\(source))", isOne: true, text: "")
    }

    /// Returns a part for a letter with its marks as it is in folded text, where it may be no, one
    /// or several scalars.
    static func literal(_ letter: some Collection<Unicode.Scalar>, isExact: Bool) -> Self {
        let folded = ScalarSet.folded(letter, isExact: isExact)
        return Self(
            folded.map(source).joined(), isOne: folded.count == 1,
            text: String(String.UnicodeScalarView(folded)))
    }

    init(sequence parts: [Self]) {
        self.init(parts.map(\.source).joined(), isOne: parts.count == 1 && parts[0].isOne)
        var run = ""
        for part in parts {
            if let text = part.text {
                run += text
                continue
            }
            others += [run] + part.others
            run = ""
        }
        if parts.allSatisfy({ $0.text != nil }) { text = run } else { others.append(run) }
    }

    init(choice parts: [Self]) {
        self.init(parts.map(\.source).joined(separator: "|"), isOne: false)
    }

    init(set: ScalarSet, _ names: String, isInverted: Bool) {
        let ranges = set.ranges.map { range in
            let ends = [range.lowerBound, range.upperBound].map { "\\x{\(String($0, radix: 16))}" }
            return range.count == 1 ? ends[0] : ends.joined(separator: "-")
        }
        let inside = ranges.joined() + names
        if inside.isEmpty {
            self.init(isInverted ? "." : "(?!)", isOne: true)
            return
        }
        self.init("[\(isInverted ? "^" : "")\(inside)]", isOne: true)
        if names.isEmpty, !isInverted { text = set.only.map { String($0) } }
    }

    /// The part in parentheses.
    var grouped: Self {
        var part = self
        part.source = "(?:\(source))"
        part.isOne = true
        return part
    }

    /// Returns the part with a quantifier after it.
    func repeated(_ sign: String, isAlwaysThere: Bool) -> Self {
        var part = Self((isOne ? self : grouped).source + sign, isOne: false)
        if isAlwaysThere { part.others = requiredTexts }
        return part
    }

    /// Texts that every match contains: see ``Expression/requiredTexts``.
    var requiredTexts: [String] { (others + [text ?? ""]).filter { !$0.isEmpty } }

    /// Returns a character in PCRE2 syntax.
    static func source(_ scalar: Unicode.Scalar) -> String {
        let isPlain = !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9") ~= scalar
        return isPlain ? String(scalar) : "\\\(scalar)"
    }
}
