/// Words with blanks between them, to search in notes, where a line may end between any two words.
struct NotesPhrase: Sendable, Hashable {
    /// The words with a single space between two of them.
    private let joined: [UInt8]
    /// The longest word. Notes without it need not be copied.
    let longest: [UInt8]

    /// Makes a phrase; `nil` for folded bytes without blanks, which need no special search.
    init?(_ bytes: [UInt8]) {
        guard bytes.contains(where: Self.isBlank) else { return nil }
        joined = Self.joined(bytes)
        longest =
            bytes.split(whereSeparator: Self.isBlank).map(Array.init)
            .max { $0.count < $1.count } ?? []
    }

    /// Whether notes contain the phrase. They must be folded like it.
    func isFound(in notes: some Collection<UInt8>) -> Bool {
        SearchArena.contains(longest, in: notes)
            && SearchArena.contains(joined, in: Self.joined(notes))
    }

    /// Returns folded text with a single space for each run of blanks and line breaks.
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

    /// Whether a byte is a space, a tab or a line break.
    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 9...13 ~= byte }
}
