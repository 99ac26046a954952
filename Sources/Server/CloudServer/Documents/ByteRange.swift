import HTTPTypes

/// The part of a body that a request asks for (RFC 9110, 14).
enum ByteRange: Equatable {
    case whole
    case part(Range<Int>)
    /// None of the body is in the range.
    case outside

    /// The answer to the fields of a request for a body of so many bytes. A field that is
    /// malformed, or names several ranges, is ignored, as the RFC allows.
    init(_ headers: HTTPFields, of length: Int, tag: String) {
        self = .whole
        guard let field = headers[.range], field.lowercased().hasPrefix("bytes=") else { return }
        // Of another body it would be another part.
        if let condition = headers[.ifRange], condition != tag { return }
        let bounds = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
            .map { String($0.filter { $0 != " " }) }
        guard bounds.count == 2,
            bounds.allSatisfy({ $0.count < 16 && $0.allSatisfy { $0.isASCII && $0.isNumber } })
        else { return }
        switch (Int(bounds[0]), Int(bounds[1])) {
        case (let first?, let last):
            if let last, last < first { return }
            let end = min(last ?? length, length - 1) + 1
            self = first < length ? .part(first..<end) : .outside
        case (nil, let count?):
            self = count > 0 && length > 0 ? .part(max(0, length - count)..<length) : .outside
        case (nil, nil): return
        }
    }
}

extension HTTPFields {
    /// Whether a field that lists tags names this one, or any (RFC 9110, 13.1.2).
    func isKnown(_ tag: String) -> Bool {
        guard let field = self[.ifNoneMatch] else { return false }
        return field.split(separator: ",").contains { one in
            let text = one.filter { $0 != " " && $0 != "\t" }
            return text == "*" || text == tag || text == "W/" + tag
        }
    }
}
