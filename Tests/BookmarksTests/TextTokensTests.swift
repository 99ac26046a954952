import Testing

@testable import Bookmarks

/// The tokens that a text index keeps of a text, and how words are found in them.
struct TextTokensTests {
    @Test(arguments: [
        ("Hello, World! It's 2026.", "hello world it s 2026 "),
        ("Café e\u{301}té Straße ŁÓDŹ", "cafe ete straße lodz "),
        ("Жизнь и ЁЖ", "жизнь и еж "),
        ("東京都", "東京 京都 都 "),
        ("私は東京に住む。", "私は は東 東京 京に に住 住む む "),
        ("東", "東 "),
        ("Tower東京Tower", "tower 東京 京 tower "),
        ("ﾄｳｷｮｳ", "トウ ウキ キョ ョウ ウ "),
        ("서울 시", "서울 울 시 "),
        ("ｆｕｌｌ ﬁne ①", "full fine 1 "),
        ("foo_bar-baz", "foo bar baz "),
        ("हिन्दी", "हिन्दी "),
        ("", ""), (" \n\0…", ""),
    ])
    func textIsSplitIntoTokens(_ text: String, _ tokens: String) {
        #expect(TextTokens.joined([text]) == tokens)
    }

    @Test(arguments: [
        ("東京", "私は東京に住んでいます"), ("京", "私は東京に住んでいます"), ("京", "東京"),
        ("住んで", "私は東京に住んでいます"), ("カフェ", "ｶﾌｪ"), ("東京 Tower", "東京 Tower"),
        ("swift", "The Swift language"), ("swi", "The Swift language"), ("SWIFT", "swift"),
        ("cafe", "Le Café"), ("café", "cafe"), ("straße", "Die Straße"), ("жизнь", "ЖИЗНЬ"),
        ("swift.org", "on swift.org/about"), ("é", "e\u{301}t"), ("서울", "서울시"),
    ])
    func wordIsFoundInText(_ typed: String, _ text: String) {
        #expect(TextPhrase(typed).isFound(in: [text]))
        let snippet = TextSnippet(of: text, finding: [TextPhrase(typed)])
        #expect(snippet?.parts.contains(where: \.isHit) == true)
    }

    @Test(arguments: [
        ("京都", "東京に都がある"), ("東大", "東京大学"), ("wift", "swift"), ("fun", "f un"),
        ("strasse", "Straße"), ("swift org", "org swift"),
    ])
    func missingWordIsNotFound(_ typed: String, _ text: String) {
        #expect(!TextPhrase(typed).isFound(in: [text]))
        #expect(TextSnippet(of: text, finding: [TextPhrase(typed)]) == nil)
    }

    @Test func quotedPhraseNeedsAWholeLastWord() {
        #expect(TextPhrase("second par").isFound(in: ["A second, paragraph"]))
        #expect(!TextPhrase("second par", isWhole: true).isFound(in: ["A second, paragraph"]))
        #expect(TextPhrase("second paragraph", isWhole: true).isFound(in: ["second\nparagraph"]))
        // Scripts without word breaks have no whole words to look for.
        #expect(TextPhrase("東", isWhole: true).isFound(in: ["東京"]))
        #expect(TextPhrase("Tower 東", isWhole: true).isFound(in: ["Tower 東京"]))
    }

    @Test func aPhraseWithoutWordsFindsEveryText() {
        #expect(TextPhrase("…").tokens.isEmpty)
        #expect(TextPhrase("").isFound(in: ["a"]))
        #expect(!TextPhrase("").isFound(in: ["", "…"]))
    }

    @Test func snippetShowsTheFirstHitAndItsNeighbors() throws {
        let words = (0..<200).map { "word\($0)" }.joined(separator: " ")
        let text = words + "\n\nHere is\tthe Queue, and a queue. " + words
        let snippet = try #require(
            TextSnippet(of: text, finding: [TextPhrase("queue")], length: 60))
        #expect(snippet.parts.filter(\.isHit).map(\.text) == ["Queue", "queue"])
        #expect(snippet.text.hasPrefix("…") && snippet.text.hasSuffix("…"))
        #expect(snippet.text.contains("Here is the Queue, and a queue."))
        #expect(snippet.text.count < 70)
        let short = try #require(TextSnippet(of: "a queue", finding: [TextPhrase("que")]))
        #expect(short.parts == [.init("a "), .init("queue", isHit: true)])
    }

    @Test func endOfAFileNameOrMediaTypeIsMatched() {
        func ends(_ name: String, _ type: String, _ end: String) -> Bool {
            DocumentTerm.ends(name: name, mediaType: type, in: end)
        }
        #expect(ends("Paper.PDF", "", "pdf"))
        #expect(ends("Paper", "application/pdf; charset=x", "pdf"))
        #expect(!ends("Paper.pdf", "application/pdf", "df"))
        #expect(!ends("Paper.pdf.zip", "application/zip", "pdf"))
        #expect(ends("x", "application/xhtml+xml", "xml"))
    }
}
