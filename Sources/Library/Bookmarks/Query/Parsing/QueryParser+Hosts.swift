extension QueryParser {
    /// Reads one condition, and adds the other spelling of a host: a URL keeps its spelling, in
    /// letters of a language or as `xn--…`, and a person may search for either.
    mutating func parseTerm() throws(QueryError) -> Query.Node {
        lastText = nil
        let condition = try parseCondition()
        guard let text = lastText else { return .term(condition) }
        let others: [Query.Condition]
        switch condition {
        case .site:
            others = HostLabels.otherSpellings(of: text, isHost: true)
                .map { .site(Query.Word($0, isExact: false)) }
        case .text(.word(let word), let field) where field == .anywhere || field == .url:
            if word.isExact { return .term(condition) }
            others = HostLabels.otherSpellings(of: text, isHost: text.contains("."))
                .map { .text(.word(Query.Word($0)), field) }
        default: return .term(condition)
        }
        return others.isEmpty ? .term(condition) : .any(([condition] + others).map { .term($0) })
    }
}

/// Converts the labels of hosts in search text.
enum HostLabels {
    /// Returns the text with decoded labels and the text with labels as `xn--…`, if they differ
    /// from it.
    ///
    /// - Parameter isHost: whether the text is a host. In other words, only labels spelled `xn--…`
    ///   are converted.
    static func otherSpellings(of text: String, isHost: Bool) -> [String] {
        var spellings: [String] = []
        if text.lowercased().contains("xn--") {
            spellings.append(mapped(text) { Punycode.letters(ofLabel: $0) })
        }
        if isHost, text.utf8.contains(where: { $0 >= 0x80 }) {
            spellings.append(mapped(text) { Punycode.label(ofLetters: $0) })
        }
        return spellings.filter { $0 != text }
    }

    /// Returns the text with each label replaced that has another spelling.
    private static func mapped(_ text: String, _ spelling: (String) -> String?) -> String {
        var result = ""
        var label = ""
        func end() {
            result += spelling(label) ?? label
            label = ""
        }
        for character in text {
            if character.isLetter || character.isNumber || character == "-" {
                label.append(character)
            } else {
                end()
                result.append(character)
            }
        }
        end()
        return result
    }
}

extension Punycode {
    private static let prefix = "xn--"

    /// Returns the letters of a label beginning with `xn--`; `nil` for any other label.
    static func letters(ofLabel label: String) -> String? {
        let small = label.lowercased()
        guard small.hasPrefix(prefix), small.utf8.allSatisfy({ $0 < 0x80 }),
            let letters = decoded(Array(small.utf8.dropFirst(prefix.utf8.count))[...])
        else { return nil }
        return String(String.UnicodeScalarView(letters))
    }

    /// Returns a label as `xn--…`; `nil` if it is ASCII.
    static func label(ofLetters label: String) -> String? {
        let letters = CompatibleForm.composed(label.lowercased()).unicodeScalars
        guard letters.contains(where: { !$0.isASCII }) else { return nil }
        return encoded(Array(letters)).map { prefix + $0 }
    }

    /// Encodes letters in ASCII for ``decoded(_:)``; returns `nil` if they are too many for a
    /// label.
    static func encoded(_ letters: [Unicode.Scalar]) -> String? {
        guard letters.count <= 63 else { return nil }
        var result = letters.filter(\.isASCII).map { UInt8($0.value) }
        let basic = UInt32(result.count)
        if basic > 0 { result.append(UInt8(ascii: "-")) }
        var (next, delta, bias) = (128 as UInt32, 0 as UInt32, 72 as UInt32)
        var handled = basic
        while handled < UInt32(letters.count) {
            guard let least = letters.map(\.value).filter({ $0 >= next }).min() else { return nil }
            delta += (least - next) * (handled + 1)
            next = least
            for letter in letters {
                if letter.value < next { delta += 1 }
                guard letter.value == next else { continue }
                append(delta, bias, to: &result)
                bias = adapted(delta, handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            next += 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Appends a number in digits of variable length.
    private static func append(_ number: UInt32, _ bias: UInt32, to result: inout [UInt8]) {
        var rest = number
        var step: UInt32 = 36
        while true {
            let limit = step <= bias ? 1 : min(26, step - bias)
            if rest < limit { break }
            result.append(digit(limit + (rest - limit) % (36 - limit)))
            rest = (rest - limit) / (36 - limit)
            step += 36
        }
        result.append(digit(rest))
    }

    private static func digit(_ value: UInt32) -> UInt8 {
        UInt8(value < 26 ? 0x61 + value : 0x30 + value - 26)
    }
}
