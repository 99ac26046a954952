import Bookmarks
import Screen

/// A text of a bookmark with its hits.
struct FoundText {
    var text = ""
    var hits: [Range<String.Index>] = []

    init(_ text: String, _ hits: [Range<String.Index>]) {
        (self.text, self.hits) = (text, hits)
    }

    init(_ snippet: TextSnippet) {
        for part in snippet.parts {
            let start = text.endIndex
            text += part.text
            if part.isHit { hits.append(start..<text.endIndex) }
        }
    }

    /// Returns the text from a little before the first hit, so that the hit is visible in `width`
    /// columns.
    func fitted(to width: Int, _ pen: Pen) -> FoundText {
        guard let first = hits.map(\.lowerBound).min() else { return self }
        let before = text[..<first]
        let lead = before.suffix(max(0, min(12, width / 3)))
        if lead.count == before.count { return self }
        let start = pen.symbols.ellipsis
        let shown = start + text[lead.startIndex...]
        func moved(_ index: String.Index) -> String.Index {
            let distance = text.distance(from: lead.startIndex, to: index)
            return shown.index(shown.startIndex, offsetBy: start.count + distance)
        }
        return FoundText(
            shown, hits.map { moved($0.lowerBound)..<moved($0.upperBound) })
    }
}

extension Pen {
    mutating func write(_ found: FoundText, columns: Range<Int>, row: Int) {
        let shown = found.fitted(to: columns.count, self)
        write(shown.text, shown.hits, columns: columns, row: row, .faint)
    }
}

extension ListColumns {
    /// Returns the place for a matching part of a bookmark that no column shows: it replaces
    /// columns after the name without a hit, and uses the room that the name leaves.
    ///
    /// - Parameters:
    ///   - width: the width of the name with everything before it.
    ///   - end: the end of the row, before the time.
    func placeOfPart(
        besideName width: Int, end: Int, hasHit: (ListColumn.Kind) -> Bool
    ) -> Range<Int> {
        guard let index = placed.firstIndex(where: { $0.kind == .name }) else { return 0..<0 }
        let name = placed[index].columns
        let others = placed[(index + 1)...].filter {
            !hasTimeAtEnd || ![.age, .date].contains($0.kind)
        }
        let free = name.lowerBound + max(width + Self.gap, name.count / 2)
        guard let number = others.firstIndex(where: { !hasHit($0.kind) }) ?? others.indices.last
        else {
            // If nothing else is there, a long name leaves a third of its column.
            let start = min(free, name.upperBound - name.count / 3)
            return start..<max(start, end)
        }
        let first = others[number].columns.lowerBound
        let start = number == 0 ? min(free, first) : first
        let next = others[(number + 1)...].first { hasHit($0.kind) }
        return start..<max(start, min(end, next.map { $0.columns.lowerBound - Self.gap } ?? end))
    }
}

extension ScreenState {
    /// Returns the matching part of a bookmark that no column shows.
    func hiddenPart(
        of bookmark: BookmarkRow, _ query: Query, tagsIn place: Range<Int>?
    ) -> FoundText? {
        if query.isEmpty { return nil }
        if listView.found.query == query,
            let snippet = listView.found.parts[bookmark.id] ?? nil
        {
            return FoundText(snippet)
        }
        let tags = bookmark.hashedTags
        var room = place?.count ?? 0
        if shell.measure.width(tags) > room { room -= shell.measure.width(shell.symbols.ellipsis) }
        let hidden = query.hits(inTags: tags, besides: bookmark).filter { hits in
            hits.allSatisfy { shell.measure.width(String(tags[..<$0.upperBound])) > room }
        }
        return hidden.isEmpty ? nil : FoundText(tags, hidden.flatMap(\.self))
    }
}
