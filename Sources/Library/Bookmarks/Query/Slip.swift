/// A word that was typed with one slip: a wrong letter, a doubled one, or two that are swapped.
///
/// It works on folded text, in which letters are Unicode scalars.
struct Slip: Sendable, Hashable {
    /// A text in which the word is found has at least one of these: a single slip leaves a half of
    /// the word as it is, unless it swaps the letters between them.
    let pieces: [[UInt8]]
    private let bytes: [UInt8]
    /// Where each letter starts, and at last where the word ends.
    private let starts: [Int]

    /// Shorter words are like too many others.
    static let leastLetters = 5

    /// - Parameter word: folded for searching.
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

    /// Whether a text has the word with at most one slip.
    func isFound(in text: UnsafeRawBufferPointer) -> Bool {
        text.indices.contains { !Self.isContinuation(text[$0]) && isFound(in: text, at: $0) }
    }

    private func isFound(in text: UnsafeRawBufferPointer, at start: Int) -> Bool {
        var (letter, offset) = (0, start)
        while letter < count, has(letter, text, offset) {
            offset += length(letter)
            letter += 1
        }
        // The slip is here: everything before is right.
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

    /// Whether all letters from one on stand in a text.
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

    /// Where the letter or the digit ends that begins at an offset; `nil` if none begins there.
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
