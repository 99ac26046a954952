/// Lines that each begin with a word, the format of the files about sealing.
struct SealingLines {
    private let lines: [(word: Substring, rest: Substring)]

    init(_ text: String) {
        lines = text.split(separator: "\n").map { line in
            let word = line.prefix { $0 != " " }
            return (word, line.dropFirst(word.count + 1))
        }
    }

    func all(_ word: String) -> [String] {
        lines.filter { $0.word == word }.map { String($0.rest) }
    }

    func first(_ word: String) -> String? { all(word).first }

    /// Returns the bytes of a hexadecimal value; `nil` if it is missing or invalid.
    func bytes(_ word: String) -> [UInt8]? {
        guard let text = first(word), text.count.isMultiple(of: 2) else { return nil }
        let digits = text.map(\.hexDigitValue)
        guard !digits.contains(nil), !digits.isEmpty else { return nil }
        let values = digits.compactMap { $0 }
        return stride(from: 0, to: values.count, by: 2).map {
            UInt8(values[$0] * 16 + values[$0 + 1])
        }
    }
}
