import Screen

/// Lays out code: lines stay as they are if they fit.
enum CodeLayout {
    typealias Inline = ReadablePage.Inline

    static func lines(
        _ code: String, width: Int, measure: TextMeasure
    ) -> [(pieces: [Inline], offset: Int)] {
        var lines: [(pieces: [Inline], offset: Int)] = []
        var offset = 0
        for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
            for (text, start) in cut(line, width, measure) {
                lines.append((text.isEmpty ? [] : [Inline(text, .code)], offset + start))
            }
            offset += line.count + 1
        }
        return lines
    }

    /// Cuts a line into pieces that fit, at blanks if there are any. Later pieces are indented by
    /// two more columns.
    private static func cut(
        _ line: Substring, _ width: Int, _ measure: TextMeasure
    ) -> [(text: String, offset: Int)] {
        let glyphs = measure.sanitized(String(line))
        if glyphs.reduce(0, { $0 + $1.width }) <= width {
            return [(glyphs.map(\.text).joined(), 0)]
        }
        let own = glyphs.prefix { $0.text == " " }.count
        let indent = String(repeating: " ", count: min(own + 2, width / 2))
        var pieces: [(text: String, offset: Int)] = []
        var rest = glyphs[...]
        while !rest.isEmpty {
            let before = pieces.isEmpty ? "" : indent
            var used = before.utf8.count
            var end = rest.startIndex
            while end < rest.endIndex, used + rest[end].width <= width || end == rest.startIndex {
                used += rest[end].width
                end += 1
            }
            if end < rest.endIndex {
                // A blank after the indentation.
                let first = rest.firstIndex { $0.text != " " } ?? end
                if first < end, let blank = rest[first..<end].lastIndex(where: { $0.text == " " }) {
                    end = blank + 1
                }
            }
            pieces.append((before + rest[..<end].map(\.text).joined(), rest.startIndex))
            rest = rest[end...]
        }
        return pieces
    }
}
