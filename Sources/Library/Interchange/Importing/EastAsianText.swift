/// Detects the East Asian character set of a text that declares none, as browsers do. All bytes
/// must form characters, nearly all characters must be common ones, and most must be next to
/// another one. Western text has single accented letters between ASCII letters.
enum EastAsianText {
    /// A character set, and its way of combining bytes.
    private struct Candidate: Sendable {
        var name: String
        var needsKana = false
        /// Returns the length and the kind of the character that begins with two bytes; `nil` if
        /// they are not a character of the set.
        var character: @Sendable (UInt8, UInt8) -> (length: Int, kind: Kind)?
    }

    private enum Kind { case common, kana, rare }

    /// Returns the text as UTF-8 and the name of its set; `nil` if it is in none of these sets.
    static func guess(_ bytes: [UInt8]) -> (name: String, text: [UInt8])? {
        guard let start = bytes.firstIndex(where: { $0 > 0x7F }) else { return nil }
        let sample = bytes[start...].prefix(sampleSize)
        var best: (name: String, share: Double)?
        for candidate in candidates {
            guard let share = Tally(sample, candidate).share(needsKana: candidate.needsKana),
                share > best?.share ?? 0
            else { continue }
            best = (candidate.name, share)
        }
        guard let name = best?.name, let text = try? CharacterSet(label: name)?.utf8(bytes),
            text.firstRange(of: [0xEF, 0xBF, 0xBD]) == nil
        else { return nil }
        return (name, text)
    }

    /// A larger sample tells nothing new.
    private static let sampleSize = 1 << 20

    /// Counts the characters of a text, decoded as one set.
    private struct Tally {
        private var isValid = true
        private var characters = 0
        private var common = 0
        private var kana = 0
        /// The number of characters that are next to another one.
        private var inRuns = 0

        init(_ bytes: ArraySlice<UInt8>, _ candidate: Candidate) {
            var place = bytes.startIndex
            var run = 0
            while place < bytes.endIndex {
                let first = bytes[place]
                if first < 0x80 {
                    run = 0
                    place += 1
                    continue
                }
                // The sample may end within a character.
                guard place + 1 < bytes.endIndex else { break }
                guard let (length, kind) = candidate.character(first, bytes[place + 1]) else {
                    isValid = false
                    return
                }
                characters += 1
                if kind == .common { common += 1 }
                if kind == .kana { kana += 1 }
                run += 1
                if run > 1 { inRuns += run == 2 ? 2 : 1 }
                place += length
            }
        }

        /// Returns the share of common characters; `nil` for a text in another set.
        func share(needsKana: Bool) -> Double? {
            let share = Double(common + kana) / Double(max(1, characters))
            guard isValid, characters >= 4, share >= 0.85, inRuns * 10 >= characters * 6,
                !needsKana || kana * 8 >= characters
            else { return nil }
            return share
        }
    }

    /// The sets to try. If two fit equally well, the first wins: nearly all Korean characters are
    /// in one range, which half of the Chinese characters share.
    private static let candidates = [
        Candidate(name: "Shift_JIS", needsKana: true, character: shiftJIS),
        Candidate(name: "EUC-JP", needsKana: true, character: eucJP),
        Candidate(name: "EUC-KR", character: eucKR), Candidate(name: "GBK", character: gbk),
        Candidate(name: "Big5", character: big5),
    ]

    @Sendable private static func shiftJIS(_ lead: UInt8, _ trail: UInt8) -> (
        length: Int, kind: Kind
    )? {
        if 0xA1...0xDF ~= lead { return (1, .rare) }
        guard 0x81...0x9F ~= lead || 0xE0...0xFC ~= lead,
            0x40...0x7E ~= trail || 0x80...0xFC ~= trail
        else { return nil }
        switch (lead, trail) {
        case (0x82, 0x9F...0xF1), (0x83, 0x40...0x96): return (2, .kana)
        case (0x81...0x82, _), (0x88, 0x9F...), (0x89...0x97, _), (0x98, ...0x72):
            return (2, .common)
        default: return (2, .rare)
        }
    }

    @Sendable private static func eucJP(_ lead: UInt8, _ trail: UInt8) -> (length: Int, kind: Kind)?
    {
        if lead == 0x8E { return 0xA1...0xDF ~= trail ? (2, .rare) : nil }
        guard 0xA1...0xFE ~= trail else { return nil }
        switch lead {
        case 0x8F: return (3, .rare)
        case 0xA4, 0xA5: return (2, .kana)
        case 0xA1, 0xA3, 0xB0...0xCF: return (2, .common)
        case 0xA1...0xFE: return (2, .rare)
        default: return nil
        }
    }

    @Sendable private static func eucKR(_ lead: UInt8, _ trail: UInt8) -> (length: Int, kind: Kind)?
    {
        guard 0x81...0xFE ~= lead,
            0x41...0x5A ~= trail || 0x61...0x7A ~= trail || 0x81...0xFE ~= trail
        else { return nil }
        switch (lead, trail) {
        case (0xA1...0xA3, 0xA1...), (0xB0...0xC8, 0xA1...): return (2, .common)
        default: return (2, .rare)
        }
    }

    @Sendable private static func gbk(_ lead: UInt8, _ trail: UInt8) -> (length: Int, kind: Kind)? {
        guard 0x81...0xFE ~= lead else { return nil }
        if 0x30...0x39 ~= trail { return (4, .rare) }
        guard 0x40...0x7E ~= trail || 0x80...0xFE ~= trail else { return nil }
        switch (lead, trail) {
        case (0xA1, 0xA1...), (0xA3, 0xA1...), (0xB0...0xD7, 0xA1...): return (2, .common)
        default: return (2, .rare)
        }
    }

    @Sendable private static func big5(_ lead: UInt8, _ trail: UInt8) -> (length: Int, kind: Kind)?
    {
        guard 0x81...0xFE ~= lead, 0x40...0x7E ~= trail || 0xA1...0xFE ~= trail else { return nil }
        return (2, 0xA1...0xC6 ~= lead ? .common : .rare)
    }
}
