import Bookmarks
package import Hummingbird

/// The fields of a form that a client sent: as `application/x-www-form-urlencoded`, or in parts
/// that may include files.
package struct FormFields: Sendable {
    /// A file of a form.
    package struct File: Sendable {
        package var name: String
        package var mediaType: String
        package var content: [UInt8]
    }

    /// The values of each field, in their order.
    package private(set) var values: [String: [String]] = [:]
    package private(set) var files: [String: File] = [:]

    /// Returns the last value of a field, like browsers and servers of forms.
    package func value(_ name: String) -> String? { values[name]?.last }

    /// Returns a number, such as the place in a list; `nil` if the field is not a number. It is
    /// limited to the largest place in a list, so that adding to it cannot overflow.
    package func count(_ name: String) -> Int? {
        value(name).flatMap { Int($0) }.flatMap { $0 >= 0 ? min($0, Int(Int32.max)) : nil }
    }

    /// The most fields and files of a form.
    static let most = 1000
    /// The longest boundary, by RFC 2046.
    private static let longestBoundary = 70
    /// The most bytes before the first part, and in the head of a part.
    private static let longestHead = 8 << 10

    /// Makes a form with these fields.
    init(values: [String: [String]]) { self.values = values }

    /// Reads `name=value&…`, with a plus or `%20` for a blank.
    package init(urlEncoded bytes: some Sequence<UInt8>) {
        for pair in Array(bytes).split(separator: UInt8(ascii: "&")).prefix(Self.most) {
            let parts = pair.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? Self.decoded(parts[1]) : ""
            values[Self.decoded(parts[0]), default: []].append(value)
        }
    }

    /// Reads the parameters of an address, which browsers encode like forms.
    package init(of request: Request) {
        self.init(urlEncoded: (request.uri.query ?? "").utf8)
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        var place = bytes.startIndex
        while place < bytes.endIndex {
            let byte = bytes[place]
            if byte == UInt8(ascii: "%"), place + 2 < bytes.endIndex,
                let code = UInt8(
                    String(decoding: bytes[place + 1...place + 2], as: UTF8.self), radix: 16)
            {
                result.append(code)
                place += 3
                continue
            }
            result.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            place += 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Reads the parts of `multipart/form-data` (RFC 7578); `nil` if they are invalid.
    package init?(multipart bytes: [UInt8], boundary: String) {
        guard !boundary.isEmpty, boundary.utf8.count <= Self.longestBoundary else { return nil }
        let mark = Array("--\(boundary)".utf8)
        guard var place = Self.find(mark, in: bytes, from: 0, within: Self.longestHead) else {
            return nil
        }
        place += mark.count
        for _ in 0..<Self.most {
            if bytes[place...].starts(with: "--".utf8) { return }
            guard let start = Self.skipLine(bytes, place),
                let end = Self.find(Array("\r\n".utf8) + mark, in: bytes, from: start - 2),
                let body = Self.find(
                    Array("\r\n\r\n".utf8), in: bytes, from: start - 2, within: Self.longestHead),
                body <= end
            else { return nil }
            let head = String(decoding: bytes[start..<max(start, body)], as: UTF8.self)
            take(head, Array(bytes[min(body + 4, end)..<end]))
            place = end + 2 + mark.count
        }
        return nil
    }

    private mutating func take(_ head: String, _ content: [UInt8]) {
        var fields: [String: String] = [:]
        for line in head.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            fields[parts[0].lowercased()] = Self.trimmed(parts[1])
        }
        let disposition = HeaderParameters(fields["content-disposition"] ?? "")
        guard let name = disposition["name"] else { return }
        if let file = disposition["filename*"].flatMap(HeaderParameters.extended)
            ?? disposition["filename"]
        {
            files[name] = File(
                name: file, mediaType: fields["content-type"] ?? "application/octet-stream",
                content: content)
        } else {
            values[name, default: []].append(String(decoding: content, as: UTF8.self))
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " || $0 == "\t" })
    }

    /// Returns the beginning of the next line; `nil` if the current one does not end here.
    private static func skipLine(_ bytes: [UInt8], _ place: Int) -> Int? {
        var place = place
        while place < bytes.count, bytes[place] == 0x20 || bytes[place] == 0x09 { place += 1 }
        guard bytes[place...].starts(with: "\r\n".utf8) else { return nil }
        return place + 2
    }

    private static func find(
        _ mark: [UInt8], in bytes: [UInt8], from start: Int, within length: Int? = nil
    ) -> Int? {
        guard bytes.count >= mark.count, start >= 0 else { return nil }
        var place = start
        let last = min(bytes.count - mark.count, length.map { start + $0 } ?? bytes.count)
        while place <= last {
            guard let next = bytes[place...last].firstIndex(of: mark[0]) else { return nil }
            if bytes[next..<next + mark.count].elementsEqual(mark) { return next }
            place = next + 1
        }
        return nil
    }
}

/// The parameters of a header, such as `form-data; name="file"; filename="a.html"`.
package struct HeaderParameters: Sendable {
    /// The text before the first semicolon, in lower case.
    package private(set) var value = ""
    private var parameters: [String: String] = [:]

    package init(_ text: String) {
        var rest = text[...]
        value = Self.takeWord(&rest, until: ";").lowercased()
        while rest.popFirst() != nil {
            let name = Self.takeWord(&rest, until: "=;").lowercased()
            guard rest.first == "=" else { continue }
            rest.removeFirst()
            rest = rest.drop { $0 == " " }
            parameters[name] =
                rest.first == "\"" ? Self.takeQuoted(&rest) : Self.takeWord(&rest, until: ";")
        }
    }

    package subscript(name: String) -> String? { parameters[name] }

    private static func takeWord(_ rest: inout Substring, until stops: String) -> String {
        let word = rest.prefix { !stops.contains($0) }
        rest = rest[word.endIndex...]
        return String(word).trimmingBlanks
    }

    private static func takeQuoted(_ rest: inout Substring) -> String {
        rest.removeFirst()
        var text = ""
        while let next = rest.popFirst(), next != "\"" {
            // Browsers write a quote as %22; other programs put a backslash before it.
            if next == "\\", rest.first == "\"" || rest.first == "\\" {
                text.append(rest.removeFirst())
            } else {
                text.append(next)
            }
        }
        rest = rest.drop { $0 != ";" }
        return text.replacing("%22", with: "\"")
    }

    /// Decodes a value of RFC 5987, such as `UTF-8''a%20b`.
    static func extended(_ text: String) -> String? {
        let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
        let fields = FormFields(urlEncoded: ("x=" + parts[2].replacing("+", with: "%2B")).utf8)
        return fields.value("x")
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        var text = self[...].drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return String(text)
    }
}
