import Replication

/// A page of a listing of a bucket, in the XML of the store.
struct S3Listing: Sendable {
    struct Entry: Sendable, Hashable {
        var key: String
        var bytes: Int
        /// The time when the object was written, in seconds since 1970; 0 if the store does not
        /// say.
        var modified: Double
    }

    var entries: [Entry] = []
    var isMore = false

    /// Reads a page; `nil` for anything else, including a page that was cut off.
    init?(_ body: [UInt8]) {
        var (parts, isWhole) = ([String: String](), false)
        for element in XMLElements(body) {
            switch element.name {
            case "Contents":
                guard let key = parts["Key"] else { return nil }
                entries.append(
                    Entry(
                        key: key, bytes: parts["Size"].flatMap { Int($0) } ?? 0,
                        modified: parts["LastModified"].flatMap(Self.time) ?? 0))
                parts = [:]
            case "IsTruncated": isMore = element.text == "true"
            case "ListBucketResult": isWhole = true
            default: parts[element.name] = element.text
            }
        }
        if !isWhole { return nil }
    }

    /// Returns a time such as 2026-11-22T23:39:37.000Z, in seconds since 1970.
    private static func time(_ text: String) -> Double? {
        let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
        guard numbers.count >= 6, numbers.allSatisfy({ $0 < 10_000 }),
            let days = CalendarTime.days(year: numbers[0], month: numbers[1], day: numbers[2])
        else { return nil }
        let clock = numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
        return Double(days * CalendarTime.secondsPerDay + clock)
    }
}

/// The reason why a store refused a request, in the XML of the store.
struct S3Fault: Sendable {
    /// The error code of S3, such as `NoSuchKey`; empty for other pages.
    var code = ""
    var message = ""

    init(_ body: [UInt8]) {
        var isFault = false
        for element in XMLElements(body) {
            switch element.name {
            case "Code": code = element.text
            case "Message": message = String(element.text.prefix(300))
            case "Error": isFault = true
            default: break
            }
        }
        if !isFault { (code, message) = ("", "") }
    }
}

/// The elements of a small document, each at its end tag, with the text since the last tag. Names
/// have no namespace prefix.
private struct XMLElements: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var place = 0
    private var text: [UInt8] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> (name: String, text: String)? {
        while let open = bytes[place...].firstIndex(of: UInt8(ascii: "<")),
            let close = bytes[open...].firstIndex(of: UInt8(ascii: ">"))
        {
            text = Array(bytes[place..<open])
            place = close + 1
            var tag = bytes[open + 1..<close]
            let isEnd = tag.first == UInt8(ascii: "/")
            let isEmpty = tag.last == UInt8(ascii: "/")
            guard isEnd || isEmpty else { continue }
            if isEnd { tag = tag.dropFirst() }
            let name = String(decoding: tag, as: UTF8.self).prefix { $0 != "/" && !$0.isWhitespace }
            let local = String(name.split(separator: ":").last ?? name)
            return (local, isEmpty ? "" : Self.plain(String(decoding: text, as: UTF8.self)))
        }
        return nil
    }

    private static func plain(_ text: String) -> String {
        guard text.contains("&") else { return text }
        return [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&"),
        ].reduce(text) { text, pair in text.replacing(pair.0, with: pair.1) }
    }
}
