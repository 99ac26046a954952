import CMemory
import Glibc

// All searched text is folded into one array of bytes, record after record:
//
//     name 0 url 0 255 tag 255 tag 0  name 0 url 0 0 …
//
// So one search over a few megabytes finds a word in all bookmarks, a hundred times faster than in
// 100,000 strings. No hit crosses the border of two fields, because folded text has no byte 0. For
// the same reason a field can be compared with strcmp(3). The byte 255 is in no text either. It
// precedes every tag, so that a search for the beginning of a tag is as quick as for any word.
// Records are only appended. An outdated record is filled with zeros, so that nothing matches,
// until the list renumbers its records.

/// The folded text of numbered records, and the place of each record.
struct SearchArena: Sendable {
    private(set) var bytes: [UInt8] = []
    private(set) var records: [Record] = []

    /// Offsets in ``bytes``.
    struct Record: Sendable {
        /// The offset at which the record and its name start.
        var start: Int
        /// The offset at which its URL starts.
        var url: Int
        /// The offset at which the next record starts.
        var end: Int

        /// The name, without the byte 0 that ends it.
        var name: Range<Int> { start..<url - 1 }
    }

    /// Makes an arena with a record for every row, numbered as the rows are.
    init(_ rows: [BookmarkRow] = []) {
        records.reserveCapacity(rows.count)
        bytes.reserveCapacity(rows.count * 96)
        for row in rows { append(row) }
    }

    /// Appends a row as the next record.
    mutating func append(_ row: BookmarkRow, as form: FoldedText.Form = .search) {
        let start = bytes.count
        FoldedText.append(row.name, as: form, to: &bytes)
        bytes.append(0)
        let url = bytes.count
        FoldedText.append(row.url, as: form, to: &bytes)
        bytes.append(0)
        appendTags(row.tags, as: form)
        bytes.append(0)
        records.append(Record(start: start, url: url, end: bytes.count))
    }

    /// Returns an arena with these records only, renumbered in that order.
    func keeping(_ numbers: [Int32]) -> SearchArena {
        var kept = SearchArena()
        kept.records.reserveCapacity(numbers.count)
        kept.bytes.reserveCapacity(bytes.count / 2)
        for number in numbers {
            let place = records[Int(number)]
            let shift = kept.bytes.count - place.start
            kept.bytes += bytes[place.start..<place.end]
            kept.records.append(
                Record(start: place.start + shift, url: place.url + shift, end: place.end + shift))
        }
        return kept
    }

    /// Returns the length in bytes of a record's name, or of its URL if the name is empty.
    func titleLength(of number: Int) -> Int {
        let record = records[number]
        let name = record.name.count
        return name > 0 ? name : record.end - record.url
    }

    /// The byte before every tag.
    static let tagStart: UInt8 = 0xFF

    /// Appends the tags in a text, separated by spaces, each with ``tagStart`` before it.
    private mutating func appendTags(_ tags: String, as form: FoldedText.Form) {
        guard !tags.isEmpty else { return }
        var end = bytes.count
        bytes.append(Self.tagStart)
        FoldedText.append(tags, as: form, to: &bytes)
        var isInTag = false
        for next in (end + 1)..<bytes.count {
            let byte = bytes[next]
            if byte != 0x20, !isInTag {
                bytes[end] = Self.tagStart
                end += 1
            }
            isInTag = byte != 0x20
            guard isInTag else { continue }
            bytes[end] = byte
            end += 1
        }
        bytes.removeSubrange(end...)
    }

