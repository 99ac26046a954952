/// Words with blanks between them as they are looked for in notes, where a line may end at any of
/// them.
struct NotesPhrase: Sendable, Hashable {
    /// The words with one space in the place of all blanks between two.
    private let joined: [UInt8]
    /// The longest of the words: notes without it need not be copied.
    let longest: [UInt8]

    /// `nil` for folded bytes without blanks, which notes are to have just so.
    init?(_ bytes: [UInt8]) {
        guard bytes.contains(where: Self.isBlank) else { return nil }
        joined = Self.joined(bytes)
        longest =
            bytes.split(whereSeparator: Self.isBlank).map(Array.init)
            .max { $0.count < $1.count } ?? []
    }

    /// Whether it stands in notes that are folded as it is.
    func isFound(in notes: some Collection<UInt8>) -> Bool {
        SearchArena.contains(longest, in: notes)
            && SearchArena.contains(joined, in: Self.joined(notes))
    }

    /// Folded text with one space in the place of all that are between two words, and of line
    /// breaks.
    static func joined(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var joined: [UInt8] = []
        joined.reserveCapacity(bytes.count)
        for byte in bytes {
            if !isBlank(byte) {
                joined.append(byte)
            } else if joined.last != 0x20 {
                joined.append(0x20)
            }
        }
        return joined
    }

    /// Whether a byte is a space, a tab or an end of a line.
    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 9...13 ~= byte }
}
