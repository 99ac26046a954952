import Glibc

/// The canonical spelling of a host: lower-case Unicode letters, and IP addresses in standard form.
enum HostSpelling {
    static func of(_ host: ArraySlice<UInt8>) -> [UInt8] {
        var text = Array(host)
        if text.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "%") }) {
            text = mapped(decoded(text))
        } else {
            for index in text.indices where 0x41...0x5A ~= text[index] { text[index] |= 0x20 }
        }
        if text.last == UInt8(ascii: ".") { text.removeLast() }
        if text.first == UInt8(ascii: "[") { return number6(text) ?? text }
        if let last = text.lastIndex(of: UInt8(ascii: ".")).map({ $0 + 1 }) ?? text.indices.first,
            last < text.count, WebAddress.isDigit(text[last]), let number = number4(text)
        {
            return number
        }
        let prefix = Array("xn--".utf8)
        guard text.starts(with: prefix) || text.contains(sub: Array(".xn--".utf8)) else {
            return text
        }
        let labels = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return Array(
            labels.map { label -> [UInt8] in
                guard label.starts(with: prefix), let scalars = Punycode.decoded(label.dropFirst(4))
                else { return Array(label) }
                return mapped(Array(String(String.UnicodeScalarView(scalars)).utf8))
            }.joined(separator: [UInt8(ascii: ".")]))
    }

    /// Replaces percent encodings such as `%C3` by their bytes.
    private static func decoded(_ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var place = 0
        while place < text.count {
            if text[place] == UInt8(ascii: "%"), place + 2 < text.count,
                let high = WebAddress.Parts.digit(text[place + 1]),
                let low = WebAddress.Parts.digit(text[place + 2])
            {
                result.append(high << 4 | low)
                place += 3
            } else {
                result.append(text[place])
                place += 1
            }
        }
        return result
    }

    /// Maps a host name for comparison (UTS 46): lower case, without invisible characters.
    private static func mapped(_ text: [UInt8]) -> [UInt8] {
        var result = String.UnicodeScalarView()
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            if scalar.properties.isDefaultIgnorableCodePoint { continue }
            for part in CompatibleForm.decomposed(scalar) {
                if part.value == 0x3002 {
                    result.append(".")
                } else {
                    let small = part.properties.lowercaseMapping.unicodeScalars
                    result.append(contentsOf: small.flatMap { CompatibleForm.decomposed($0) })
                }
            }
        }
        return Array(String(result).utf8)
    }

    /// Returns the four bytes of an IPv4 number such as `0x7f.1`; `nil` for any other text.
    static func number4(_ text: [UInt8]) -> [UInt8]? {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard 1...4 ~= parts.count else { return nil }
        var numbers: [UInt64] = []
        for part in parts {
            let digits = String(decoding: part, as: UTF8.self)
            let value =
                digits.hasPrefix("0x")
                ? digits.count == 2 ? 0 : UInt64(digits.dropFirst(2), radix: 16)
                : digits.hasPrefix("0") && digits.count > 1
                    ? UInt64(digits, radix: 8) : UInt64(digits, radix: 10)
            guard let value, digits.utf8.first != UInt8(ascii: "+"), value <= 0xFFFF_FFFF else {
                return nil
            }
            numbers.append(value)
        }
        guard let last = numbers.popLast(), numbers.allSatisfy({ $0 < 256 }),
            last < 1 << (8 * UInt64(4 - numbers.count))
        else { return nil }
        let whole = numbers.enumerated().reduce(last) {
            $0 | $1.element << (24 - 8 * UInt64($1.offset))
        }
        let bytes = [24, 16, 8, 0].map { String(whole >> $0 & 0xFF) }
        return Array(bytes.joined(separator: ".").utf8)
    }

    /// Returns the sixteen bytes of an IPv6 address in brackets; `nil` for any other text.
    private static func number6(_ text: [UInt8]) -> [UInt8]? {
        guard text.last == UInt8(ascii: "]") else { return nil }
        var address = in6_addr()
        let inner = String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
        guard inet_pton(AF_INET6, inner, &address) == 1 else { return nil }
        let digits = withUnsafeBytes(of: &address) { bytes in
            bytes.map { String($0, radix: 16) }.joined(separator: ":")
        }
        return Array("[\(digits)]".utf8)
    }
}

extension [UInt8] {
    /// Whether these bytes contain others.
    fileprivate func contains(sub bytes: [UInt8]) -> Bool {
        indices.contains { self[$0] == bytes[0] && self[$0...].starts(with: bytes) }
    }
}

/// Decodes Punycode, the ASCII form of international host names (RFC 3492).
enum Punycode {
    /// Returns the letters of a label after its `xn--`; `nil` if the label is invalid.
    static func decoded(_ label: ArraySlice<UInt8>) -> [Unicode.Scalar]? {
        let hyphen = label.lastIndex(of: UInt8(ascii: "-"))
        var result = label[..<(hyphen ?? label.startIndex)].map { Unicode.Scalar($0) }
        var rest = label[(hyphen.map { $0 + 1 } ?? label.startIndex)...]
        guard label.count <= 255, !rest.isEmpty else { return nil }
        var (value, place, bias) = (128 as UInt32, 0 as UInt32, 72 as UInt32)
        while !rest.isEmpty {
            let before = place
            var weight: UInt32 = 1
            var step: UInt32 = 36
            while true {
                guard let byte = rest.popFirst(), let digit = digit(byte) else { return nil }
                let (product, isTooMuch) = digit.multipliedReportingOverflow(by: weight)
                let (sum, overflows) = place.addingReportingOverflow(product)
                if isTooMuch || overflows { return nil }
                place = sum
                let limit = step <= bias ? 1 : min(26, step - bias)
                if digit < limit { break }
                let (next, isLarge) = weight.multipliedReportingOverflow(by: 36 - limit)
                if isLarge { return nil }
                weight = next
                step += 36
            }
            let count = UInt32(result.count) + 1
            bias = adapted(place - before, count, isFirst: before == 0)
            let (sum, overflows) = value.addingReportingOverflow(place / count)
            guard !overflows, let scalar = Unicode.Scalar(sum) else { return nil }
            value = sum
            result.insert(scalar, at: Int(place % count))
            place = place % count + 1
        }
        return result
    }

    private static func digit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x61...0x7A: UInt32(byte - 0x61)
        case 0x41...0x5A: UInt32(byte - 0x41)
        case 0x30...0x39: UInt32(byte - 0x30) + 26
        default: nil
        }
    }

    static func adapted(_ delta: UInt32, _ count: UInt32, isFirst: Bool) -> UInt32 {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var steps: UInt32 = 0
        while delta > 455 {
            delta /= 35
            steps += 36
        }
        return steps + 36 * delta / (delta + 38)
    }
}
