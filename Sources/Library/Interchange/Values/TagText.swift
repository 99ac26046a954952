import Bookmarks

/// Reads tags in other programs' notations.
enum TagText {
    /// Splits tags at commas if there are any, otherwise at blanks. Quotes hold a tag with blanks
    /// together.
    static func splitAtCommasOrBlanks(_ text: String) -> [String] {
        if text.utf8.contains(UInt8(ascii: ",")) {
            return clean(
                unquoted(
                    text.utf8.split(separator: UInt8(ascii: ",")).map {
                        String(Substring($0)).trimmed
                    }))
        }
        let isQuoted = text.utf8.contains(UInt8(ascii: "\""))
        return isQuoted && text.utf8.contains(0x20) ? quoted(text) : separated(text, by: " ")
    }

    /// Splits tags at the commas, semicolons or bars in a text, or else as
    /// ``splitAtCommasOrBlanks(_:)``.
    static func splitAtAnySeparator(_ text: String) -> [String] {
        // PostgreSQL writes a list as `{one,"two words"}`.
        if text.hasPrefix("{"), text.hasSuffix("}"), !text.contains(":") {
            return clean(
                text.dropFirst().dropLast().split(separator: ",").map {
                    let tag = String($0).trimmed
                    return isQuoted(tag) ? String(tag.dropFirst().dropLast()) : tag
                })
        }
        if text.utf8.contains(UInt8(ascii: ",")) { return splitAtCommasOrBlanks(text) }
        for mark in [";", "|"] as [Character] where text.contains(mark) {
            return clean(unquoted(text.split(separator: mark).map { String($0).trimmed }))
        }
        return splitAtCommasOrBlanks(text)
    }

    /// Returns the texts of a Python list such as `['a', 'b c']`; `nil` for any other text.
    static func quotedList(_ text: String) -> [String]? {
        var rest = text.dropFirst().dropLast().drop { $0 == " " }
        var found: [String] = []
        while let quote = rest.first {
            guard quote == "'" || quote == "\"" else { return nil }
            var word = ""
            rest = rest.dropFirst()
            while let next = rest.first, next != quote {
                rest = rest.dropFirst()
                if next == "\\", let escaped = rest.first {
                    word.append(escaped)
                    rest = rest.dropFirst()
                } else {
                    word.append(next)
                }
            }
            guard rest.first == quote else { return nil }
            found.append(word)
            rest = rest.dropFirst().drop { $0 == " " || $0 == "," }
        }
        return found
    }

    /// Removes quotes around tags with blanks, or around several tags.
    private static func unquoted(_ tags: [String]) -> [String] {
        let areQuoted = tags.count > 1 && tags.allSatisfy(isQuoted)
        return tags.map { tag in
            guard isQuoted(tag), areQuoted || tag.utf8.contains(0x20) else { return tag }
            return String(tag.dropFirst().dropLast())
        }
    }

    private static func isQuoted(_ tag: String) -> Bool {
        tag.utf8.count > 2 && tag.hasPrefix("\"") && tag.hasSuffix("\"")
    }

    /// Splits tags at a separator; a space means any white space.
    static func separated(_ text: String, by separator: Character) -> [String] {
        if separator == " " { return Tags.parsed(text) }
        return clean(text.split(separator: separator).map(String.init))
    }

    /// Returns clean tags. Blanks and commas, which Cloudy's tags cannot have, become hyphens.
    static func clean(_ tags: [String]) -> [String] {
        Tags.unique(
            tags.map { tag in
                let words = Tags.parsed(tag)
                return words.count == 1 ? words[0] : words.joined(separator: "-")
            })
    }

    private static func quoted(_ text: String) -> [String] {
        var tags: [String] = []
        for (index, part) in text.split(separator: "\"", omittingEmptySubsequences: false)
            .enumerated()
        {
            if index.isMultiple(of: 2) {
                tags += Tags.parsed(String(part))
            } else {
                tags.append(String(part))
            }
        }
        return clean(tags)
    }
}
