import Screen
import Testing

@testable import BookmarksUI

@Suite struct TextLineTests {
    @Test(arguments: [
        ("", [""]), ("one two", ["one two"]), ("one two ", ["one two"]),
        ("one two three", ["one two", "three"]), ("abcdefghij", ["abcdefgh", "ij"]),
        ("one\ntwo", ["one", "two"]), ("one\n\ntwo\n", ["one", "", "two", ""]),
        ("漢字 漢字", ["漢字", "漢字"]), ("a\u{1B}b", ["a\u{FFFD}b"]), ("   ", [""]),
    ])
    func textIsWrappedBetweenWords(_ text: String, _ lines: [String]) {
        #expect(TextMeasure.standard.wrapped(text, to: 8) == lines)
    }

    /// Text that fits takes a shortcut, and must not differ from the same text in a longer one.
    @Test func textThatFitsIsWrappedLikeAnyOther() {
        let measure = TextMeasure.standard
        for text in ["", "a", "ab cd", " a", "a ", "abcdefgh", "é", "漢字", "a\tb"] {
            let alone = measure.wrapped(text, to: 8)
            #expect(measure.wrapped(text + "\n漢", to: 8) == alone + ["漢"], "\(text)")
        }
    }
}
