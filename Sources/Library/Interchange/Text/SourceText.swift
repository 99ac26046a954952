/// Detects the character set of a file, and converts it to UTF-8. A damaged byte affects only its
/// own character.
enum SourceText {
    /// The guessed set of a text that declares none.
    struct Guess {
        /// The name of the set, for people.
        var name: String
        /// The first line with a character that depends on the set.
        var line: Int

        fileprivate init(_ name: String, _ bytes: [UInt8]) {
            self.name = name
            let start = bytes.firstIndex { $0 > 0x7F } ?? bytes.endIndex
            let end: UInt8 = bytes.contains(0x0A) ? 0x0A : 0x0D
            line = 1 + bytes[..<start].count { $0 == end }
        }

        var note: ImportNote {
            ImportNote(
                line: line,
                reason: "the file does not name its character set; guessed \(name)",
                advice: .nameCharacterSet)
        }
    }

    /// Returns a file as UTF-8, and the guess if its set had to be guessed.
    ///
    /// - Parameter charset: the label of the set that a person named, which overrides the file.
    static func read(
        _ bytes: [UInt8], contentType: String?, charset: String?
    ) throws(ImportError) -> (text: [UInt8], guess: Guess?) {
        do throws(MissingConverter) {
            if let set = charset.flatMap({ CharacterSet(label: $0) }) {
                if case .utf16 = set.kind, [[0xFE, 0xFF], [0xFF, 0xFE]].contains(bytes.prefix(2)) {
                    return (utf16(bytes.dropFirst(2), bigEndian: bytes[0] == 0xFE), nil)
                }
                return (withoutMark(try set.utf8(bytes)), nil)
            }
            var guess: Guess?
            let server = contentType.flatMap { MediaType($0).charset }
            let text = try utf8(bytes, server: server) {
                DeclaredCharacterSet.label(in: bytes)
            } guessing: {
                let found = EastAsianText.guess(bytes)
                guess = Guess(found?.name ?? "Windows-1252", bytes)
                return found?.text ?? western(bytes)
            }
            return (text, guess)
        } catch {
            throw Self.error(of: error)
        }
    }

    private static func withoutMark(_ text: [UInt8]) -> [UInt8] {
        text.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(text.dropFirst(3)) : text
    }

    /// Returns a short text, such as the name of a file, as UTF-8.
    static func utf8(_ bytes: [UInt8]) throws(MissingConverter) -> [UInt8] {
        try utf8(bytes, server: nil, declared: { nil }, guessing: { western(bytes) })
    }

    /// Returns the error for a person about a set that the system lacks.
    static func error(of missing: MissingConverter) -> ImportError {
        ImportError(
            "its character set is \(missing.name), but this system cannot convert it. Install the "
                + "missing converters (on Debian libc-gconv-modules-extra, on Fedora "
                + "glibc-gconv-extra), or save the file as UTF-8")
    }

    /// Returns the text of a page as UTF-8, which may be cut anywhere; `nil` if the system cannot
    /// convert it.
    static func utf8(
        ofPage bytes: [UInt8], server: String?,
        guessing guess: ([UInt8]) -> [UInt8] = { western($0) }
    ) -> [UInt8]? {
        let whole = withoutCutCharacter(bytes)
        let text = try? utf8(
            whole, server: server, declared: { DeclaredCharacterSet.label(inPage: whole) },
            guessing: { guess(whole) })
        guard let text, text.suffix(3) == [0xEF, 0xBF, 0xBD] else { return text }
        return Array(text.dropLast(3))
    }

