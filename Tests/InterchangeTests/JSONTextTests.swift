import Interchange
import Testing

/// Strings in JSON, which is printed to terminals, too.
struct JSONTextTests {
    @Test(arguments: [
        ("a\u{1B}[31m\u{7}\u{0}", #""a\u001b[31m\u0007\u0000""#), ("\u{7F}", #""\u007f""#),
        ("\u{80}x\u{9F}", #""\u0080x\u009f""#), ("\u{9B}31m", #""\u009b31m""#),
        // The encodings of these begin with the same byte as those of controls.
        ("\u{A0}\u{BF}é \u{85}", "\"\u{A0}\u{BF}é \\u0085\""), ("漢字 👩‍👩‍👧", "\"漢字 👩‍👩‍👧\""),
        ("\"\\\n\u{C2}", #""\"\\\n"# + "\u{C2}\""),
    ])
    func controlCharactersAreEscaped(_ text: String, _ json: String) {
        #expect(JSONText.string(text) == json)
    }
}
