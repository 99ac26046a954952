import Bookmarks
import BookmarksUI
import ReadableText
import Screen
import Testing

/// The text of a saved page, as a person reads it.
struct ReaderTests {
    private typealias Block = ReadablePage.Block
    private typealias Inline = ReadablePage.Inline

    private static let page = ReadablePage(
        title: "On gardens", byline: "A. Gardener", site: "Green",
        blocks: [
            Block(.paragraph([Inline("A garden is a place where plants grow and people sit.")])),
            Block(.heading(level: 2, [Inline("Water")])),
            Block(
                .paragraph([
                    Inline("It needs "), Inline("much", .strong), Inline(" water, as "),
                    Inline("the guide", link: 1), Inline(" tells."),
                ])),
            Block(.code("water --all")),
        ], links: ["https://guide.example/water"])

    private static func reading(
        _ answer: ReadPage.Answer = .page(page), columns: Int = 80, rows: Int = 24
    ) -> Person {
        var person = Person(["A", "B"], columns: columns, rows: rows)
        person.press("r")
        #expect(person.takeEffects() == [.send(ReadPage(id: "0"))])
        person.send(.answer(answer, to: ReadPage(id: "0")))
        return person
    }

    @Test func readerShowsThePageWithItsLinksBelow() {
        let screen = Self.reading().screen
        #expect(screen.contains("On gardens"))
        #expect(screen.contains("A. Gardener · Green"))
        #expect(screen.contains("It needs much water, as the guide[1] tells."))
        #expect(screen.contains("[1] https://guide.example/water"))
    }

