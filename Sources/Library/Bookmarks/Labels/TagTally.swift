// A list of 100,000 bookmarks has some 300,000 tags, of perhaps 20,000 spellings. A dictionary of
// strings hashes each of them as Unicode text; here each is a few bytes in a row, hashed as they
// are, and only a new spelling is folded.

/// A tag and its number of bookmarks.
public struct TagCount: Sendable, Hashable {
    /// The most used spelling.
    public var name: String
    public var count: Int
    /// The number of these bookmarks that a filter lets through.
    public var shown: Int

    public init(name: String, count: Int, shown: Int = 0) {
        self.name = name
        self.count = count
        self.shown = shown
    }
}

extension TagCount {
    /// Returns the names of tags, the most used first. `counts` must be in the order of names,
    /// which decides ties.
    public static func namesByUse(_ counts: [TagCount]) -> [String] {
        counts.enumerated().sorted { a, b in
            a.element.count != b.element.count
                ? a.element.count > b.element.count : a.offset < b.offset
        }.map(\.element.name)
    }
}

/// Counts the bookmarks that have each tag. `Swift` and `swift` are one tag: see ``Tags``.
public struct TagTally: Sendable {
    private struct Spelling {
        var hash: UInt32
        var start: Int32
        var length: Int32
        var tag: Int32
        var count: Int32 = 0
    }

    private struct Tag {
        var count = 0
        var shown = 0
        /// The last bookmark that was counted, so that none counts twice.
        var last: Int32 = -1
    }

    private var spellings: [Spelling] = []
    private var tags: [Tag] = []
    private var bytes: [UInt8] = []
    private var numbers: [Tags.Key: Int32] = [:]
    /// A hash table with open addressing: the indices of spellings, or -1.
    private var places = [Int32](repeating: -1, count: 1024)
    private var bookmark: Int32 = 0

    public init() {}

    /// Counts the tags of one bookmark.
    ///
    /// - Parameter names: the tags, separated by single spaces: see ``BookmarkRow/tags``.
    public mutating func add(_ names: String, isShown: Bool = false) {
        if names.isEmpty { return }
        var names = names
        names.withUTF8 { text in
            var start = 0
            for index in 0...text.count where index == text.count || text[index] == 0x20 {
                if index > start {
                    add(UnsafeBufferPointer(rebasing: text[start..<index]), isShown)
                }
                start = index + 1
            }
        }
        bookmark += 1
    }

    /// All tags, in the order of their names.
    public var counts: [TagCount] {
        var best = [Int32](repeating: -1, count: tags.count)
        for (number, spelling) in spellings.enumerated() {
            let tag = Int(spelling.tag)
            if best[tag] < 0 || isBetter(spelling, than: spellings[Int(best[tag])]) {
                best[tag] = Int32(number)
            }
        }
        let counts = zip(tags, best).map { tag, best in
            let name = String(decoding: text(of: spellings[Int(best)]), as: UTF8.self)
            return TagCount(name: name, count: tag.count, shown: tag.shown)
        }
        return Tags.sorted(counts, by: \.name)
    }

    private func isBetter(_ a: Spelling, than b: Spelling) -> Bool {
        if a.count != b.count { return a.count > b.count }
        return text(of: a).lexicographicallyPrecedes(text(of: b))
    }

    private func text(of spelling: Spelling) -> ArraySlice<UInt8> {
        bytes[Int(spelling.start)..<Int(spelling.start + spelling.length)]
    }

    private mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ isShown: Bool) {
        let number = Int(number(of: name))
        spellings[number].count += 1
        let tag = Int(spellings[number].tag)
        if tags[tag].last == bookmark { return }
        tags[tag].last = bookmark
        tags[tag].count += 1
        if isShown { tags[tag].shown += 1 }
    }

    /// Returns the index of a spelling. Adds the spelling if it is new.
    private mutating func number(of name: UnsafeBufferPointer<UInt8>) -> Int32 {
        var hash: UInt32 = 0x811C_9DC5
        for byte in name { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        let mask = places.count - 1
        var place = Int(hash ^ hash >> 15) & mask
        while places[place] >= 0 {
            let spelling = spellings[Int(places[place])]
            if spelling.hash == hash, text(of: spelling).elementsEqual(name) {
                return places[place]
            }
            place = (place + 1) & mask
        }
        let number = Int32(spellings.count)
        spellings.append(
            Spelling(
                hash: hash, start: Int32(bytes.count), length: Int32(name.count),
                tag: tag(of: String(decoding: name, as: UTF8.self))))
        bytes.append(contentsOf: name)
        places[place] = number
        if spellings.count * 2 > places.count { grow() }
        return number
    }

    private mutating func tag(of name: String) -> Int32 {
        let key = Tags.key(of: name)
        if let known = numbers[key] { return known }
        let number = Int32(tags.count)
        numbers[key] = number
        tags.append(Tag())
        return number
    }

    private mutating func grow() {
        places = [Int32](repeating: -1, count: places.count * 2)
        let mask = places.count - 1
        for (number, spelling) in spellings.enumerated() {
            var place = Int(spelling.hash ^ spelling.hash >> 15) & mask
            while places[place] >= 0 { place = (place + 1) & mask }
            places[place] = Int32(number)
        }
    }
}
