import SeededRandom
import Testing

@testable import Screen

@Suite struct TextMeasureTests {
    private let measure = TextMeasure.standard

    private func drawn(_ string: String) -> String {
        measure.sanitized(string).map(\.text).joined()
    }

    @Test(arguments: [
        ("", 0), ("abc", 3), ("漢字", 4), ("한글", 4), ("カナ", 4), ("ＡＢ", 4), ("é", 1),
        ("e\u{301}", 1), ("👩", 2), ("👨‍👩‍👧", 6), ("👍🏽", 2), ("❤️", 1), ("🇫🇷", 2), ("1️⃣", 1),
        ("\u{1112}\u{1161}\u{11AB}", 2), ("a\tb", 3), ("\u{1B}[0m", 4), ("\u{9B}31m", 4), ("…", 1),
    ])
    func textWidthIsTheSumOfItsReliableScalars(text: String, width: Int) {
        #expect(measure.width(text) == width)
    }

    @Test(arguments: [
        ("a\u{1B}]52;c;aGk=\u{07}b", "a\u{FFFD}]52;c;aGk=\u{FFFD}b"), ("\u{9B}2J", "\u{FFFD}2J"),
        ("\0", "\u{FFFD}"), ("\u{7F}", "\u{FFFD}"), ("a\nb", "a b"), ("a\r\nb", "a b"),
        ("a\u{2028}b\u{85}c", "a b c"), ("\u{202E}live", "live"), ("\u{2066}a\u{2069}", "a"),
        ("a\u{200E}\u{200F}\u{61C}b", "ab"), ("a\u{200B}\u{FEFF}\u{2060}b", "ab"),
        ("👨‍👩‍👧", "👨👩👧"), ("👍🏽", "👍"), ("❤️", "❤"), ("🏴\u{E0067}\u{E007F}", "🏴"),
        ("1️⃣", "1"), ("\u{301}a", " \u{301}a"), ("🏽", ""), ("می‌خواهم", "می‌خواهم"),
        ("\u{0378}", "\u{FFFD}"),
    ])
    func harmfulScalarsAreReplacedOrLeftOut(text: String, harmless: String) {
        #expect(Array(drawn(text).unicodeScalars) == Array(harmless.unicodeScalars))
    }

    @Test func familyEmojiCanBeCutBetweenItsMembers() {
        #expect(measure.sanitized("👨‍👩‍👧").map(\.width) == [2, 2, 2])
        #expect(measure.truncated("👨‍👩‍👧!", to: 5) == "👨👩…")
    }

    /// Names of files from macOS come in parts.
    @Test(arguments: [
        ("\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", "\u{D55C}\u{AE00}"),
        ("\u{1112}\u{1161}", "\u{D558}"), ("\u{D558}\u{11AB}", "\u{D55C}"),
        ("\u{D55C}\u{11AB}", "\u{D55C}\u{11AB}"), ("\u{304B}\u{3099}", "\u{304C}"),
        ("\u{30CF}\u{309A}\u{30A6}\u{3099}", "\u{30D1}\u{30F4}"),
        ("\u{3042}\u{3099}", "\u{3042}\u{3099}"),
    ])
    func wideLettersAreDrawnWithTheirMarks(text: String, shown: String) {
        // Strings with the same letters are equal, whether or not they are composed.
        let scalars = measure.sanitized(text).flatMap { Array($0.text.unicodeScalars) }
        #expect(scalars == Array(shown.unicodeScalars))
        #expect(measure.width(text) == measure.width(shown))
    }

    @Test func combiningMarksAreLimitedToWhatACellHolds() {
        let zalgo = "a" + String(repeating: "\u{301}", count: 50) + "b"
        #expect(measure.width(zalgo) == 2)
        #expect(drawn(zalgo).unicodeScalars.count == 6)
    }

    @Test func graphemeTooLongForACellIsDrawnLetterByLetter() {
        let conjunct = "क\u{94D}ष\u{94D}म\u{94D}य\u{94D}र"
        let glyphs = measure.sanitized(conjunct)
        #expect(glyphs.map(\.text).joined() == conjunct)
        #expect(glyphs.allSatisfy { Cell(text: $0.text).text == $0.text })
        let marked = "𞄀" + String(repeating: "\u{1E130}", count: 4)
        #expect(measure.sanitized(marked).map { Cell(text: $0.text).text.utf8.count } == [16])
    }

    @Test func defaultIgnorableScalarsAreNotDrawn() {
        for value in UInt32(0xAE)...0x10FFFF where value != 0x200C {
            guard let scalar = Unicode.Scalar(value),
                scalar.properties.isDefaultIgnorableCodePoint
            else { continue }
            #expect(measure.sanitized(String(scalar)).isEmpty, "\(String(value, radix: 16))")
        }
    }

