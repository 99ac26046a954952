// One address can be spelled in many ways (RFC 3986, section 6.2.2; https://url.spec.whatwg.org):
// letters as `%C3%BC`, hosts in Punycode or as numbers, steps such as `/../`. A server sees no
// difference.

extension WebAddress {
    /// The URL in its canonical spelling. Use it only for comparison: its host is in Unicode, which
    /// a resolver does not accept.
    public var spelling: String {
        guard let written = Self.scheme(of: text) else { return text }
        let scheme = written.lowercased()
        let rest = Array(text.utf8)[written.utf8.count...].dropFirst()
        guard Self.isHierarchical(scheme), rest.starts(with: "//".utf8) else {
            return "\(scheme):\(rest.string)"
        }
        let parts = Parts(rest.dropFirst(2), scheme)
        var key = Array("\(scheme)://".utf8) + parts.authority
        key += parts.path.isEmpty ? "/".utf8[...] : Substring(parts.path.string).utf8
        if let query = parts.query { key += "?".utf8 + query }
        return key[...].string
    }

    /// The canonical spelling of the whole URL with its fragment, for any scheme. All texts that a
    /// browser reads as the same URL share it.
    public var wholeSpelling: String {
        let (beforeFragment, fragment) = Self.cut(Array(text.utf8)[...], at: UInt8(ascii: "#"))
        var key = Array(WebAddress(stored: beforeFragment.string).spelling.utf8)
        if let scheme, !Self.isHierarchical(scheme) { key = Array(Parts.spelled(key[...])) }
        if let fragment { key += "#".utf8 + Parts.spelled(fragment) }
        return key[...].string
    }

    /// The parts after `https://`, each in its canonical spelling.
    struct Parts {
        var authority: [UInt8]
        var path: ArraySlice<UInt8>
        var query: ArraySlice<UInt8>?
        var fragment: ArraySlice<UInt8>?

        init(_ text: ArraySlice<UInt8>, _ scheme: String) {
            let isWeb = scheme == "http" || scheme == "https"
            let (beforeFragment, fragment) = WebAddress.cut(text, at: UInt8(ascii: "#"))
            let (beforeQuery, query) = WebAddress.cut(beforeFragment, at: UInt8(ascii: "?"))
            let end =
                beforeQuery.firstIndex {
                    $0 == UInt8(ascii: "/") || isWeb && $0 == UInt8(ascii: "\\")
                } ?? beforeQuery.endIndex
            authority = Self.authority(beforeQuery[..<end], scheme)
            path = Self.path(beforeQuery[end...], isWeb: isWeb)
            self.query = query.map { Self.spelled($0, alsoEncodes: isWeb ? 0x27 : 0x20) }
            self.fragment = fragment.map { Self.spelled($0) }
        }

        private static func authority(_ text: ArraySlice<UInt8>, _ scheme: String) -> [UInt8] {
            // User names and passwords do have case.
            let begin = text.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? text.startIndex
            let user = spelled(text[..<begin])
            var host = text[begin...]
            var port: ArraySlice<UInt8> = []
            if let colon = host.lastIndex(of: UInt8(ascii: ":")),
                host[colon...].dropFirst().allSatisfy(WebAddress.isDigit)
            {
                port = host[colon...].dropFirst().drop { $0 == UInt8(ascii: "0") }
                host = host[..<colon]
            }
            var key = user.count > 1 ? Array(user) : []
            key += HostSpelling.of(host)
            let number = defaultPort(of: scheme).utf8
            if !port.isEmpty && !port.elementsEqual(number) { key += ":".utf8 + port }
            return key
        }

        /// Returns the default port of a scheme; empty if the scheme has none or is unknown.
        private static func defaultPort(of scheme: String) -> String {
            switch scheme {
            case "https": "443"
            case "http": "80"
            case "ftp": "21"
            case "gopher": "70"
            case "gemini": "1965"
            default: ""
            }
        }

        private static func path(_ text: ArraySlice<UInt8>, isWeb: Bool) -> ArraySlice<UInt8> {
            var path = text
            if isWeb, path.contains(UInt8(ascii: "\\")) {
                path = path.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }[...]
            }
            return withoutSteps(spelled(path))
        }

        /// Removes the segments `.` and `..`.
        private static func withoutSteps(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
            let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
            guard zip(path, path.dropFirst()).contains(where: { $0 == slash && $1 == dot }) else {
                return path
            }
            var names: [ArraySlice<UInt8>] = []
            let steps = path.dropFirst().split(separator: slash, omittingEmptySubsequences: false)
            for (index, step) in steps.enumerated() {
                if step.count <= 2, !step.isEmpty, step.allSatisfy({ $0 == dot }) {
                    if step.count == 2 { _ = names.popLast() }
                    if index == steps.count - 1 { names.append([]) }
                } else {
                    names.append(step)
                }
            }
            return ([slash] + names.joined(separator: [slash]))[...]
        }

        /// Returns a part with only the necessary percent encodings, in capitals.
        ///
        /// - Parameter sign: an additional byte to encode.
        static func spelled(
            _ part: ArraySlice<UInt8>, alsoEncodes sign: UInt8 = 0x20
        ) -> ArraySlice<UInt8> {
            if part.allSatisfy({ isPlain($0) && $0 != sign }) { return part }
            var result: [UInt8] = []
            result.reserveCapacity(part.count + 16)
            var place = part.startIndex
            while place < part.endIndex {
                let byte = part[place]
                place += 1
                if byte == UInt8(ascii: "%"), place + 1 < part.endIndex,
                    let high = digit(part[place]), let low = digit(part[place + 1])
                {
                    place += 2
                    let value = high << 4 | low
                    if isUnreserved(value) { result.append(value) } else { encode(value, &result) }
                } else if byte == UInt8(ascii: "%") || isPlain(byte) && byte != sign {
                    result.append(byte)
                } else {
                    encode(byte, &result)
                }
            }
            return result[...]
        }

        private static func encode(_ byte: UInt8, _ result: inout [UInt8]) {
            let digits = Array("0123456789ABCDEF".utf8)
            result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }

        private static func isPlain(_ byte: UInt8) -> Bool {
            guard 0x21..<0x7F ~= byte else { return false }
            switch byte {
            // " % < > \ ^ ` { | }
            case 0x22, 0x25, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B, 0x7C, 0x7D: return false
            default: return true
            }
        }

        private static func isUnreserved(_ byte: UInt8) -> Bool {
            WebAddress.isLetter(byte) || WebAddress.isDigit(byte) || "-._~".utf8.contains(byte)
        }

        static func digit(_ byte: UInt8) -> UInt8? {
            switch byte {
            case 0x30...0x39: byte - 0x30
            case 0x41...0x46: byte - 0x37
            case 0x61...0x66: byte - 0x57
            default: nil
            }
        }
    }
}