    /// Removes all records.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        records.removeAll(keepingCapacity: true)
    }

    /// Erases a record, so that nothing matches it.
    mutating func erase(_ record: Int) {
        let place = records[record]
        for offset in place.start..<place.end { bytes[offset] = 0 }
    }

    /// Calls `body` with the number of every record that contains `word`, in ascending order.
    func forEachRecord(containing word: [UInt8], _ body: (Int) -> Void) {
        forEachHit {
            Self.find(word, in: $0, from: $1)
        } in: { number, place, _, _ in
            body(number)
            return place.end
        }
    }

    /// Calls `body` with the number of every record with `word` in a field, if `isHit` accepts the
    /// place. The empty word is in every field.
    func forEachRecord(
        containing word: [UInt8], in field: Query.Field,
        where isHit: (UnsafeRawBufferPointer) -> Bool, _ body: (Int) -> Void
    ) {
        forEachHit {
            Self.find(word, in: $0, from: $1)
        } in: { number, place, found, bytes in
            if field == .url, found < place.url { return place.url }
            let range = field == .url ? Self.url(at: place, bytes) : place.name
            if found + word.count <= range.upperBound,
                isHit(UnsafeRawBufferPointer(rebasing: bytes[range]))
            {
                body(number)
            }
            return place.end
        }
    }

    /// Calls `body` with each place that `find` returns and its record, in ascending order, and
    /// continues at the place that `body` returns.
    @inline(__always)
    private func forEachHit(
        _ find: (UnsafeRawBufferPointer, Int) -> Int?,
        in body: (Int, Record, Int, UnsafeRawBufferPointer) -> Int
    ) {
        bytes.withUnsafeBytes { haystack in
            records.withUnsafeBufferPointer { records in
                var number = 0
                var offset = 0
                while let found = find(haystack, offset) {
                    while records[number].end <= found { number += 1 }
                    offset = body(number, records[number], found, haystack)
                }
            }
        }
    }

    /// Returns the range of a record's URL, without the byte 0 that ends it.
    private static func url(at place: Record, _ bytes: UnsafeRawBufferPointer) -> Range<Int> {
        var end = place.url
        while bytes[end] != 0 { end += 1 }
        return place.url..<end
    }

    /// Returns those of these numbers whose records contain `word`.
    func records(_ numbers: [Int32], containing word: [UInt8]) -> [Int32] {
        bytes.withUnsafeBytes { bytes in
            records.withUnsafeBufferPointer { records in
                numbers.filter { number in
                    let place = records[Int(number)]
                    let text = UnsafeRawBufferPointer(rebasing: bytes[place.start..<place.end])
                    return Self.find(word, in: text, from: 0) != nil
                }
            }
        }
    }

    /// Whether a record contains `word`.
    func has(_ word: [UInt8], _ number: Int) -> Bool {
        let place = records[number]
        return bytes.withUnsafeBytes { bytes in
            let text = UnsafeRawBufferPointer(rebasing: bytes[place.start..<place.end])
            return Self.find(word, in: text, from: 0) != nil
        }
    }

    /// Whether `body` returns `true` for a field of a record. Each field ends with the byte 0, a
    /// tag also before 255.
    func fields(
        _ field: Query.Field, of number: Int, _ body: (UnsafeRawBufferPointer) -> Bool
    ) -> Bool {
        let place = records[number]
        return bytes.withUnsafeBytes { bytes in
            let text = { (range: Range<Int>) in UnsafeRawBufferPointer(rebasing: bytes[range]) }
            switch field {
            case .notes, .description: return false
            case .name: return body(text(place.start..<place.url))
            case .url, .anywhere: break
            }
            if field == .anywhere, body(text(place.start..<place.url)) { return true }
            let end = Self.url(at: place, bytes).upperBound + 1
            if body(text(place.url..<end)) { return true }
            // The first tag begins after a byte 255; without tags, only the last byte 0 follows.
            return field == .anywhere && end + 1 < place.end && body(text(end + 1..<place.end))
        }
    }

    static func contains(_ word: [UInt8], in text: some Collection<UInt8>) -> Bool {
        let answer = text.withContiguousStorageIfAvailable {
            find(word, in: UnsafeRawBufferPointer($0), from: 0) != nil
        }
        return answer ?? contains(word, in: Array(text))
    }

    /// Returns the offset of `word` in `text` at or after `offset`.
    static func find(
        _ word: [UInt8], in text: UnsafeRawBufferPointer, from offset: Int
    ) -> Int? {
        word.withUnsafeBytes { find($0, in: text, from: offset) }
    }

    /// Returns the offset of `word` in an array, as ``find(_:in:from:)`` does.
    static func find(
        _ word: UnsafeRawBufferPointer, in text: UnsafeRawBufferPointer, from offset: Int
    ) -> Int? {
        guard let base = text.baseAddress, offset < text.count else { return nil }
        guard let needle = word.baseAddress else { return offset }
        return cmemory_find(base + offset, text.count - offset, needle, word.count).map {
            $0 - base
        }
    }
}

extension SearchArena {
    /// Returns a number less than, equal to or greater than 0 if one record's name sorts before,
    /// with or after the other's, by folded UTF-8.
    func compareNames(_ a: Int, _ b: Int) -> Int32 {
        compare(records[a].start, records[b].start)
    }

    /// Compares URLs as ``compareNames(_:_:)`` compares names.
    func compareURLs(_ a: Int, _ b: Int) -> Int32 {
        compare(records[a].url, records[b].url)
    }

    /// Returns the first eight bytes of the field at an offset as a number that sorts like the
    /// field. A shorter field is filled up with zeros.
    func leadingBytes(at offset: Int) -> UInt64 {
        var key: UInt64 = 0
        var shift: UInt64 = 64
        var next = offset
        while shift > 0, bytes[next] != 0 {
            shift -= 8
            key |= UInt64(bytes[next]) << shift
            next += 1
        }
        return key
    }

    private func compare(_ a: Int, _ b: Int) -> Int32 {
        bytes.withUnsafeBytes {
            guard let base = $0.baseAddress else { return 0 }
            return strcmp(
                (base + a).assumingMemoryBound(to: CChar.self),
                (base + b).assumingMemoryBound(to: CChar.self))
        }
    }
}
