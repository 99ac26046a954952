/// The networks from which a host can be reached, as far as its name tells.
public enum HostReach: Sendable, Hashable {
    /// Only this machine or its own network: `localhost`, `192.168.1.1`, `printer.lan`.
    case here
    /// The whole internet, by an IP address.
    case number
    /// The whole internet, by a name.
    case name

    /// - Parameter host: in lower case, without brackets and port.
    public init(_ host: String) {
        let host = host.hasSuffix(".") ? host.dropLast() : host[...]
        if let isPublic = Self.isPublicNumber(String(host)) {
            self = isPublic ? .number : .here
            return
        }
        let labels = host.split(separator: ".")
        let isPrivate = labels.last.map { Self.privateNames.contains(String($0)) } ?? true
        self = labels.count < 2 || isPrivate ? .here : .name
    }

    private static let privateNames: Set<String> = [
        "onion", "i2p", "local", "localhost", "localdomain", "lan", "home", "internal", "intranet",
        "corp", "arpa",
    ]

    /// Whether the internet reaches a numeric address, in any notation that the system accepts;
    /// `nil` for a name.
    private static func isPublicNumber(_ text: String) -> Bool? {
        if text.contains(":") { return longAddress(text.prefix { $0 != "%" }).map(isPublic) }
        return shortAddress(text[...]).map(isPublic)
    }

    /// Reads an IPv4 address of one to four numbers; the last number fills the remaining bytes.
    private static func shortAddress(_ text: Substring) -> UInt32? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(number)
        guard 1...4 ~= parts.count, let last = parts.last ?? nil else { return nil }
        var address: UInt64 = 0
        for part in parts.dropLast() {
            guard let part, part < 256 else { return nil }
            address = address << 8 | part
        }
        let bits = UInt64(8 * (5 - parts.count))
        return last >> bits == 0 ? UInt32(truncatingIfNeeded: address << bits | last) : nil
    }

    /// A number as C writes them: decimal, octal after `0`, hexadecimal after `0x`.
    private static func number(_ text: Substring) -> UInt64? {
        guard text.first?.isNumber == true else { return nil }
        if text.hasPrefix("0x") { return UInt64(text.dropFirst(2), radix: 16) }
        return UInt64(text, radix: text.hasPrefix("0") ? 8 : 10)
    }

    /// Returns the 16 bytes of an IPv6 address.
    private static func longAddress(_ text: Substring) -> [UInt8]? {
        guard let gap = text.firstRange(of: "::") else {
            return groups(text).flatMap { $0.count == 16 ? $0 : nil }
        }
        guard let head = groups(text[..<gap.lowerBound]),
            let tail = groups(text[gap.upperBound...]),
            head.count + tail.count < 16
        else { return nil }
        return head + [UInt8](repeating: 0, count: 16 - head.count - tail.count) + tail
    }

    /// Returns the bytes of numbers between colons; the last number may be an IPv4 address.
    private static func groups(_ text: Substring) -> [UInt8]? {
        var bytes: [UInt8] = []
        for part in text.split(separator: ":", omittingEmptySubsequences: text.isEmpty) {
            if part.contains(".") {
                guard let address = shortAddress(part) else { return nil }
                bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: address >> $0) }
            } else {
                guard let group = UInt16(part, radix: 16) else { return nil }
                bytes += [UInt8(group >> 8), UInt8(group & 255)]
            }
        }
        return bytes
    }

    /// Whether an IPv4 address is outside all networks that are private or reserved for tests or
    /// examples (RFC 6890).
    public static func isPublic(_ address: UInt32) -> Bool {
        let own: [(UInt32, Int)] = [
            (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8),
            (0xA9FE_0000, 16), (0xAC10_0000, 12), (0xC000_0000, 24), (0xC000_0200, 24),
            (0xC0A8_0000, 16), (0xC612_0000, 15), (0xC633_6400, 24), (0xCB00_7100, 24),
            (0xE000_0000, 3),
        ]
        return !own.contains { (address ^ $0.0) >> (32 - $0.1) == 0 }
    }

    /// Whether an IPv6 address of 16 bytes is outside all such networks.
    public static func isPublic(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == 16 else { return false }
        let last = bytes[12...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        if bytes[..<10].allSatisfy({ $0 == 0 }) {
            return bytes[10] == 0xFF && bytes[11] == 0xFF && isPublic(last)
        }
        // The IPv4 address that a network translates to (RFC 6052), or one of its own (RFC 8215).
        if bytes.starts(with: [0x00, 0x64, 0xFF, 0x9B]) {
            if bytes[4..<12].allSatisfy({ $0 == 0 }) { return isPublic(last) }
            if bytes[4] == 0, bytes[5] == 1 { return false }
        }
        // Link-local addresses, and site-local ones from before RFC 3879.
        let isLocal = bytes[0] == 0xFE && bytes[1] & 0x80 == 0x80
        return bytes[0] & 0xFE != 0xFC && bytes[0] != 0xFF && !isLocal
    }
}