    @Test(arguments: [20, 40, 80, 200])
    func linesAreAtMost76ColumnsWide(_ columns: Int) throws {
        let person = Self.reading(columns: columns, rows: 40)
        let line = try #require(person.lines.first { $0.contains("A garden") })
        let text = line.replacing("│", with: "").filter { $0 != "\u{2502}" }
        #expect(text.split(separator: " ").joined(separator: " ").count <= min(columns - 2, 76))
        // The text stands in the middle of a wide screen.
        if columns == 200 { #expect(text.prefix { $0 == " " }.count > 50) }
    }

    /// Terminals with right-to-left support turn the letters around; here they stay as written.
    @Test(arguments: [40, 80, 200])
    func rightToLeftTextIsReadAndFound(_ columns: Int) throws {
        let hebrew = "שלום עולם, זהו טקסט ארוך מאוד שנכתב מימין לשמאל ונשבר בין המילים שלו."
        let arabic = "هذا نص عربي طويل يكتب من اليمين إلى اليسار وينقسم بين الكلمات فقط."
        let page = ReadablePage(
            title: "דף", language: "he",
            blocks: [hebrew, arabic].map { Block(.paragraph([Inline($0)])) })
        var person = Self.reading(.page(page), columns: columns, rows: 30)
        let words = person.screen.split { $0.isWhitespace || $0 == "\u{2502}" }.map(String.init)
        for text in [hebrew, arabic] {
            let wanted = text.split(separator: " ").map(String.init)
            let start = try #require(words.firstIndex(of: wanted[0]), "\(person.screen)")
            #expect(Array(words[start...].prefix(wanted.count)) == wanted, "\(person.screen)")
        }
        person.press("/")
        person.type("מימין")
        #expect(person.screen.contains("1 of 1"), "\(person.screen)")
    }

    @Test func searchHitsAreUnderlined() throws {
        var person = Self.reading()
        person.press("/")
        person.type("WATER")
        #expect(person.state.shell.context == .readerSearch)
        func underlined() -> [String] {
            let canvas = person.canvas
            return (0..<24).map { row in
                (0..<80).filter { canvas[row, $0].style.underline }
                    .map { canvas[row, $0].text }.joined()
            }
        }
        let rows = underlined()
        #expect(rows.filter { $0.lowercased() == "water" }.count == 3)
        person.press("Enter")
        #expect(person.state.shell.context == .reader)
        person.press("/", "Esc")
        #expect(underlined().filter { $0 == "water" }.isEmpty)
    }

    @Test func escapeEndsTheSearchThenLeavesTheReader() {
        var person = Self.reading()
        person.press("/")
        person.type("water")
        person.press("Enter")
        #expect(person.screen.contains("/water  1 of 3"))
        #expect(person.lines.last?.contains("n next match") == true)
        person.press("Esc")
        #expect(person.state.shell.context == .reader)
        #expect(!person.screen.contains("1 of 3"))
        #expect(person.lines.last?.contains("next match") == false)
        person.press("Esc")
        #expect(person.state.shell.context == .list)
        // Other keys that go back leave the reader at once.
        person.press("r")
        person.send(.answer(.page(Self.page), to: ReadPage(id: "0")))
        person.press("/")
        person.type("water")
        person.press("Enter", "q")
        #expect(person.state.shell.context == .list)
    }

    @Test func searchFindsEarlierTextAndReportsMissingText() {
        let blocks = (0..<60).map { number in
            Block(.paragraph([Inline(number % 20 == 7 ? "here \(number)" : "there \(number)")]))
        }
        var person = Self.reading(.page(ReadablePage(blocks: blocks)), rows: 16)
        person.press("/")
        person.type(" here")
        person.press("Ctrl-U")
        person.type("here 27")
        person.press("Enter")
        #expect(person.screen.contains("here 27") && !person.screen.contains("here 7\n"))
        person.press("/")
        person.type("here 7")
        person.press("Enter")
        #expect(person.screen.contains("here 7"))
        person.press("/")
        person.type("nowhere")
        person.press("Enter", "n")
        #expect(person.said == "“nowhere” is not in the text")
    }

    @Test func nextAndPreviousHitGoAround() {
        let blocks = (0..<40).map { number in
            Block(.paragraph([Inline(number == 7 || number == 27 ? "hit \(number)" : "text")]))
        }
        var person = Self.reading(.page(ReadablePage(blocks: blocks)), rows: 16)
        person.press("/")
        person.type("hit")
        person.press("Enter")
        for (key, count, hit) in [
            ("n", "2 of 2", "hit 27"), ("n", "1 of 2", "hit 7"), ("N", "2 of 2", "hit 27"),
        ] {
            person.press(key)
            #expect(person.screen.contains(count) && person.screen.contains(hit), "\(key)")
        }
    }

    @Test func hitIsFoundAcrossALineBreak() {
        var person = Self.reading(columns: 20)
        person.press("/")
        person.type("plants grow and people")
        let canvas = person.canvas
        let hit = (0..<24).flatMap { row in
            (0..<20).map { canvas[row, $0] }
        }.filter { $0.style.underline && $0.style.bold }.map(\.text).joined()
        #expect(hit.filter { $0 != " " } == "plantsgrowandpeople")
    }

    /// Lines end inside words of some scripts and inside long words, and lines of lists and of code
    /// are indented. None of that is text.
    @Test(
        arguments: [
            (Block(.paragraph([Inline(String(repeating: "図書館の庭", count: 30))])), "図書館の庭"),
            (Block(.paragraph([Inline(String(repeating: "abcdefghi", count: 30))])), "efghiabc"),
            (
                Block(
                    .item(
                        depth: 1, mark: "•",
                        [Inline(String(repeating: "water plants ", count: 30))])),
                "plants water"
            ),
            (Block(.code(String(repeating: "let garden = 1; ", count: 30))), "1; let garden"),
        ])
    func hitsAreTheSameAtEachWidth(_ block: ReadablePage.Block, _ words: String) throws {
        var person = Self.reading(.page(ReadablePage(blocks: [block])), columns: 150, rows: 40)
        person.press("/")
        person.type(words)
        person.press("Enter", "n", "n")
        let count = try #require([30, 29].first { person.screen.contains("3 of \($0)") })
        for columns in [40, 47, 60, 80] {
            person.resize(columns, 40)
            #expect(person.screen.contains("3 of \(count)"), "\(columns)")
        }
        person.press("N")
        #expect(person.screen.contains("2 of \(count)"))
    }

    @Test func topParagraphStaysAtTheTopAfterResizing() {
        let blocks = (0..<40).map { number in
            Block(.paragraph([Inline("number \(number) " + String(repeating: "word ", count: 30))]))
        }
        var person = Self.reading(.page(ReadablePage(blocks: blocks)), rows: 16)
        while !person.lines[1].contains("number 20 ") { person.press("j") }
        person.resize(40, 16)
        #expect(person.lines[1].contains("number 20 "))
        person.resize(120, 30)
        #expect(person.screen.contains("number 20 ") && !person.screen.contains("number 19 "))
    }

    @Test func linkIsOpenedByItsNumber() {
        var person = Self.reading()
        person.press("f")
        person.type("2")
        person.press("Enter")
        #expect(person.said == "Type a number from 1 to 1")
        person.press("Ctrl-U")
        person.type("1")
        person.press("Enter")
        #expect(person.takeEffects() == [.openAddress("https://guide.example/water")])
        #expect(person.state.shell.context == .reader)
    }

    @Test func nextBookmarkIsReadWithoutTheList() {
        var person = Self.reading()
        person.press("]")
        #expect(person.takeEffects().contains(.send(ReadPage(id: "1"))))
        person.send(.answer(.notSaved, to: ReadPage(id: "1")))
        #expect(person.screen.contains("This page is not saved. Press P to save it."))
        person.resize(40, 12)
        #expect(person.screen.contains("Press P to") && person.screen.contains("save it."))
        // An answer for a page that was left is dropped.
        person.send(.answer(.page(Self.page), to: ReadPage(id: "0")))
        #expect(!person.screen.contains("On gardens"))
    }

    @Test func nextSavedPageIsReadWithoutTheOthers() {
        var person = Person(["A", "B", "C"])
        person.send(.saved(["0", "1", "2"], pages: ["0", "2"]))
        person.press("r")
        person.press("]")
        #expect(person.takeEffects().contains(.send(ReadPage(id: "2"))))
        person.press("]")
        #expect(person.said == "This is the last saved page of the list")
        person.press("[")
        #expect(person.takeEffects().contains(.send(ReadPage(id: "0"))))
        person.press("[")
        #expect(person.said == "This is the first saved page of the list")
    }

    @Test(arguments: [
        (
            ReadPage.Answer.notHere("“A” is not on this device, and airplane mode is on."),
            "“A” is not on this device, and airplane mode is on."
        ),
        (
            .unreadable("it is too large"),
            "it is too large. To open the saved copy: cloudy docs open 0. To get its source: "
                + "cloudy docs get 0"
        ),
        (
            .unreadable("it is too large", document: "p"),
            "it is too large. Press O to open the saved copy. To get its source: cloudy docs get p"
        ),
    ])
    func unreadablePageSaysWhy(_ answer: ReadPage.Answer, _ text: String) {
        let words = Self.reading(answer).screen.split(whereSeparator: \.isWhitespace)
        let screen = words.joined(separator: " ")
        #expect(screen.contains(text))
    }

    @Test func pageSavedFromTheReaderIsReadAtOnce() {
        var person = Self.reading(.notSaved)
        person.press("P")
        #expect(person.takeEffects() == [.send(SavePages(ids: ["0"]))])
        person.send(
            .answer(.ended(SaveEnd(ids: ["0"], total: 1, step: 1)), to: SavePages(ids: ["0"])))
        #expect(person.takeEffects().contains(.send(ReadPage(id: "0"))))
        #expect(person.said == "Saved the page of “A”")
    }

    @Test func headingCountsTheHits() {
        var person = Self.reading()
        person.press("/")
        person.type("water")
        #expect(person.screen.contains("On gardens  /water  1 of 3"))
        person.press("Enter", "n")
        #expect(person.screen.contains("2 of 3"))
        person.press("/")
        person.type("zzz")
        #expect(person.screen.contains("/zzz  no match"))
    }
}
