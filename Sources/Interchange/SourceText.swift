import Glibc

/// Finds out in which character set a file is written, and turns it into UTF-8.
enum SourceText {
    /// The text as UTF-8, without a mark of the order of bytes.
    ///
    /// Such a mark decides; then what the bytes look like, since files that say one thing and hold
    /// UTF-8 are common; then what a page says of itself; else it is Windows' Western set.
    static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), bigEndian: false) }
        if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), bigEndian: true) }
        if bytes.count >= 4, bytes[1] == 0, bytes[3] == 0, bytes[0] != 0 {
            return utf16(bytes[...], bigEndian: false)
        }
        if bytes.count >= 4, bytes[0] == 0, bytes[2] == 0, bytes[1] != 0 {
            return utf16(bytes[...], bigEndian: true)
        }
        if isUTF8(bytes) { return bytes }
        if let name = declared(bytes), let converted = converted(bytes, from: name) {
            return converted
        }
        return western(bytes)
    }

    /// The text that a server sent, as UTF-8: see ``utf8(ofPage:server:)``.
    static func utf8(_ bytes: [UInt8], contentType: String?) -> [UInt8] {
        let charset = contentType.flatMap { MediaType($0).charset }
        return charset == nil ? utf8(bytes) : utf8(ofPage: bytes, server: charset)
    }

    /// The text of a page as UTF-8. Its server knows better than the page; bytes of UTF-8 are taken
    /// for that whatever either says, but for those of sets that hide in ASCII.
    static func utf8(ofPage bytes: [UInt8], server: String?) -> [UInt8] {
        guard let name = server?.lowercased() ?? declared(bytes),
            !bytes.starts(with: [0xFF, 0xFE]),
            !bytes.starts(with: [0xFE, 0xFF]), !bytes.starts(with: [0xEF, 0xBB, 0xBF])
        else { return utf8(bytes) }
        if name == "utf-8" || name == "utf8" {
            // The last character may be cut in half, as the page is.
            let text = bytes.string
            return Array((text.last == "\u{FFFD}" ? text.dropLast() : text[...]).utf8)
        }
        let hidesInASCII = name.hasPrefix("iso-2022") || name.hasPrefix("hz")
        if !hidesInASCII, isUTF8(bytes) { return bytes }
        return converted(bytes, from: name) ?? utf8(bytes)
    }

    private static func isUTF8(_ bytes: [UInt8]) -> Bool {
        bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) -> [UInt8] {
        let bytes = Array(bytes)
        let (high, low) = bigEndian ? (0, 1) : (1, 0)
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index -> UInt16 in
            UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + low])
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// What a page says of its character set near its beginning: `charset=` or `encoding=`.
    private static func declared(_ bytes: [UInt8]) -> String? {
        let head = bytes.prefix(2048).map(ASCII.lowercased)
        for mark in ["charset=", "encoding="] {
            let mark = Array(mark.utf8)
            guard head.count > mark.count else { continue }
            for start in 0..<head.count - mark.count
            where head[start..<start + mark.count].elementsEqual(mark) {
                let name = head[(start + mark.count)...].drop { "\"' ".utf8.contains($0) }
                    .prefix {
                        ASCII.isLetter($0) || ASCII.isDigit($0) || "-_:.".utf8.contains($0)
                    }
                if !name.isEmpty && name.count < 40 { return name.string }
            }
        }
        return nil
    }

    /// The text by the system's converter; `nil` for a character set that it does not know. What
    /// cannot be converted becomes U+FFFD.
    private static func converted(_ bytes: [UInt8], from name: String) -> [UInt8]? {
        // These names mean Windows' set on the web, whatever they say.
        if name == "utf-8" || name == "iso-8859-1" || name == "us-ascii" { return nil }
        let converter = iconv_open("UTF-8", name)
        guard Int(bitPattern: converter) != -1 else { return nil }
        defer { iconv_close(converter) }
        var source = bytes.map(CChar.init(bitPattern:))
        var target = [CChar](repeating: 0, count: 65_536)
        var result: [UInt8] = []
        source.withUnsafeMutableBufferPointer { source in
            var input = source.baseAddress
            var left = source.count
            while left > 0 {
                let before = left
                let isDone = target.withUnsafeMutableBufferPointer { target in
                    var output = target.baseAddress
                    var room = target.count
                    let status = iconv(converter, &input, &left, &output, &room)
                    let code = errno
                    result += target.prefix(target.count - room).map(UInt8.init(bitPattern:))
                    return status != -1 || code != E2BIG
                }
                guard isDone, left > 0 else {
                    if left == before && !isDone { break }
                    continue
                }
                result += "\u{FFFD}".utf8
                input = input.map { $0 + 1 }
                left -= 1
            }
        }
        return result
    }

    /// Windows-1252: Latin 1 with other characters in place of the controls from 0x80 on.
    private static func western(_ bytes: [UInt8]) -> [UInt8] {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            let value = 0x80..<0xA0 ~= byte ? windows[Int(byte) - 0x80] : UInt16(byte)
            text.append(Unicode.Scalar(value) ?? "\u{FFFD}")
        }
        return Array(String(text).utf8)
    }

    private static let windows: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039,
        0x152, 0x8D, 0x17D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D, 0x17E, 0x178,
    ]
}
