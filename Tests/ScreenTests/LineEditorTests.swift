import Screen
import Testing

@Suite struct LineEditorTests {
    private func edited(_ text: String, at cursor: Int? = nil, _ keys: Key...) -> LineEditor {
        var editor = LineEditor(text)
        if let cursor { editor.cursor = cursor }
        for key in keys {
            let isTaken = editor.handle(key)
            #expect(isTaken, "\(key.name)")
        }
        return editor
    }

    @Test func typingInsertsAtTheCursor() {
        let editor = edited("ac", at: 1, .character("b"), .character("漢"))
        #expect(editor.text == "ab漢c")
        #expect(editor.cursor == 3)
    }

    @Test func typedCombiningMarkJoinsTheLetterBefore() {
        let editor = edited("", .character("e"), .character("\u{301}"), .character("x"))
        #expect(editor.text == "e\u{301}x")
        #expect(editor.cursor == 2)
        #expect(edited("e\u{301}x", at: 1, .backspace).text == "x")
    }

    @Test func letterTypedBeforeALoneMarkJoinsIt() {
        let editor = edited("\u{301}", at: 0, .character("e"))
        #expect(editor.text == "e\u{301}")
        #expect(editor.cursor <= 1)
    }

    @Test(arguments: [
        (Key.left, 6), (.right, 8), (.control("b"), 6), (.control("f"), 8), (.home, 0),
        (.control("a"), 0), (.end, 11), (.control("e"), 11), (.alt("b"), 4), (.alt("f"), 11),
    ])
    func keysMoveTheCursor(key: Key, column: Int) {
        #expect(edited("one two-six", at: 7, key).cursor == column)
    }

    @Test func cursorStaysWithinTheLine() {
        #expect(edited("ab", at: 0, .left, .backspace, .alt("b")).cursor == 0)
        #expect(edited("ab", .right, .delete, .alt("f"), .alt("d")).cursor == 2)
        var editor = LineEditor("ab")
        editor.cursor = -7
        #expect(editor.cursor == 0)
        editor.cursor = 99
        #expect(editor.cursor == 2)
    }

    @Test func keysDeleteByCharacterWordAndLine() {
        #expect(edited("abc", at: 1, .delete).text == "ac")
        #expect(edited("abc", at: 1, .control("d")).text == "ac")
        #expect(edited("abc", at: 1, .backspace).text == "bc")
        #expect(edited("one two-six", .altBackspace).text == "one two-")
        #expect(edited("one two-six ", .altBackspace, .altBackspace).text == "one ")
        #expect(edited("one two", .altBackspace, .control("y")).text == "one two")
        #expect(edited("abc", at: 1, .control("k")).text == "a")
        #expect(edited("abc", at: 1, .control("u")).text == "bc")
        #expect(edited("go https://a.b/c d ", .control("w"), .control("w")).text == "go ")
        #expect(edited("one two", at: 3, .alt("d")).text == "one")
    }

    @Test func ctrlYPutsBackCutText() {
        let editor = edited("one two", .control("w"), .control("a"), .control("y"))
        #expect(editor.text == "twoone ")
        #expect(editor.cursor == 3)
        #expect(edited("abc", .control("y")).text == "abc")
        #expect(edited("abc", .control("u"), .control("u"), .control("y")).text == "abc")
    }

    @Test func pasteBecomesOneLine() {
        var editor = LineEditor("<>")
        editor.cursor = 1
        editor.insert("a\r\nb\tc\u{1B}\u{9B}d\n\n")
        #expect(editor.text == "<a b c  d>")
        #expect(editor.cursor == 9)
        #expect(LineEditor("x\ny").text == "x y")
    }

    @Test(arguments: [
        Key.enter, .escape, .tab, .backTab, .up, .down, .pageUp, .control("c"), .alt("x"),
        .function(1), .unknown, .insert,
    ])
    func editorIgnoresOtherKeys(key: Key) {
        var editor = LineEditor("ab")
        let before = editor
        let isTaken = editor.handle(key)
        #expect(!isTaken)
        #expect(editor == before)
    }
}

@Suite struct LineEditorVisibleTests {
    private let measure = TextMeasure.standard

    @Test func lineThatFitsIsShownWholeWithRoomForTheCursor() {
        var editor = LineEditor("漢a")
        #expect(editor.visible(width: 4, measure: measure) == ("漢a", 3))
        editor.cursor = 1
        #expect(editor.visible(width: 4, measure: measure) == ("漢a", 2))
    }

    @Test(arguments: [
        (0, "012345678…", 0), (7, "012345678…", 7), (8, "…6789abcd…", 3), (12, "…6789abcd…", 7),
        (13, "…bcdefghij", 3), (20, "…ghij", 5),
    ])
    func longLineScrollsAndShowsWhereItContinues(cursor: Int, text: String, column: Int) {
        var editor = LineEditor("0123456789abcdefghij")
        editor.cursor = cursor
        #expect(editor.visible(width: 10, measure: measure) == (text, column))
    }

    @Test(arguments: ["", "abc", "0123456789abcdef", "漢字漢字漢字漢字", "a漢e\u{301}👩字b漢cd"])
    func cursorIsVisibleAtEveryWidth(text: String) {
        var editor = LineEditor(text)
        for cursor in 0...text.count {
            editor.cursor = cursor
            for width in -1...20 {
                let shown = editor.visible(width: width, measure: measure)
                #expect(measure.width(shown.text) <= max(0, width))
                #expect((0..<max(1, width)).contains(shown.cursorColumn))
            }
        }
    }
}
