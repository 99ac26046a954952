/// Characters that HTML names instead of writing them.
enum HTMLEntities {
    /// A text with its entities replaced. What is no entity stays as it stands, as in addresses
    /// such as `?a=1&copy=2`.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else { return bytes.string }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "&"), let (scalar, end) = entity(bytes, index) {
                result += String(Character(scalar)).utf8
                index = end
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result.string
    }

    private static func entity(
        _ bytes: ArraySlice<UInt8>, _ start: Int
    ) -> (Unicode.Scalar, Int)? {
        let body = bytes[(start + 1)...].prefix(32)
        guard let end = body.firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = body[..<end].string
        guard let scalar = scalar(name) else { return nil }
        return (scalar, end + 1)
    }

    private static func scalar(_ name: String) -> Unicode.Scalar? {
        guard name.hasPrefix("#") else { return named[name] }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return value.map { Unicode.Scalar($0) ?? "\u{FFFD}" }
    }

    // The names of HTML 4 for Latin 1 from U+00A0 on, in order, and those that programs write for
    // quotes and dashes. Exports name little else.
    private static let latin = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg \
        plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 \
        iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave \
        Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute \
        Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave \
        eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml \
        divide oslash ugrave uacute ucirc uuml yacute thorn yuml
        """
    private static let named: [String: Unicode.Scalar] = {
        var named: [String: Unicode.Scalar] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "OElig": "Œ",
            "oelig": "œ", "Scaron": "Š", "scaron": "š", "Yuml": "Ÿ", "ndash": "–", "mdash": "—",
            "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„",
            "bull": "•", "hellip": "…", "prime": "′", "Prime": "″", "lsaquo": "‹",
            "rsaquo": "›", "euro": "€", "trade": "™", "larr": "←", "uarr": "↑", "rarr": "→",
            "darr": "↓", "minus": "−", "ensp": "\u{2002}", "emsp": "\u{2003}",
            "thinsp": "\u{2009}", "zwnj": "\u{200C}", "zwj": "\u{200D}", "lrm": "\u{200E}",
            "rlm": "\u{200F}",
        ]
        for (index, name) in latin.split(separator: " ").enumerated() {
            named[String(name)] = Unicode.Scalar(UInt32(0xA0 + index))
        }
        return named
    }()
}
