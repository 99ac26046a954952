extension Query {
    /// A field that the list shows in full, or only the part with the hit.
    public enum ShownField: Sendable, Hashable {
        case name, url
        /// The tags, each with a `#` before it.
        case tags
        case notes, description
    }

    /// Returns the hits of the query in a shown text, in no particular order; they may overlap.
    ///
    /// It searches only as much text as fits on a line, or `limit` Unicode scalars.
    public func hits(
        in text: String, of field: ShownField, limit: Int = 300
    ) -> [Range<String.Index>] {
        let sought = root.sought(in: field)
        if sought.isEmpty || text.isEmpty { return [] }
        let start = String(text.unicodeScalars.prefix(limit))
        let folded = FoldedText.bytes(of: start)
        // Most words are not in most fields, so only fields that contain a word are searched for
        // places.
        let likely = sought.filter { $0.word.map { SearchArena.contains($0, in: folded) } ?? true }
        if likely.isEmpty { return [] }
        var indices: [Bool: FoldedIndex] = [:]
        return likely.flatMap { sought in
            let index =
                indices[sought.isExact] ?? FoldedIndex(text, isExact: sought.isExact, limit: limit)
            indices[sought.isExact] = index
            return index.ranges(of: sought).map { Self.wholeCharacters($0, in: text) }
        }
    }

    /// Returns a range with all scalars of its first and last character: a hit may be a part of a
    /// character.
    private static func wholeCharacters(
        _ range: Range<String.Index>, in text: String
    ) -> Range<String.Index> {
        let last = text.unicodeScalars.index(before: range.upperBound)
        let start = text.index(before: text.index(after: range.lowerBound))
        return start..<text.index(after: last)
    }
}

/// A pattern to search in a shown text.
private struct Sought {
    var what: What
    var isExact: Bool
    /// Folded bytes that every match contains.
    var word: [UInt8]?

    enum What {
        case scalars([Unicode.Scalar])
        /// The scalars, followed by a space or the end.
        case whole([Unicode.Scalar])
        /// The scalars at the beginning of an address's host, or after a dot in it.
        case site([Unicode.Scalar])
        case expression(Expression)
    }
}

extension Query.Node {
    fileprivate func sought(in field: Query.ShownField) -> [Sought] {
        switch self {
        case .all(let nodes), .any(let nodes): nodes.flatMap { $0.sought(in: field) }
        // Negated terms have no hits to show.
        case .not: []
        case .term(let condition): condition.sought(in: field).map { [$0] } ?? []
        }
    }
}

extension Query.Condition {
    fileprivate func sought(in field: Query.ShownField) -> Sought? {
        switch self {
        case .text(let pattern, let place):
            let isShown =
                switch place {
                case .anywhere: [.name, .url, .tags].contains(field)
                case .name: field == .name
                case .url: field == .url
                case .notes: field == .notes
                case .description: field == .description
                }
            guard isShown else { return nil }
            switch pattern {
            case .word(let word): return word.sought(behind: "")
            case .expression(let expression):
                return Sought(
                    what: .expression(expression), isExact: expression.isExact,
                    word: expression.longestRequired)
            }
        case .tag(let word): return field == .tags ? word.sought(behind: "#") : nil
        case .tagged(let tag): return field == .tags ? tag.sought : nil
        case .site(let word): return field == .url ? word.soughtSite : nil
        case .folder, .within, .before, .after, .conflict, .duplicate, .broken, .document,
            .unopened, .unread, .archived, .deleted:
            return nil
        }
    }
}

extension Query.Word {
    fileprivate func sought(behind sign: String) -> Sought? {
        if isEmpty { return nil }
        let scalars = (sign + String(decoding: bytes, as: UTF8.self)).unicodeScalars
        return Sought(what: .scalars(Array(scalars)), isExact: isExact, word: folded)
    }
}

extension Query.Word {
    fileprivate var soughtSite: Sought? {
        if isEmpty { return nil }
        let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        return Sought(what: .site(scalars), isExact: isExact, word: folded)
    }
}

