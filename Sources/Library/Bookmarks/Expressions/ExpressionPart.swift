/// A part of a regular expression, as PCRE2 reads it.
struct ExpressionPart {
    private(set) var source: String
    /// Whether a sign of repetition behind it repeats all of it.
    private var isOne: Bool
    /// The text that it finds, where that is always the same.
    private var text: String?
    /// Texts that stand in everything it finds, besides ``text``.
    private var others: [String] = []

    private init(_ source: String, isOne: Bool, text: String? = nil) {
        self.source = source
        self.isOne = isOne
        self.text = text
    }

    /// Something that finds one character.
    static func one(_ source: String) -> Self { Self(source, isOne: true) }

    /// A place between two characters, which takes no room between two letters.
    static func border(_ source: String) -> Self {
        Self("(?:\(source))", isOne: true, text: "")
    }

    /// A character as it stands in folded text: one, some or none.
    static func literal(_ scalar: Unicode.Scalar, isExact: Bool) -> Self {
        let folded = ScalarSet.folded(scalar, isExact: isExact)
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

    /// Between brackets.
    var grouped: Self {
        var part = self
        part.source = "(?:\(source))"
        part.isOne = true
        return part
    }

    /// With a sign of repetition behind it.
    func repeated(_ sign: String, isAlwaysThere: Bool) -> Self {
        var part = Self((isOne ? self : grouped).source + sign, isOne: false)
        if isAlwaysThere { part.others = requiredTexts }
        return part
    }

    /// Texts that stand in everything it finds: see ``Expression/requiredTexts``.
    var requiredTexts: [String] { (others + [text ?? ""]).filter { !$0.isEmpty } }

    /// A character as PCRE2 reads it.
    static func source(_ scalar: Unicode.Scalar) -> String {
        let isPlain = !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9") ~= scalar
        return isPlain ? String(scalar) : "\\\(scalar)"
    }
}
