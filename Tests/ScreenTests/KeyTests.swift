import Screen
import Testing

@Suite struct KeyTests {
    @Test(arguments: [
        (Key.character("j"), "j"), (.character("G"), "G"), (.character(" "), "Space"),
        (.character("-"), "-"), (.character("é"), "é"), (.control("r"), "Ctrl-R"),
        (.control(" "), "Ctrl-Space"), (.control("_"), "Ctrl-_"), (.alt("b"), "Alt-b"),
        (.alt("B"), "Alt-B"), (.alt(" "), "Alt-Space"), (.enter, "Enter"), (.escape, "Esc"),
        (.backspace, "Backspace"),
        (.altBackspace, "Alt-Backspace"), (.delete, "Del"), (.tab, "Tab"), (.backTab, "Shift-Tab"),
        (.up, "Up"), (.down, "Down"), (.left, "Left"), (.right, "Right"), (.home, "Home"),
        (.end, "End"), (.pageUp, "PgUp"), (.pageDown, "PgDn"), (.insert, "Ins"),
        (.function(1), "F1"), (.function(12), "F12"), (.unknown, "Unknown"),
    ])
    func keySurvivesARoundTripThroughItsName(key: Key, name: String) {
        #expect(key.name == name)
        #expect(Key(name: name) == key)
    }

    @Test func keyWordsIgnoreCaseAndCharactersDoNot() {
        #expect(Key(name: "ctrl-r") == .control("r"))
        #expect(Key(name: "PGDN") == .pageDown)
        #expect(Key(name: "f2") == .function(2))
        #expect(Key(name: "G") != Key(name: "g"))
    }

    /// Terminals send the same byte for both keys.
    @Test(arguments: [
        ("Ctrl-H", Key.backspace), ("Ctrl-I", .tab), ("Ctrl-J", .enter), ("ctrl-m", .enter),
        ("Ctrl-[", .escape),
    ])
    func controlKeysThatTerminalsCannotTellApartAreOneKey(name: String, key: Key) {
        #expect(Key(name: name) == key)
    }

    @Test(arguments: ["", "Ctrl-", "Ctrl-ab", "Alt-", "F0", "F64", "Fx", "Hyper-x", "jj"])
    func invalidKeyNameIsRefused(name: String) {
        #expect(Key(name: name) == nil)
    }
}
