@testable import Bookmarks

/// The guesses for a query whose words are found nowhere, as described in Docs/Reference/Query.md
/// under “Order”.
enum PlainGuess {
    /// The folded words of a query that has nothing but words; `nil` for other queries.
    static func words(of query: Query) -> [String]? {
        let words = query.parts.map { part -> String? in
            guard case .term(.text(.word(let word), .anywhere)) = part, !word.isExact,
                word.phrase == nil, word.folded.count >= 3
            else { return nil }
            return String(decoding: word.folded, as: UTF8.self)
        }
        return words.isEmpty || words.contains(nil) ? nil : words.compactMap(\.self)
    }

    /// Whether these words may mean a bookmark. They never mean an archived one.
    static func isLike(_ words: [String], _ subject: QuerySubject) throws -> Bool {
        try !subject.row.isArchived
            && words.allSatisfy {
                try Query("~" + $0).matches(subject) || isSlip($0, subject.row)
            }
    }

    private static func isSlip(_ word: String, _ row: BookmarkRow) -> Bool {
        let texts = [row.name, row.url] + row.tags.split(separator: " ").map(String.init)
        return texts.contains { text in
            let bytes = FoldedText.bytes(of: text)
            return isSlip(
                Array(word.unicodeScalars),
                in: Array(String(decoding: bytes, as: UTF8.self).unicodeScalars))
        }
    }

    private static func isSlip(_ word: [Unicode.Scalar], in text: [Unicode.Scalar]) -> Bool {
        guard word.count >= 5 else { return false }
        return word.indices.contains { index in
            var swapped = word
            if index > 0 { swapped.swapAt(index, index - 1) }
            var single = word
            if index > 0, word[index] == word[index - 1] { single.remove(at: index) }
            return has(swapped, in: text) || has(single, in: text)
                || has(word, butFor: index, in: text)
        }
    }

    private static func has(
        _ word: [Unicode.Scalar], butFor wrong: Int? = nil, in text: [Unicode.Scalar]
    ) -> Bool {
        text.indices.contains { start in
            text.count - start >= word.count
                && word.indices.allSatisfy { index in
                    let letter = text[start + index]
                    return index == wrong
                        ? letter.value >= 0x80 || letter.properties.isAlphabetic
                            || letter.properties.numericType != nil
                        : letter == word[index]
                }
        }
    }
}
