/// Iterates over the lines of a text. An array of all lines would take many times the memory of a
/// text that is all line feeds.
struct Lines: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var place = 0
    private var number = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the next line without its end, and its number, counted from 1.
    mutating func next() -> (number: Int, bytes: ArraySlice<UInt8>)? {
        guard place <= bytes.count else { return nil }
        let start = place
        while place < bytes.count, bytes[place] != 0x0A { place += 1 }
        var end = place
        place += 1
        number += 1
        if end > start, bytes[end - 1] == 0x0D { end -= 1 }
        return (number, bytes[start..<end])
    }
}