    /// Returns the text as UTF-8, without a byte order mark.
    ///
    /// Such a mark decides; then the bytes themselves, since many files declare another set but are
    /// UTF-8; then the server's type; then the text's declaration. Otherwise, text that is not
    /// mostly UTF-8 is guessed.
    private static func utf8(
        _ bytes: [UInt8], server: String?, declared: () -> String?, guessing: () -> [UInt8]
    ) throws(MissingConverter) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return repaired(Array(bytes.dropFirst(3))) }
        if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), bigEndian: false) }
        if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), bigEndian: true) }
        if bytes.count >= 4, bytes[1] == 0, bytes[3] == 0, bytes[0] != 0 {
            return utf16(bytes[...], bigEndian: false)
        }
        if bytes.count >= 4, bytes[0] == 0, bytes[2] == 0, bytes[1] != 0 {
            return utf16(bytes[...], bigEndian: true)
        }
        let isASCII = bytes.allSatisfy { $0 < 0x80 }
        if !isASCII && isUTF8(bytes) { return bytes }
        let set =
            server.flatMap { CharacterSet(label: $0) }
            ?? declared().flatMap { CharacterSet(label: $0) }
        if isASCII {
            // No text has these escape sequences by chance.
            if set == nil, EscapedText.iso2022jp.hasEscapes(in: bytes) {
                return try EscapedText.iso2022jp.utf8(bytes)
            }
            return set?.hasEscapes(in: bytes) == true ? try set?.utf8(bytes) ?? bytes : bytes
        }
        let evidence = UTF8Evidence(bytes)
        guard let set else {
            let isMeant = evidence.isLikely || isUTF8ByDefinition(bytes) && evidence.strays == 1
            return isMeant ? repaired(bytes) : guessing()
        }
        if case .western = set.kind, evidence.isLikelyInWestern { return repaired(bytes) }
        return evidence.isSure ? repaired(bytes) : try set.utf8(bytes)
    }

    /// Whether a text is JSON, or XML that names no set.
    private static func isUTF8ByDefinition(_ bytes: [UInt8]) -> Bool {
        let start = bytes.prefix(1024).drop(while: ASCII.isBlank)
        return start.first == UInt8(ascii: "{") || start.first == UInt8(ascii: "[")
            || start.starts(with: "<?xml".utf8)
    }

    private static func isUTF8(_ bytes: [UInt8]) -> Bool {
        String(validating: bytes, as: UTF8.self) != nil
    }

    /// Returns text with U+FFFD for bytes that are not UTF-8.
    private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
        isUTF8(bytes) ? bytes : Array(String(decoding: bytes, as: UTF8.self).utf8)
    }

    static func utf16(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) -> [UInt8] {
        let bytes = Array(bytes)
        let (high, low) = bigEndian ? (0, 1) : (1, 0)
        var units = stride(from: 0, to: bytes.count - 1, by: 2).map { index -> UInt16 in
            UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + low])
        }
        // Half a code unit at the end.
        if !bytes.count.isMultiple(of: 2), bytes.last != 0 { units.append(0xFFFD) }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// Removes a truncated UTF-8 character at the end.
    private static func withoutCutCharacter(_ bytes: [UInt8]) -> [UInt8] {
        guard let last = bytes.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }) else {
            return bytes
        }
        let length =
            switch bytes[last] {
            case 0xC0..<0xE0: 2
            case 0xE0..<0xF0: 3
            case 0xF0..<0xF8: 4
            default: 1
            }
        let rest = Array(bytes[..<last])
        guard bytes.count - last < length, rest.contains(where: { $0 >= 0x80 }),
            UTF8Evidence(rest).isLikely
        else { return bytes }
        return rest
    }

    /// Windows-1252: Latin 1 with other characters in place of the controls from 0x80 on.
    static func western(_ bytes: [UInt8]) -> [UInt8] {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            text.append(0x80..<0xA0 ~= byte ? windows(byte) : Unicode.Scalar(byte))
        }
        return Array(String(text).utf8)
    }

    /// Returns the character of a byte from 0x80 to 0x9F in Windows-1252.
    static func windows(_ byte: UInt8) -> Unicode.Scalar {
        Unicode.Scalar(table[Int(byte & 0x1F)]) ?? "\u{FFFD}"
    }

    private static let table: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039,
        0x152, 0x8D, 0x17D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D, 0x17E, 0x178,
    ]
}
