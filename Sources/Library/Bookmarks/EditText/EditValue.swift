/// Writes and reads the values of an ``EditText``.
enum EditValue {
    /// Writes a value of one line.
    static func text(_ value: String) -> String { isPlain(value) ? value : quoted(value) }

    /// Writes a tag; a blank would end it.
    static func text(ofTag tag: String) -> String {
        isPlain(tag) && Tags.parsed(tag) == [tag] ? tag : quoted(tag)
    }

    static func text(_ truth: Bool) -> String { truth ? "yes" : "no" }

    /// Reads yes or no. An empty field means no.
    static func truth(_ text: Substring.UnicodeScalarView) throws(EditValueError) -> Bool {
        switch String(text).lowercased() {
        case "yes", "true", "1": true
        case "no", "false", "0", "": false
        default: throw .neitherYesNorNo
        }
    }

    /// Writes notes, which may have many lines.
    static func text(notes: String) -> String {
        if isPlain(notes) { return notes }
        let lines = notes.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        // Blank lines at either end separate blocks.
        guard lines.count > 1, let first = lines.first, let last = lines.last,
            first.contains(where: { !$0.properties.isWhitespace }),
            last.contains(where: { !$0.properties.isWhitespace }),
            !notes.unicodeScalars.contains(where: { isHidden($0) && $0 != "\n" && $0 != "\t" })
        else { return quoted(notes) }
        return lines.map { $0.isEmpty ? "\n" : "\n  " + String($0) }.joined()
    }

    /// Whether a value can be written without quotes and read back unchanged.
    private static func isPlain(_ value: String) -> Bool {
        let scalars = value.unicodeScalars
        guard let first = scalars.first, let last = scalars.last else { return true }
        return first != "\"" && !first.properties.isWhitespace && !last.properties.isWhitespace
            && !scalars.contains(where: isHidden)
    }

    /// Whether a character is invisible in an editor, ends a line there, or changes the writing
    /// direction.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7f..<0xa0, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069, 0xfeff: true
        default: false
        }
    }

    private static func quoted(_ value: String) -> String {
        var text = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case _ where isHidden(scalar): text += "\\u{\(String(scalar.value, radix: 16))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }

    /// Reads a quoted value from the beginning of a text. Throws if there is none.
    static func takeQuoted(
        from text: inout Substring.UnicodeScalarView
    ) throws(EditValueError) -> String {
        var value = String.UnicodeScalarView()
        text.removeFirst()
        while let scalar = text.popFirst() {
            if scalar == "\"" { return String(value) }
            guard scalar == "\\" else {
                value.append(scalar)
                continue
            }
            switch text.popFirst() {
            case "\"": value.append("\"")
            case "\\": value.append("\\")
            case "n": value.append("\n")
            case "t": value.append("\t")
            case "u": value.append(try takeNumbered(from: &text))
            default: throw .unknownEscape
            }
        }
        throw .notClosed
    }

    /// Reads the number after `\u`.
    private static func takeNumbered(
        from text: inout Substring.UnicodeScalarView
    ) throws(EditValueError) -> Unicode.Scalar {
        guard text.popFirst() == "{", let end = text.firstIndex(of: "}"),
            let number = UInt32(String(text[..<end]), radix: 16),
            let scalar = Unicode.Scalar(number)
        else { throw .noCharacter }
        text = text[text.index(after: end)...]
        return scalar
    }
}

/// A problem of a quoted value.
enum EditValueError: Error {
    case notClosed, unknownEscape, noCharacter, followed, neitherYesNorNo

    var message: String {
        switch self {
        case .notClosed: "This opening quote has no closing quote on the same line."
        case .unknownEscape:
            "In quotes, only n, t, u{…}, a quote or a backslash may follow a backslash."
        case .neitherYesNorNo: "The value must be yes or no."
        case .noCharacter: "\\u needs the number of a character in braces, such as \\u{e9}."
        case .followed:
            "There is text after the closing quote. If a text begins with a quote, put all of it "
                + "in quotes and write each quote in it as \\\"."
        }
    }
}
