/// Splits the text of documents into the tokens that a text index keeps.
///
/// A token is a word, folded as in the query language. Scripts without blanks between words, such
/// as those of East Asia, become pairs of letters: 東京都 is 東京, 京都 and, since the run ends there, 都.
/// When a version of the program does this differently, text indexes are rebuilt.
public enum TextTokens {
    /// The version of the tokenizer. Raise it whenever the same text gets other tokens.
    public static let version = 2

    /// Returns the tokens of texts separated by blanks, which need no more folding.
    public static func joined(_ texts: [String]) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(texts.reduce(0) { $0 + $1.utf8.count } + 1)
        for text in texts {
            forEach(in: text) { token in
                bytes += token.bytes
                bytes.append(UInt8(ascii: " "))
                return true
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A token and its place in the text.
    struct Token {
        var bytes: [UInt8]
        var range: Range<String.Index>
        /// Whether the token is the last letter of an East Asian run.
        var isLastLetter = false
        /// Whether the token is a pair of East Asian letters.
        var isPair = false
    }

    /// Calls `body` with each token of a text in order, until it returns `false`.
    static func forEach(in text: String, _ body: (Token) -> Bool) {
        var reader = Reader()
        let scalars = text.unicodeScalars
        var index = scalars.startIndex
        var folded: [UInt8] = []
        while index < scalars.endIndex {
            let scalar = scalars[index]
            var next = scalars.index(after: index)
            let goesOn: Bool
            if scalar.isASCII {
                goesOn =
                    Self.isASCIIWord(scalar)
                    ? reader.add(Self.foldedASCII(scalar), index..<next, body)
                    : reader.end(body)
            } else {
                folded.removeAll(keepingCapacity: true)
                next = FoldedCluster.end(from: index, in: scalars)
                FoldedCluster.append(scalars[index..<next], as: .search, to: &folded)
                goesOn = reader.add(folded, index..<next, body)
            }
            if !goesOn { return }
            index = next
        }
        _ = reader.end(body)
    }

    private static func isASCIIWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }

    private static func foldedASCII(_ scalar: Unicode.Scalar) -> UInt8 {
        let byte = UInt8(truncatingIfNeeded: scalar.value)
        return 0x41...0x5A ~= byte ? byte | 0x20 : byte
    }
}

/// Combines letters into tokens.
private struct Reader {
    private typealias Token = TextTokens.Token

    private var word: [UInt8] = []
    private var wordRange: Range<String.Index>?
    /// The letter of an East Asian run that was read last.
    private var letter: Token?

    /// Adds a letter to a word.
    mutating func add(
        _ byte: UInt8, _ range: Range<String.Index>, _ body: (TextTokens.Token) -> Bool
    ) -> Bool {
        if letter != nil, !endRun(body) { return false }
        word.append(byte)
        extendWord(range)
        return true
    }

    /// Adds the folding of a scalar.
    mutating func add(
        _ folded: [UInt8], _ range: Range<String.Index>, _ body: (TextTokens.Token) -> Bool
    ) -> Bool {
        // An accent belongs to the letter before it.
        if folded.isEmpty {
            if letter != nil {
                extendLetter(range)
            } else if !word.isEmpty {
                extendWord(range)
            }
            return true
        }
        for scalar in String(decoding: folded, as: UTF8.self).unicodeScalars {
            let goesOn: Bool
            switch Script(scalar) {
            case .word:
                goesOn = letter == nil || endRun(body)
                word += UTF8.encode(scalar).map(Array.init) ?? []
                extendWord(range)
            case .pairs: goesOn = addLetter(scalar, range, body)
            case .mark where letter != nil:
                letter?.bytes += UTF8.encode(scalar).map(Array.init) ?? []
                extendLetter(range)
                goesOn = true
            case .mark:
                word += UTF8.encode(scalar).map(Array.init) ?? []
                extendWord(range)
                goesOn = true
            case .none: goesOn = end(body)
            }
            if !goesOn { return false }
        }
        return true
    }

    /// Ends the current run or word.
    mutating func end(_ body: (TextTokens.Token) -> Bool) -> Bool {
        if letter != nil { return endRun(body) }
        return word.isEmpty || endWord(body)
    }

    private mutating func extendWord(_ range: Range<String.Index>) {
        wordRange = (wordRange?.lowerBound ?? range.lowerBound)..<range.upperBound
    }

    private mutating func extendLetter(_ range: Range<String.Index>) {
        guard let start = letter?.range.lowerBound else { return }
        letter?.range = start..<range.upperBound
    }

    private mutating func endWord(_ body: (TextTokens.Token) -> Bool) -> Bool {
        guard let range = wordRange else { return true }
        let token = Token(bytes: word, range: range)
        word.removeAll(keepingCapacity: true)
        wordRange = nil
        return body(token)
    }

    private mutating func addLetter(
        _ scalar: Unicode.Scalar, _ range: Range<String.Index>,
        _ body: (TextTokens.Token) -> Bool
    ) -> Bool {
        if !word.isEmpty, !endWord(body) { return false }
        let bytes = UTF8.encode(scalar).map(Array.init) ?? []
        let before = letter
        letter = Token(bytes: bytes, range: range, isLastLetter: true)
        guard let before else { return true }
        return body(
            Token(
                bytes: before.bytes + bytes,
                range: before.range.lowerBound..<range.upperBound, isPair: true))
    }

    private mutating func endRun(_ body: (TextTokens.Token) -> Bool) -> Bool {
        guard let last = letter else { return true }
        letter = nil
        return body(last)
    }
}

/// The way in which a script separates its words.
private enum Script {
    /// By blanks and punctuation.
    case word
    /// It does not separate them.
    case pairs
    /// The scalar belongs to the letter before it.
    case mark
    /// The scalar is no letter.
    case none

    init(_ scalar: Unicode.Scalar) {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber:
            self = Self.hasPairs(scalar.value) ? .pairs : .word
        case .nonspacingMark, .spacingMark, .enclosingMark: self = .mark
        default: self = .none
        }
    }

    /// Whether a scalar is Han, kana, Hangul, Bopomofo, Thai, Lao, Myanmar or Khmer.
    private static func hasPairs(_ value: UInt32) -> Bool {
        switch value {
        case 0x0E00..<0x0F00, 0x1000..<0x10A0, 0x1780..<0x1800, 0x1100..<0x1200,
            0x2E80..<0x3300, 0x3400..<0x4DC0, 0x4E00..<0xA000, 0xA960..<0xA980,
            0xAC00..<0xD800, 0xF900..<0xFB00, 0x1AFF0..<0x1B170, 0x20000..<0x40000:
            true
        default: false
        }
    }
}
