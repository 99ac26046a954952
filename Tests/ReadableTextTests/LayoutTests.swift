import ReadableText
import Screen
import SeededRandom
import Testing

/// Laying out pages in lines of a given width.
struct LayoutTests {
    private func lines(
        _ width: Int, _ contents: [ReadablePage.Content], quotes: Int = 0
    ) -> [String] {
        ReadablePage(blocks: contents.map { .init($0, quotes: quotes) }).lines(width: width)
            .map(\.text)
    }

    @Test func paragraphsAreWrappedAtBlanks() {
        let text: ReadablePage.Content = .paragraph([.init("one two three"), .init(" four")])
        #expect(lines(9, [text]) == ["one two", "three", "four"])
        #expect(lines(80, [text, .rule, text]).count == 5)
    }

    @Test func linksAreFollowedByTheirNumbers() throws {
        let text: [ReadablePage.Inline] = [
            .init("See "), .init("this", .emphasis, link: 3), .init(" page", link: 3), .init("."),
        ]
        let line = try #require(
            ReadablePage(blocks: [.init(.paragraph(text))]).lines(width: 40).first)
        #expect(line.text == "See this page[3].")
        #expect(line.pieces.map(\.link) == [nil, 3, 3, 3, nil])
        #expect(line.pieces[3] == .init("[3]", .mark, link: 3))
    }

    @Test func wideLettersTakeTwoColumnsAndBreakAnywhere() {
        let text: ReadablePage.Content = .paragraph([.init("東京タワーは、高い。")])
        #expect(lines(8, [text]) == ["東京タ", "ワーは、", "高い。"])
        #expect(lines(40, [.paragraph([.init("👩‍👩‍👧 familie")])])[0].hasSuffix("familie"))
    }

    @Test func tooLongWordIsBroken() {
        #expect(lines(4, [.paragraph([.init("a abcdefghij b")])]) == ["a", "abcd", "efgh", "ij b"])
    }

    @Test func listItemsHaveAHangingIndent() {
        let items: [ReadablePage.Content] = [
            .item(depth: 0, mark: "10.", [.init("one two")]),
            .item(depth: 0, mark: "", [.init("more")]), .item(depth: 1, mark: "•", [.init("in")]),
        ]
        #expect(lines(8, items) == ["10. one", "    two", "  more", "  • in"])
    }

    @Test func quotationsHaveBars() {
        let text: ReadablePage.Content = .paragraph([.init("one two")])
        #expect(lines(12, [text, text], quotes: 1) == ["│ one two", "│ ", "│ one two"])
        #expect(lines(10, [text], quotes: 90) == ["│ one two"])
    }

    @Test func codeKeepsItsLines() {
        let code: ReadablePage.Content = .code("  let a = 1\n\nx")
        #expect(lines(20, [code]) == ["  let a = 1", "", "x"])
        #expect(lines(9, [code]) == ["  let a ", "    = 1", "", "x"])
        #expect(lines(4, [.code("abcdefgh")]) == ["abcd", "  ef", "  gh"])
    }

    @Test func tablesBecomeColumnsOrLists() {
        let table: ReadablePage.Content = .table([
            .init(isHeading: true, cells: [[.init("Day")], [.init("Ships")]]),
            .init(cells: [[.init("Monday")], [.init("3")]]), .init(cells: [[], [.init("5")]]),
        ])
        #expect(lines(20, [table]) == ["Day     Ships", "Monday  3", "        5"])
        #expect(
            lines(12, [table]) == ["• Day:", "  Monday", "  Ships: 3", "• Ships: 5"])
        #expect(
            lines(5, [.table([.init(isHeading: true, cells: [[.init("abcdefg")]])])]).count == 3)
    }

    @Test func singleHeadingCellIsTheTitleOfTheTable() {
        let table: ReadablePage.Content = .table([
            .init(isHeading: true, cells: [[.init("New Zealand")], []]),
            .init(cells: [[.init("Capital")], [.init("Wellington")]]),
            .init(cells: [[.init("Largest")], []]),
        ])
        #expect(
            lines(16, [table])
                == ["• New Zealand", "• Capital:", "  Wellington", "• Largest"])
    }

    @Test func picturesShowTheirDescriptionOrCaption() {
        #expect(
            lines(40, [.picture(description: "A ship", caption: [], link: 2)])
                == ["Picture[2]: A ship"])
        #expect(
            lines(40, [.picture(description: "", caption: [.init("x")], link: nil)]) == [
                "Picture: x"
            ])
    }

    @Test func controlCharactersDoNotReachTheTerminal() {
        let text = "a\u{1B}[31mb\u{202E}c\u{7}"
        for content: ReadablePage.Content in [
            .paragraph([.init(text)]), .code(text), .heading(level: 1, [.init(text)]),
            .table([.init(cells: [[.init(text)]])]), .item(depth: 0, mark: text, [.init(text)]),
            .picture(description: text, caption: [], link: nil),
        ] {
            for line in lines(80, [content]) {
                #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
            }
        }
    }

    @Test func linesAreNotWiderThanTheGivenWidth() throws {
        let page = try read(
            Pages.blog(
                Pages.paragraphs(3) + "<ul><li>\(Pages.words)<ol><li>東京タワーは高い。</ol></ul>"
                    + "<pre>\(Pages.words)\n\t東京タワー</pre><blockquote><p>\(Pages.words)</blockquote>"
            ))
        for width in 1...90 {
            for line in page.lines(width: width) {
                // A mark and a wide letter are kept even if they do not fit.
                #expect(TextMeasure.standard.width(line.text) <= max(width, 6), "\(width)")
            }
        }
    }

    @Test func offsetsAreTheSameAtEveryWidth() {
        let text = Pages.words
        let page = ReadablePage(blocks: [.init(.paragraph([.init(text)])), .init(.rule)])
        for width in [10, 33, 80] {
            let lines = page.lines(width: width)
            for line in lines where line.block == 0 {
                let start = text.index(text.startIndex, offsetBy: line.offset)
                #expect(text[start...].hasPrefix(line.text), "\(width)")
            }
            #expect(lines.last?.block == 1)
        }
    }
}
