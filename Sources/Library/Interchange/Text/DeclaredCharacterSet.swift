/// The character set that a text declares near its beginning.
enum DeclaredCharacterSet {
    /// Returns the label in a text: in the XML declaration, in a page's `<meta>`, or in a line for
    /// editors such as `-*- coding: euc-jp -*-`.
    static func label(in bytes: [UInt8]) -> String? {
        let start = bytes.prefix(limit).drop(while: ASCII.isBlank)
        guard start.first == UInt8(ascii: "<") else { return coding(in: start) }
        return xml(start) ?? meta(start)
    }

    /// Returns the label in a page, which may begin with text.
    static func label(inPage bytes: [UInt8]) -> String? {
        let start = bytes.prefix(limit).drop(while: ASCII.isBlank)
        return xml(start) ?? meta(start)
    }

    /// Returns the label after `charset=` in a text such as `text/html; charset=koi8-r`.
    static func charset(in text: String) -> String? { value(of: "charset", in: text) }

    /// The number of bytes to search; browsers don't search further.
    private static let limit = 8192

    /// Finds the label in `<?xml version="1.0" encoding="windows-1251"?>`.
    private static func xml(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.starts(with: "<?xml".utf8), let end = bytes.firstIndex(of: UInt8(ascii: ">"))
        else { return nil }
        return value(of: "encoding", in: bytes[..<end].string)
    }

    private static func meta(_ bytes: ArraySlice<UInt8>) -> String? {
        var tokens = HTMLTokenizer(Array(bytes))
        while let token = tokens.next() {
            guard case .open(let name, let attributes) = token else { continue }
            // The rest of the text, from the first entry on, is a person's.
            if name == "dt" || name == "a" { return nil }
            guard name == "meta" else { continue }
            if let label = attributes["charset"].flatMap(plain)
                ?? attributes["content"].flatMap(charset)
            {
                return ofMeta(label)
            }
        }
        return nil
    }

    /// Returns the label of a `<meta>`. It cannot mean UTF-16 or x-user-defined, since the page was
    /// readable up to here.
    private static func ofMeta(_ label: String) -> String {
        switch CharacterSetLabels.set(label) {
        case "utf-16be", "utf-16le": "utf-8"
        case "x-user-defined": "windows-1252"
        default: label
        }
    }

    /// Finds the label in an editor's line, the first or second of a text.
    private static func coding(in bytes: ArraySlice<UInt8>) -> String? {
        for line in bytes.prefix(1024).split(separator: 0x0A).prefix(2) {
            let line = line.string
            guard let start = line.firstRange(of: "-*-")?.upperBound,
                let end = line[start...].firstRange(of: "-*-")?.lowerBound,
                let label = value(of: "coding", in: String(line[start..<end]))
            else { continue }
            for ending in ["-unix", "-dos", "-mac"] where label.hasSuffix(ending) {
                return String(label.dropLast(ending.count))
            }
            return label
        }
        return nil
    }

    /// Returns the value after a name and its sign, in quotes or up to the next blank.
    private static func value(of name: String, in text: String) -> String? {
        let (bytes, length) = (Array(text.utf8), name.utf8.count)
        var place = 0
        while place + length <= bytes.count {
            guard ASCII.isLowercased(bytes[place..<place + length], name) else {
                place += 1
                continue
            }
            place += length
            let rest = bytes[place...].drop(while: ASCII.isBlank)
            guard let sign = rest.first, "=:".utf8.contains(sign) else { continue }
            let value = rest.dropFirst().drop { ASCII.isBlank($0) || "\"'".utf8.contains($0) }
            return plain(
                value.prefix { !ASCII.isBlank($0) && !"\"';,".utf8.contains($0) }.string)
        }
        return nil
    }

    /// Returns a label without the text around it, if it is valid.
    private static func plain(_ text: String) -> String? {
        let label = text.trimmed
        let isLabel = label.utf8.allSatisfy {
            ASCII.isLetter($0) || ASCII.isDigit($0) || "-_:.+".utf8.contains($0)
        }
        return isLabel && (1..<40).contains(label.utf8.count) ? label : nil
    }
}
