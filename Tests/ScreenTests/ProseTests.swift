import Screen
import Testing

@Suite struct ProseTests {
    @Test func linesBreakAtBlanks() {
        #expect(Prose.lines("one two three four", columns: 9) == ["one two", "three", "four"])
        #expect(Prose.lines("one two three four", columns: 18) == ["one two three four"])
        #expect(Prose.lines("漢字 漢字 漢字", columns: 9) == ["漢字 漢字", "漢字"])
        #expect(Prose.lines("", columns: 5) == [""])
        #expect(Prose.lines("a b", columns: 0) == ["a b"])
    }

    @Test func wordsWiderThanALineStayWhole() {
        let url = "https://example.org/long"
        #expect(Prose.lines("at \(url) now", columns: 10) == ["at", url, "now"])
    }

    @Test func commandStaysOnOneLine() {
        #expect(
            Prose.lines("It is not sealed. To seal it: cloudy key create", columns: 36)
                == ["It is not sealed. To seal it:", "cloudy key create"])
        #expect(
            Prose.lines("To go on: cloudy key seal. Then wait.", columns: 30)
                == ["To go on: cloudy key seal.", "Then wait."])
        #expect(
            Prose.lines("Type “cloudy key show” on a device, then wait", columns: 16)
                == ["Type “cloudy key", "show” on a", "device, then", "wait"])
        #expect(
            Prose.lines("Type “cloudy key show” on a device", columns: 18)
                == ["Type", "“cloudy key show”", "on a device"])
        #expect(
            Prose.lines("When it is over cloudy undo goes on with it", columns: 23)
                == ["When it is over", "cloudy undo goes on", "with it"])
    }

    @Test func commandWiderThanALineBreaksAtItsBlanks() {
        #expect(
            Prose.lines("To do it: cloudy cloud leave --undo --yes", columns: 20)
                == ["To do it: cloudy", "cloud leave --undo", "--yes"])
    }

    /// Joining the wrapped lines gives the original text.
    @Test(arguments: [1, 7, 20, 33, 79])
    func wrappingKeepsTheWholeText(columns: Int) {
        let text =
            "cloudy:   2  blanks stay, “cloudy sync --accept” too. To see: cloudy list --held, or: "
            + "cloudy sync --restore"
        #expect(Prose.lines(text, columns: columns).joined(separator: " ") == text)
    }
}
