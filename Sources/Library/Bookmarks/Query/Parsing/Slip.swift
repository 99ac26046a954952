/// A word typed with one slip: a wrong letter, a doubled one, or two swapped ones.
///
/// It works on folded text; its letters are Unicode scalars.
struct Slip: Sendable, Hashable {
    /// Pieces of which a matching text has at least one: a single slip leaves one half of the word
    /// intact, unless it swaps the letters between the halves.
    let pieces: [[UInt8]]
    private let bytes: [UInt8]
    /// The offset of each letter, and the end of the word.
    private let starts: [Int]

    /// The minimum length; shorter words resemble too many others.
    static let leastLetters = 5

    /// - Parameter word: the word, folded for searching.
    init?(_ word: [UInt8]) {
        var starts = word.indices.filter { !Self.isContinuation(word[$0]) }
        let count = starts.count
        guard count >= Self.leastLetters else { return nil }
        starts.append(word.count)
        bytes = word
        self.starts = starts
        let middle = count / 2
        let (left, right, end) = (starts[middle - 1], starts[middle], starts[middle + 1])
        var swapped = Array(word[..<left])
        swapped += word[right..<end]
        swapped += word[left..<right]
        swapped += word[end...]
        pieces = [Array(word[..<right]), Array(word[right...]), swapped]
    }

    private var count: Int { starts.count - 1 }

    /// Whether a text contains the word with at most one slip.
    func isFound(in text: UnsafeRawBufferPointer) -> Bool {
        text.indices.contains { !Self.isContinuation(text[$0]) && isFound(in: text, at: $0) }
    }

    private func isFound(in text: UnsafeRawBufferPointer, at start: Int) -> Bool {
        var (letter, offset) = (0, start)
        while letter < count, has(letter, text, offset) {
            offset += length(letter)
            letter += 1
        }
        // The slip may be here: everything before it matches.
        if letter == count { return true }
        if let next = Self.end(ofLetterAt: offset, in: text), hasRest(letter + 1, text, next) {
            return true
        }
        if letter > 0, isSame(letter, letter - 1), hasRest(letter + 1, text, offset) {
            return true
        }
        guard letter + 1 < count, has(letter + 1, text, offset) else { return false }
        let second = offset + length(letter + 1)
        return has(letter, text, second) && hasRest(letter + 2, text, second + length(letter))
    }

    private func length(_ letter: Int) -> Int { starts[letter + 1] - starts[letter] }

    private func has(_ letter: Int, _ text: UnsafeRawBufferPointer, _ offset: Int) -> Bool {
        has(starts[letter]..<starts[letter + 1], text, offset)
    }

    /// Whether the text has all letters from `letter` on at an offset.
    private func hasRest(_ letter: Int, _ text: UnsafeRawBufferPointer, _ offset: Int) -> Bool {
        has(starts[letter]..<bytes.count, text, offset)
    }

    private func has(_ part: Range<Int>, _ text: UnsafeRawBufferPointer, _ offset: Int) -> Bool {
        guard text.count - offset >= part.count else { return false }
        return part.allSatisfy { bytes[$0] == text[offset + $0 - part.lowerBound] }
    }

    private func isSame(_ a: Int, _ b: Int) -> Bool {
        bytes[starts[a]..<starts[a + 1]] == bytes[starts[b]..<starts[b + 1]]
    }

    private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

    /// Returns the end of the letter or digit at an offset; `nil` if there is none.
    private static func end(ofLetterAt offset: Int, in text: UnsafeRawBufferPointer) -> Int? {
        guard offset < text.count else { return nil }
        switch text[offset] {
        case 0x30...0x39, 0x61...0x7A: return offset + 1
        case 0xC0..<SearchArena.tagStart:
            var end = offset + 1
            while end < text.count, isContinuation(text[end]) { end += 1 }
            return end
        default: return nil
        }
    }
}

extension SearchArena {
    /// Calls `body` with the number of every record that has a word with at most one slip.
    func forEachRecord(with slip: Slip, _ body: (Int) -> Void) {
        for piece in slip.pieces {
            forEachRecord(containing: piece) { number in
                if fields(.anywhere, of: number, slip.isFound) { body(number) }
            }
        }
    }
}
