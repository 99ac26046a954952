/// A one-line excerpt from the text of a document, around the first hit of a query.
public struct TextSnippet: Sendable, Hashable {
    /// A part of the snippet: a hit, or text between hits.
    public struct Part: Sendable, Hashable {
        public var text: String
        public var isHit: Bool

        public init(_ text: String, isHit: Bool = false) {
            self.text = text
            self.isHit = isHit
        }
    }

    public var parts: [Part]

    /// The text of the snippet.
    public var text: String { parts.map(\.text).joined() }

    public init(parts: [Part]) {
        self.parts = parts
    }

    /// - Parameters:
    ///   - text: the text of a document.
    ///   - phrases: the phrases to look for in it; the first hit of any of them counts.
    ///   - length: the approximate number of letters.
    /// - Returns: `nil` if nothing is found.
    public init?(of text: String, finding phrases: [TextPhrase], length: Int = 160) {
        let phrases = phrases.filter { !$0.tokens.isEmpty }
        self.init(
            of: text, hits: Self.hits(of: phrases, in: text, length: length), length: length)
    }

    /// - Parameters:
    ///   - hits: the places of the hits, in any order; they may overlap.
    ///   - length: the approximate number of letters.
    /// - Returns: `nil` without hits.
    public init?(of text: String, hits: [Range<String.Index>], length: Int = 160) {
        let hits = hits.sorted { $0.lowerBound < $1.lowerBound }
        guard let first = hits.first else { return nil }
        // A quarter of the snippet precedes the hit: it matters most that the hit is visible.
        let start = Self.wordStart(in: text, before: first.lowerBound, atMost: length / 4)
        let end = Self.wordEnd(
            in: text, behind: first.upperBound, start: start, atMost: length)
        var parts: [Part] = []
        var place = start
        for hit in hits where hit.lowerBound >= place && hit.upperBound <= end {
            parts.append(Part(String(text[place..<hit.lowerBound])))
            parts.append(Part(String(text[hit]), isHit: true))
            place = hit.upperBound
        }
        parts.append(Part(String(text[place..<end])))
        self.parts = Self.onOneLine(parts, hasMore: (start > text.startIndex, end < text.endIndex))
    }

    /// Returns the first hit, and the hits shortly after it.
    private static func hits(
        of phrases: [TextPhrase], in text: String, length: Int
    ) -> [Range<String.Index>] {
        let longest = phrases.map(\.tokens.count).max() ?? 0
        var recent: [TextTokens.Token] = []
        var hits: [Range<String.Index>] = []
        var limit: String.Index?
        TextTokens.forEach(in: text) { token in
            if let limit, token.range.lowerBound > limit { return false }
            recent.append(token)
            if recent.count > longest { recent.removeFirst() }
            for phrase in phrases where phrase.isFound(atEndOf: recent) {
                let first = recent[recent.count - phrase.tokens.count]
                let hit = first.range.lowerBound..<token.range.upperBound
                if let last = hits.last, hit.lowerBound < last.upperBound {
                    hits[hits.count - 1] =
                        min(last.lowerBound, hit.lowerBound)..<max(last.upperBound, hit.upperBound)
                } else {
                    hits.append(hit)
                }
                limit =
                    limit
                    ?? text.index(hit.upperBound, offsetBy: length, limitedBy: text.endIndex)
                break
            }
            return true
        }
        return hits
    }

    private static func wordStart(
        in text: String, before place: String.Index, atMost count: Int
    ) -> String.Index {
        let far =
            text.index(place, offsetBy: -count, limitedBy: text.startIndex) ?? text.startIndex
        if far == text.startIndex { return far }
        let blank = text[far..<place].firstIndex(where: \.isWhitespace)
        return blank.map { text.index(after: $0) } ?? far
    }

    private static func wordEnd(
        in text: String, behind hit: String.Index, start: String.Index, atMost count: Int
    ) -> String.Index {
        let far = text.index(start, offsetBy: count, limitedBy: text.endIndex) ?? text.endIndex
        if far == text.endIndex { return far }
        if far <= hit { return hit }
        return text[hit..<far].lastIndex(where: \.isWhitespace) ?? far
    }

    private static func onOneLine(
        _ parts: [Part], hasMore: (before: Bool, behind: Bool)
    ) -> [Part] {
        var parts = parts.map { part in
            var text = ""
            var wasBlank = false
            for letter in part.text {
                let isBlank = letter.isWhitespace || letter == "\0"
                if isBlank, wasBlank { continue }
                text.append(isBlank ? " " : letter)
                wasBlank = isBlank
            }
            return Part(text, isHit: part.isHit)
        }
        if hasMore.before, let first = parts.first { parts[0].text = "…" + first.text }
        if hasMore.behind { parts[parts.count - 1].text += "…" }
        return parts.filter { !$0.text.isEmpty }
    }
}
