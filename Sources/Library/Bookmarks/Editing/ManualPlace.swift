// Manual order is a text in each bookmark that was moved: digits, compared byte by byte. Between
// two such texts there is always another one, so that moving one bookmark changes that bookmark
// alone, and two devices that move different ones never write the same field.
//
// A bookmark that was never moved has a place, too, derived from its date added and its id: the
// newest is first. Nothing is stored for it, and a new bookmark appears at the top.
//
//     2…    put at the top, above all that will ever be added
//     3…    never moved: 13 digits of the time, 13 of the id      between them: put there
//     g…    put at the bottom
//
// A place ends with random digits: if two devices put two bookmarks between the same neighbours,
// the places differ, and both devices show the same order.

/// The place of a bookmark in manual order.
public enum ManualPlace {
    /// The field of a bookmark that holds its place.
    static let field = "position"
    /// The maximum length of a place; Cloudy makes no longer ones.
    static let maximumLength = 256
    /// The first digits of places put at the top, and of places put at the bottom.
    private static let (top, bottom): (UInt8, UInt8) = (3, 16)
    /// The number of digits that count up or down at both ends.
    private static let steps = 6

    /// Whether a text can be a place.
    public static func isWellFormed(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= maximumLength
            && text.utf8.allSatisfy { BookmarkID.value(ofDigit: $0) != nil }
    }

    /// Returns the place of a bookmark: the one that a person chose, or the one derived from its
    /// date added.
    public static func place(of bookmark: Bookmark) -> String {
        bookmark.position.isEmpty
            ? derived(added: bookmark.added, id: bookmark.id) : bookmark.position
    }

    /// Returns the place of a bookmark that was never moved.
    static func derived(added: Double, id: String) -> String {
        BookmarkID.make(random: ~BookmarkList.key(of: added)) + digits(ofID: id)
    }

    private static func digits(ofID id: String) -> String {
        BookmarkID.isWellFormed(id) ? id : BookmarkID.make(random: ContentHash.of(id))
    }

    static func place(of row: BookmarkRow) -> String {
        row.position.isEmpty ? derived(added: row.added, id: row.id) : row.position
    }

    // MARK: Comparing

    /// Returns the first twelve digits of a place as a number, which decides most comparisons.
    static func leadingKey(of row: BookmarkRow) -> UInt64 {
        if row.position.isEmpty { return ~BookmarkList.key(of: row.added) >> 5 }
        var key: UInt64 = 0
        var count = 0
        for digit in row.position.utf8.prefix(12) {
            key = key << 5 | UInt64(BookmarkID.value(ofDigit: digit) ?? 0)
            count += 1
        }
        return key << (5 * UInt64(12 - count))
    }

    /// Returns a number less than, equal to or greater than 0 if `a` is before, equal to or after
    /// `b`.
    static func compare(_ a: BookmarkRow, _ b: BookmarkRow) -> Int32 {
        if a.position.isEmpty, b.position.isEmpty {
            let (left, right) = (BookmarkList.key(of: a.added), BookmarkList.key(of: b.added))
            if left != right { return left > right ? -1 : 1 }
            // Bookmarks imported together have the same time; comparing ids avoids making texts.
            return compare(digits(ofID: a.id), digits(ofID: b.id))
        }
        return compare(place(of: a), place(of: b))
    }

    private static func compare(_ a: String, _ b: String) -> Int32 { a == b ? 0 : a < b ? -1 : 1 }

    // MARK: Making

    /// Returns `count` places between two others, in order; `nil` if there is no room, as between
    /// two equal places. Without a bound, the places come before or after all present and future
    /// ones.
    public static func between(
        _ lower: String?, _ upper: String?, count: Int, random: () -> UInt64
    ) -> [String]? {
        let (low, high) = (lower.map(values), upper.map(values))
        return spread(low, high, count, random)?.map(text)
    }

    private static func spread(
        _ low: [UInt8]?, _ high: [UInt8]?, _ count: Int, _ random: () -> UInt64
    ) -> [[UInt8]]? {
        guard count > 0 else { return [] }
        guard let low else {
            var places: [[UInt8]] = []
            for _ in 0..<count {
                guard let place = before(places.last ?? high, random) else { return nil }
                places.append(place)
            }
            return places.reversed()
        }
        guard let high else {
            var places: [[UInt8]] = []
            for _ in 0..<count {
                guard let place = behind(places.last ?? low, random) else { return nil }
                places.append(place)
            }
            return places
        }
        guard let middle = between(low, high, random),
            let left = spread(low, middle, count / 2, random),
            let right = spread(middle, high, count - 1 - count / 2, random)
        else { return nil }
        return left + [middle] + right
    }

    /// Counts down from the top; halving the remaining range would make places long.
    private static func before(_ high: [UInt8]?, _ random: () -> UInt64) -> [UInt8]? {
        let ceiling = high.map { $0.lexicographicallyPrecedes([top]) ? $0 : [top] } ?? [top]
        let number = number(ceiling)
        let step = 1 + random() % 16
        if number > step { return counted(number - step) + tail(random) }
        return between([], high, random)
    }

    private static func behind(_ low: [UInt8], _ random: () -> UInt64) -> [UInt8]? {
        let floor = [bottom].lexicographicallyPrecedes(low) ? low : [bottom]
        let number = number(floor) + 1 + random() % 16
        if number < 1 << (5 * UInt64(steps)) { return counted(number) + tail(random) }
        return between(low, nil, random)
    }

    private static func number(_ place: [UInt8]) -> UInt64 {
        (0..<steps).reduce(0) { $0 << 5 | UInt64($1 < place.count ? place[$1] : 0) }
    }

    private static func counted(_ number: UInt64) -> [UInt8] {
        (1...steps).map { UInt8(truncatingIfNeeded: number >> (5 * UInt64(steps - $0)) & 31) }
    }

    /// Returns random digits. The last one is not 0, because nothing would fit before it.
    private static func tail(_ random: () -> UInt64) -> [UInt8] {
        let bits = random()
        let digits = [bits, bits >> 5, bits >> 10].map { UInt8($0 & 31) }
        return digits + [1 + UInt8((bits >> 15) % 31)]
    }

    private static func between(
        _ low: [UInt8], _ high: [UInt8]?, _ random: () -> UInt64
    ) -> [UInt8]? {
        var bound = high
        if let high, !low.lexicographicallyPrecedes(high) { return nil }
        var place: [UInt8] = []
        for index in 0..<maximumLength {
            let least = index < low.count ? low[index] : 0
            var limit: UInt8 = 32
            if let bound {
                guard index < bound.count else { return nil }
                limit = bound[index]
            }
            if limit >= least + 2 {
                return place + [least + (limit - least) / 2] + tail(random)
            }
            place.append(least)
            // Below this digit of the upper bound, any further digits are small enough.
            if limit > least { bound = nil }
        }
        return nil
    }

    private static func values(_ text: String) -> [UInt8] {
        text.utf8.map { BookmarkID.value(ofDigit: $0) ?? 0 }
    }

    private static func text(_ values: [UInt8]) -> String {
        String(values.map(BookmarkID.digit))
    }
}
