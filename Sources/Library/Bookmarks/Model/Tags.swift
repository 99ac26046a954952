/// Reads and compares tags.
public enum Tags {
    /// Returns the tags in a text such as `swift, #lang foo`: separated by commas or white space,
    /// without the `#` and without duplicates, in the order typed.
    ///
    /// `Swift` and `swift` are the same tag; the first spelling stays. Control characters separate
    /// tags too, so that no tag holds one.
    public static func parsed(_ text: String) -> [String] {
        if isPlain(text) { return [text] }
        let words = text.unicodeScalars.split {
            $0 == "," || $0.properties.isWhitespace || $0.properties.generalCategory == .control
        }
        return unique(words.map { String($0.drop { $0 == "#" }) })
    }

    /// Whether a text is certainly a single tag, as nearly all texts from programs are.
    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy {
                0x21...0x7E ~= $0 && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "#")
            }
    }

    /// Returns the tags in an argument of a command. Works as ``parsed(_:)``, but throws for
    /// blanks: quoting them suggests one tag with blanks, which is impossible.
    public static func parsed(argument: String) throws(TagError) -> [String] {
        let tags = argument.split(separator: ",").map(String.init)
        for tag in tags where parsed(tag).count > 1 {
            throw TagError(tag: tag)
        }
        return parsed(argument)
    }

    /// Whether a tag is a URL, which was meant for another field.
    public static func isURL(_ tag: String) -> Bool { tag.contains("://") }

    /// Returns the tags as a form shows them: `swift lang`.
    public static func text(_ tags: [String]) -> String {
        tags.joined(separator: " ")
    }

    /// Returns the tags without those in `others`, ignoring case and the spelling of accents.
    static func removing(_ others: [String], from tags: [String]) -> [String] {
        let others = Set(others.map { key(of: $0) })
        return tags.filter { !others.contains(key(of: $0)) }
    }

    /// Removes empty tags and duplicates, ignoring case and the spelling of accents.
    public static func unique(_ tags: [String]) -> [String] {
        if tags.count == 1 && !tags[0].isEmpty { return tags }
        if areSurelyDifferent(tags) { return tags }
        var seen: Set<Key> = []
        return tags.filter {
            !$0.isEmpty && seen.insert(key(of: $0)).inserted
        }
    }

    /// Whether the tags are few, and certainly all different.
    private static func areSurelyDifferent(_ tags: [String]) -> Bool {
        tags.count <= 8
            && tags.allSatisfy { tag in
                !tag.isEmpty
                    && tag.utf8.allSatisfy { 0x21...0x7E ~= $0 && !(0x41...0x5A ~= $0) }
            }
            && tags.indices.allSatisfy { !tags[..<$0].contains(tags[$0]) }
    }

    /// Whether two spellings are the same tag.
    public static func isSame(_ one: String, _ other: String) -> Bool {
        key(of: one) == key(of: other)
    }

    /// Returns the same bytes for tags that differ only in case or in the spelling of accents and
    /// Korean syllables: the tag in lower case and composed, for tables that compare bytes.
    public static func stored(_ tag: String) -> String {
        if tag.utf8.allSatisfy({ $0 < 0x80 }) { return tag.lowercased() }
        return CompatibleForm.composed(tag.lowercased(), isStyleKept: true)
    }

    /// Returns the key that all spellings of a tag share: see ``unique(_:)``.
    static func key(of tag: String) -> Key { Key(tag) }

    /// Returns the key for a search, where full-width letters and similar forms equal the plain
    /// ones.
    static func key(sought tag: String) -> Key { Key(CompatibleForm.plain(tag)) }

    /// A key that is equal for all spellings of a tag. A letter with an accent may be one scalar or
    /// two.
    struct Key: Hashable {
        /// The text. Swift compares strings by canonical equivalence.
        private let text: String
        /// The folded bytes, which must be equal as well, since a search looks for them first.
        private let folded: [UInt8]

        init(_ tag: String) {
            text = String(decoding: FoldedText.bytes(of: tag, as: .caseless), as: UTF8.self)
            folded = text.utf8.allSatisfy { $0 < 0x80 } ? [] : FoldedText.bytes(of: tag)
        }

        var isEmpty: Bool { text.isEmpty }

        /// Whether bytes equal those of the key, ignoring the case of ASCII letters.
        func isSpelled(_ tag: Substring.UTF8View) -> Bool {
            tag.count == text.utf8.count
                && zip(tag, text.utf8).allSatisfy { byte, wanted in
                    byte == wanted || (0x41...0x5A ~= byte && byte | 0x20 == wanted)
                }
        }
    }

    /// Sorts things by name: by the folded names, then by their letters.
    static func sorted<Thing>(_ things: [Thing], by name: (Thing) -> String) -> [Thing] {
        var bytes: [UInt8] = []
        // Most names differ within their first eight bytes, which compare as one number.
        let keyed = things.indices.map { index in
            let start = bytes.count
            FoldedText.append(name(things[index]), to: &bytes)
            let leading = (start..<start + 8).reduce(0 as UInt64) { key, place in
                key << 8 | (place < bytes.count ? UInt64(bytes[place]) : 0)
            }
            return (leading: leading, index: index, key: start..<bytes.count)
        }
        return keyed.sorted { a, b in
            if a.leading != b.leading { return a.leading < b.leading }
            let (one, other) = (bytes[a.key], bytes[b.key])
            return one.elementsEqual(other)
                ? name(things[a.index]) < name(things[b.index])
                : one.lexicographicallyPrecedes(other)
        }.map { things[$0.index] }
    }
}

/// The error for a tag with a blank in it.
public struct TagError: Error, Sendable, Hashable, CustomStringConvertible {
    public var tag: String

    public var description: String {
        let words = Tags.parsed(tag)
        return "A tag has no spaces: write \(words.joined(separator: "-")), or for one tag of each "
            + "word: \(words.joined(separator: ","))"
    }
}
