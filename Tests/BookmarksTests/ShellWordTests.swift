import Bookmarks
import Testing

@Suite struct ShellWordTests {
    @Test(arguments: ["a", "../tags.csv", "url=Link", "50%", "日本語", "é"])
    func plainWordIsNotQuoted(_ word: String) {
        #expect(shellWord(word) == word)
    }

    /// A shell reads scalars: a letter that joins a semicolon does not make it harmless.
    @Test(arguments: ["", "a b", "a;b", "$HOME", "~", "*", "a;\u{903}", "#\u{903}"])
    func wordThatAShellWouldChangeIsQuoted(_ word: String) {
        #expect(shellWord(word) == "'" + word + "'")
    }

    @Test func quoteInAWordIsEscaped() {
        #expect(shellWord("it's") == #"'it'\''s'"#)
    }
}