extension Query.Tag {
    fileprivate var sought: Sought? {
        if key.isEmpty { return nil }
        let scalars = ("#" + String(decoding: folded, as: UTF8.self)).unicodeScalars
        return Sought(what: .whole(Array(scalars)), isExact: false, word: folded)
    }
}

/// A folded text, with the place of each scalar in the shown text.
private struct FoldedIndex {
    private var scalars: [Unicode.Scalar] = []
    private var places: [Range<String.Index>] = []

    init(_ text: String, isExact: Bool, limit: Int) {
        let shown = text.unicodeScalars.prefix(limit)
        var index = shown.startIndex
        while index < shown.endIndex {
            let start = index
            if shown[start].isASCII, shown[start] != "\0" {
                shown.formIndex(after: &index)
                let isCapital = !isExact && ("A"..."Z").contains(shown[start])
                scalars.append(
                    isCapital
                        ? Unicode.Scalar(UInt8(shown[start].value) | 0x20) : shown[start])
                places.append(start..<index)
                continue
            }
            index = FoldedCluster.end(from: start, in: shown)
            let folded = ScalarSet.folded(shown[start..<index], isExact: isExact)
            // An accent belongs to the letter before it.
            if folded.isEmpty, let last = places.popLast() {
                places.append(last.lowerBound..<index)
            }
            for scalar in folded {
                scalars.append(scalar)
                places.append(start..<index)
            }
        }
    }

    /// Returns the matches of a pattern, without overlap.
    func ranges(of sought: Sought) -> [Range<String.Index>] {
        if case .expression(let expression) = sought.what { return ranges(of: expression) }
        var ranges: [Range<String.Index>] = []
        var start = 0
        let host = if case .site = sought.what { self.host } else { 0..<0 }
        while start < scalars.count {
            let end = self.end(of: sought.what, from: start, host: host)
            if end > start {
                ranges.append(places[start].lowerBound..<places[end - 1].upperBound)
            }
            start = max(start + 1, end)
        }
        return ranges
    }

    /// Returns the matches of an expression; empty if the search takes too long for drawing a line.
    private func ranges(of expression: Expression) -> [Range<String.Index>] {
        let bytes = Array(String(String.UnicodeScalarView(scalars)).utf8)
        // The index of the scalar of each byte.
        let owners = scalars.indices.flatMap { repeatElement($0, count: scalars[$0].utf8.count) }
        let matcher = ExpressionMatcher(expression)
        var allowance = StepAllowance(steps: 20_000)
        var ranges: [Range<String.Index>] = []
        bytes.withUnsafeBytes { text in
            var offset = 0
            while let hit = try? matcher.first(in: text, from: offset, &allowance) {
                offset = hit.upperBound
                if !hit.isEmpty {
                    let (first, last) = (owners[hit.lowerBound], owners[hit.upperBound - 1])
                    ranges.append(places[first].lowerBound..<places[last].upperBound)
                } else if hit.lowerBound < bytes.count {
                    // Continue after the character with the empty match.
                    offset += scalars[owners[hit.lowerBound]].utf8.count
                } else {
                    break
                }
            }
        }
        return ranges
    }

    /// The range of an address's host.
    private var host: Range<Int> {
        let text = String(String.UnicodeScalarView(scalars))
        let bytes = Array(text.utf8)
        let host = WebHost.host(in: bytes[...])
        func place(of offset: Int) -> Int {
            String(decoding: bytes[..<offset], as: UTF8.self).unicodeScalars.count
        }
        return place(of: host.startIndex)..<place(of: host.endIndex)
    }

    /// Returns the farthest end of a match that begins at `start`; `start` if there is none.
    private func end(of what: Sought.What, from start: Int, host: Range<Int>) -> Int {
        switch what {
        case .site(let word):
            guard host.contains(start), start == host.lowerBound || scalars[start - 1] == ".",
                scalars[start..<host.upperBound].starts(with: word)
            else { return start }
            return start + word.count
        case .scalars(let word):
            return scalars[start...].starts(with: word) ? start + word.count : start
        case .whole(let word):
            let end = start + word.count
            let isThere = scalars[start...].starts(with: word)
            return isThere && (end == scalars.count || scalars[end] == " ") ? end : start
        // Expressions are matched all at once, elsewhere.
        case .expression: return start
        }
    }
}
