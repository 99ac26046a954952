import HTTPTypes

/// The part of a body that a request asks for (RFC 9110, section 14).
enum ByteRange: Equatable {
    case whole
    case part(Range<Int>)
    /// The range is outside of the body.
    case outside

    /// Finds the part of a body with `length` bytes that a request asks for. As the RFC allows, a
    /// field that is malformed or has several ranges is ignored.
    init(_ headers: HTTPFields, of length: Int, tag: String) {
        self = .whole
        guard let field = headers[.range], field.lowercased().hasPrefix("bytes=") else { return }
        // In another body, the range would be another part.
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
    /// Returns whether the If-None-Match field includes this tag, or any (RFC 9110, section
    /// 13.1.2).
    func isKnown(_ tag: String) -> Bool {
        guard let field = self[.ifNoneMatch] else { return false }
        return field.split(separator: ",").contains { one in
            let text = one.filter { $0 != " " && $0 != "\t" }
            return text == "*" || text == tag || text == "W/" + tag
        }
    }
}
