/// The character set of a label, by the rules of the web (https://encoding.spec.whatwg.org).
struct CharacterSet {
    /// The way in which its bytes become characters.
    enum Kind {
        case utf8
        case utf16(isBigEndian: Bool)
        /// Windows' Western set, and `x-user-defined`, which keeps its bytes.
        case western, userDefined
        /// One byte for each character, with the system's name of the set.
        case single(String)
        /// Several bytes for some characters.
        case multiple(MultibyteText)
        /// ASCII bytes with escape sequences that switch their meaning.
        case escaped(EscapedText)
    }

    let kind: Kind

    /// Makes the set with a label; `nil` for an unknown label.
    init?(label: String) {
        guard let name = CharacterSetLabels.set(label) else {
            guard let text = MultibyteText(named: label) else { return nil }
            kind = .multiple(text)
            return
        }
        kind = Self.kind(name, label)
    }

    private static func kind(_ name: String, _ label: String) -> Kind {
        switch name {
        case "utf-8": .utf8
        case "utf-16be": .utf16(isBigEndian: true)
        case "utf-16le": .utf16(isBigEndian: false)
        case "windows-1252": .western
        case "x-user-defined": .userDefined
        case "iso-2022-jp": .escaped(.iso2022jp)
        case "replacement":
            // Browsers refuse these sets, since they can hide scripts. Cloudy runs no scripts.
            label.lowercased() == "hz-gb-2312"
                ? .escaped(.hz) : .multiple(MultibyteText(converter: label.uppercased()))
        case "shift_jis": .multiple(.shiftJIS)
        case "euc-jp": .multiple(.eucJP)
        case "euc-kr": .multiple(MultibyteText(converter: "UHC"))
        case "big5": .multiple(.big5)
        case "gbk", "gb18030": .multiple(.gb18030)
        default: .single(name)
        }
    }

    /// Whether a text may be all ASCII and still mean something else in this set.
    func hasEscapes(in bytes: [UInt8]) -> Bool {
        switch kind {
        case .escaped(let text): text.hasEscapes(in: bytes)
        case .multiple(let text): text.isSevenBit && bytes.contains { $0 == 0x1B || $0 == 0x0E }
        default: false
        }
    }

    /// Returns a text of the set as UTF-8, with U+FFFD for damaged bytes. Throws if the system
    /// lacks the converter.
    func utf8(_ bytes: [UInt8]) throws(MissingConverter) -> [UInt8] {
        switch kind {
        case .utf8: Array(String(decoding: bytes, as: UTF8.self).utf8)
        case .utf16(let isBigEndian): SourceText.utf16(bytes[...], bigEndian: isBigEndian)
        case .western: SourceText.western(bytes)
        case .userDefined:
            Array(
                String(
                    String.UnicodeScalarView(
                        bytes.map {
                            Unicode.Scalar(UInt32($0) + ($0 < 0x80 ? 0 : 0xF700)) ?? "\u{FFFD}"
                        })
                ).utf8)
        case .single(let name): try SingleByteText(name).utf8(bytes)
        case .multiple(let text): try text.utf8(bytes)
        case .escaped(let text): try text.utf8(bytes)
        }
    }
}

/// The error if the system has no converter for a set.
struct MissingConverter: Error {
    /// The system's name of the set.
    var name: String
}
