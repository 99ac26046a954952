/// The lines of notes below a link, which may be indented further than the link.
struct IndentedLines {
    /// Whether lines keep their indentation beyond the margin.
    let keepsIndent: Bool
    /// The common indentation in blanks; `nil` for the smallest of the lines.
    var margin: Int?
    private var lines: [Substring] = []

    init(keepsIndent: Bool) {
        self.keepsIndent = keepsIndent
    }

    mutating func append(_ line: some StringProtocol) { lines.append(Substring(line)) }

    /// Returns the notes, given the part of them next to the link.
    func text(below first: String) -> String {
        guard keepsIndent else {
            let all = [first[...]] + lines.map { $0.drop(while: \.isWhitespace) }
            return all.joined(separator: "\n").withoutLooseEnds
        }
        let least = lines.filter { !$0.utf8.allSatisfy(ASCII.isBlank) }.map(Self.indent).min()
        let shared = min(margin ?? .max, least ?? margin ?? 0)
        let shifted = lines.map { Self.shifted($0, by: shared) }
        guard shared > 0, shared == margin else {
            return ([first[...]] + shifted).joined(separator: "\n").withoutLooseEnds
        }
        // Beyond an explicit margin, a blank line belongs to the notes.
        let isNote = lines.map { $0.utf8.count >= shared }
        guard let start = isNote.firstIndex(of: true), let end = isNote.lastIndex(of: true) else {
            return first
        }
        let notes = shifted[start...end]
        return ((first.isEmpty ? [] : [first[...]]) + notes).joined(separator: "\n")
    }

    private static func indent(_ line: Substring) -> Int { line.utf8.prefix(while: isBlank).count }

    /// Removes up to `margin` leading blanks from a line.
    private static func shifted(_ line: Substring, by margin: Int) -> Substring {
        let blanks = line.utf8.prefix(margin).prefix(while: isBlank)
        return line[blanks.endIndex...]
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