    @Test func singleSignIsShownAsInAText() {
        for value in Array(UInt32(0x20)...0xFFFF) + Array(0x1F000...0x1FAFF) {
            guard let scalar = Unicode.Scalar(value), measure.width(String(scalar)) == 1,
                // A mark joins the letter before it.
                measure.width("a\(scalar)") == 2
            else { continue }
            let alone = measure.sanitized(String(scalar))
            let inText = measure.sanitized("a\(scalar)")
            #expect(alone.count == 1 && alone[0].width == 1, "\(String(value, radix: 16))")
            #expect(
                "a" + alone[0].text == inText.map(\.text).joined(), "\(String(value, radix: 16))")
        }
    }

    @Test(arguments: [
        ("hello", 5, "hello"), ("hello", 4, "hel…"), ("hello", 1, "…"), ("hello", 0, ""),
        ("hello", -3, ""), ("漢字漢字", 8, "漢字漢字"), ("漢字漢字", 7, "漢字漢…"),
        ("漢字漢字", 6, "漢字…"), ("漢字漢字", 2, "…"), ("a\u{301}bc", 2, "a\u{301}…"), ("", 3, ""),
        ("🇫🇷🇩🇪", 3, "🇫🇷…"), ("🇫🇷🇩🇪", 2, "…"),
    ])
    func textIsCutBetweenGraphemes(text: String, columns: Int, cut: String) {
        #expect(measure.truncated(text, to: columns) == cut)
    }

    @Test func ellipsisThatDoesNotFitIsLeftOut() {
        #expect(measure.truncatedAtStart("hello", to: 5) == "hello")
        #expect(measure.truncatedAtStart("hello", to: 3) == "…lo")
        #expect(measure.truncatedAtStart("a東京", to: 4) == "…京")
        #expect(measure.truncatedAtStart("hello", to: 2, ellipsis: "...") == "lo")
        #expect(measure.truncatedAtStart("hello", to: 0) == "")
        #expect(measure.truncated("hello", to: 2, ellipsis: "...") == "he")
        #expect(measure.truncated("hello", to: 4, ellipsis: "...") == "h...")
        #expect(measure.truncated("hello", to: 3, ellipsis: "") == "hel")
    }

    @Test func asciiMeasureShowsOnlyASCII() {
        let ascii = TextMeasure.ascii
        #expect(ascii.truncated("→ “naïve” 漢字", to: 40) == "-> \"na?ve\" ??")
        #expect(ascii.width("→ “naïve” 漢字") == 13)
        #expect(ascii.truncated("hello", to: 3) == "he~")
    }

    @Test func shortcutsForPlainTextGiveTheSameResult() {
        let pieces = ["a", "bc ", "~", "é", "e\u{301}", "漢", "\u{301}", "\u{1B}", "👩\u{200D}💻"]
        var random = SplitMix(seed: 11)
        for _ in 0..<3000 {
            let text = (0..<Int(random.next() % 6)).map { _ in
                pieces[Int(random.next() % UInt64(pieces.count))]
            }.joined()
            let columns = Int(random.next() % 9)
            let glyphs = measure.sanitized(text)
            #expect(
                measure.width(text) == glyphs.reduce(0) { $0 + $1.width },
                "\(text.debugDescription)")
            for ellipsis in ["…", "...", ""] {
                let fitted = measure.fitted(text, to: columns, ellipsis: ellipsis)
                #expect(
                    measure.truncated(text, to: columns, ellipsis: ellipsis)
                        == fitted.map(\.text).joined(), "\(text.debugDescription) \(columns)")
            }
        }
    }

    @Test func sanitizingAnyScalarsIsHarmlessAndIdempotent() {
        let odd: [Unicode.Scalar] = [
            "a", " ", "漢", "\u{301}", "\u{200D}", "\u{FE0F}", "👩", "\u{1F3FD}", "\u{202E}",
            "\u{1B}",
            "\n", "\r", "\u{9B}", "🇫", "\u{20E3}", "\u{1112}", "\u{1161}", "क", "\u{94D}",
            "\u{903}",
            "\u{200C}", "\u{E0061}", "\u{378}", "\u{0}",
        ]
        var random = SplitMix(seed: 7)
        for _ in 0..<3000 {
            let count = Int(random.next() % 8)
            var text = ""
            for _ in 0..<count {
                text.unicodeScalars.append(odd[Int(random.next() % UInt64(odd.count))])
            }
            let glyphs = measure.sanitized(text)
            let once = glyphs.map(\.text).joined()
            #expect(glyphs.allSatisfy { $0.width > 0 && !$0.text.isEmpty })
            #expect(
                glyphs.reduce(0) { $0 + $1.width } == measure.width(once),
                "\(text.debugDescription)")
            #expect(drawn(once) == once, "\(text.debugDescription)")
            let forbidden = once.unicodeScalars.contains {
                $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || $0 == "\u{200D}"
                    || (0x202A...0x202E).contains($0.value)
            }
            #expect(!forbidden, "\(text.debugDescription)")
        }
    }
}
