/// Tags as a person types them.
public enum Tags {
    /// The tags in a text such as `swift, #lang foo`: separated by commas or white space, without
    /// the `#`, none of them twice, in the order in which they were typed.
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

    /// Whether a text is surely one tag, as nearly all are that a program wrote.
    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy {
                0x21...0x7E ~= $0 && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "#")
            }
    }

    /// The tags in an argument of a command: as ``parsed(_:)``, but blanks separate nothing.
    /// Quoting them means one tag with blanks, which is impossible.
    public static func parsed(argument: String) throws(TagError) -> [String] {
        let tags = argument.split(separator: ",").map(String.init)
        for tag in tags where parsed(tag).count > 1 {
            throw TagError(tag: tag)
        }
        return parsed(argument)
    }

    /// The tags as they are typed and shown in a form: `swift lang`.
    public static func text(_ tags: [String]) -> String {
        tags.joined(separator: " ")
    }

    /// The tags without those in `others`, however these are spelled.
    static func removing(_ others: [String], from tags: [String]) -> [String] {
        let others = Set(others.map { key(of: $0) })
        return tags.filter { !others.contains(key(of: $0)) }
    }

    /// The tags without empty ones and without those that an earlier one equals but for its case,
    /// or for how its accents were typed.
    public static func unique(_ tags: [String]) -> [String] {
        if tags.count == 1 && !tags[0].isEmpty { return tags }
        if areSurelyDifferent(tags) { return tags }
        var seen: Set<Key> = []
        return tags.filter {
            !$0.isEmpty && seen.insert(key(of: $0)).inserted
        }
    }

    /// Whether tags are few, and such that their letters alone tell them apart.
    private static func areSurelyDifferent(_ tags: [String]) -> Bool {
        tags.count <= 8
            && tags.allSatisfy { tag in
                !tag.isEmpty
                    && tag.utf8.allSatisfy { 0x21...0x7E ~= $0 && !(0x41...0x5A ~= $0) }
            }
            && tags.indices.allSatisfy { !tags[..<$0].contains(tags[$0]) }
    }

    /// Whether two spellings are one tag.
    public static func isSame(_ one: String, _ other: String) -> Bool {
        key(of: one) == key(of: other)
    }

    /// The key that all spellings of one tag share: see ``unique(_:)``.
    static func key(of tag: String) -> Key { Key(tag) }

    /// The same for a search, in which letters of full width, half width and the like are those
    /// that they stand for.
    static func key(sought tag: String) -> Key { Key(CompatibleForm.plain(tag)) }

    /// Equal for spellings of one tag. An accent belongs to its letter, however it was typed: as
    /// one scalar with it or as another one behind it.
    struct Key: Hashable {
        /// Strings are equal when they are canonically equivalent.
        private let text: String
        /// Both must be equal, since a search looks for these bytes first.
        private let folded: [UInt8]

        init(_ tag: String) {
            text = String(decoding: FoldedText.bytes(of: tag, as: .caseless), as: UTF8.self)
            folded = text.utf8.allSatisfy { $0 < 0x80 } ? [] : FoldedText.bytes(of: tag)
        }

        var isEmpty: Bool { text.isEmpty }

        /// Whether bytes are those of the key but for the case of letters of ASCII.
        func isSpelled(_ tag: Substring.UTF8View) -> Bool {
            tag.count == text.utf8.count
                && zip(tag, text.utf8).allSatisfy { byte, wanted in
                    byte == wanted || (0x41...0x5A ~= byte && byte | 0x20 == wanted)
                }
        }
    }

    /// Things in the order of their names: as a search folds them, then by their letters.
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

/// A tag was given with a blank in it.
public struct TagError: Error, Sendable, Hashable, CustomStringConvertible {
    public var tag: String

    public var description: String {
        let words = Tags.parsed(tag)
        return "A tag has no spaces: write \(words.joined(separator: "-")), or for one tag of each "
            + "word: \(words.joined(separator: ","))"
    }
}
