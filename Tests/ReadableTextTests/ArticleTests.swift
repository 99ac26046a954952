import ReadableText
import Testing

/// Finding the article in a page.
struct ArticleTests {
    @Test func menusAndCommentsAroundAnArticleAreLeftOut() throws {
        let page = try read(Pages.blog())
        #expect(page.title == "The Lamp and the Sea" && page.byline == "Ada Brook")
        #expect(page.site == "Coast Notes" && page.language == "en-GB")
        #expect(page.blocks.count == 5 && page.links.isEmpty)
        #expect(page.blocks.first?.text.hasPrefix("Part 1. The lighthouse keeper") == true)
        let others = [
            "cookies", "Home", "Share", "Buy", "Another story", "Comments", "liked", "rights",
            "not, a", "color",
        ]
        for other in others { #expect(!page.text.contains(other), "\(other)") }
    }

    @Test func bylineIsTakenFromTheTextIfTheHeadHasNone() throws {
        let byline = "<p class=byline>By  Somebody Else</p>"
        let html = Pages.blog(byline + Pages.paragraphs(5))
            .replacing("name=\"author\"", with: "name=\"other\"")
        let page = try read(html)
        #expect(page.byline == "Somebody Else" && page.blocks.count == 5)
    }

    @Test func partsOfTheArticleAreKept() throws {
        let article = """
            <h2>A heading</h2>\(Pages.paragraphs(3))<pre><code>let a = 1
              let b = 2</code></pre>
            <figure><img src="ship.jpg" alt="A ship">
            <figcaption>A ship, at night</figcaption></figure>
            <table><thead><tr><th>Day<th>Ships</thead><tr><td>Monday<td>3
            <tr><td>Tuesday<td>5</table>
            <ul><li>One thing</li><li>Another thing</li></ul>
            <blockquote><p>Quoted words.</p></blockquote>
            """
        let contents = try read(Pages.blog(article)).blocks.map(\.content)
        #expect(contents.contains(.heading(level: 2, [.init("A heading")])))
        #expect(contents.contains(.code("let a = 1\n  let b = 2")))
        #expect(
            contents.contains(
                .picture(description: "A ship", caption: [.init("A ship, at night")], link: 1)))
        let rows = contents.compactMap { content -> [ReadablePage.Row]? in
            if case .table(let rows) = content { rows } else { nil }
        }
        #expect(
            rows.first?.map { $0.cells.map(\.text) } == [
                ["Day", "Ships"], ["Monday", "3"], ["Tuesday", "5"],
            ])
        #expect(contents.contains(.item(depth: 0, mark: "•", [.init("Another thing")])))
        #expect(try read(Pages.blog(article)).blocks.contains { $0.quotes == 1 })
    }

    @Test func lineNumbersAreLeftOutOfCode() throws {
        let article = """
            \(Pages.paragraphs(4))<table class=highlight><tr><td class=gutter><pre>1
            2</pre><td><pre>let a
            let b</pre></table><pre><span class=lineno>1 </span>let c</pre><pre>7</pre>
            """
        let code = try read(Pages.blog(article)).blocks.map(\.content).suffix(3)
        #expect(code == [.code("let a\nlet b"), .code("let c"), .code("7")])
    }

    @Test func anchorSignOfAHeadingIsLeftOut() throws {
        let heading = "<h2>Install<a class=headerlink href='#install'>¶</a></h2>"
        let contents = try read(Pages.blog(heading + Pages.paragraphs(4))).blocks.map(\.content)
        #expect(contents.first == .heading(level: 2, [.init("Install")]))
    }

    @Test func pictureIsNamedInACellWithoutText() throws {
        let table = """
            <table><tr><th>A<th>B<tr><td><img src=x alt=Flag> Word<td><img src=y alt=Ship></table>
            """
        let contents = try read(Pages.blog(Pages.paragraphs(4) + table)).blocks.map(\.content)
        #expect(
            contents.last
                == .table([
                    .init(isHeading: true, cells: [[.init("A")], [.init("B")]]),
                    .init(cells: [[.init("Word")], [.init("Ship")]]),
                ]))
    }

    @Test func siblingsThatContinueTheArticleAreJoined() throws {
        let page = try read(
            """
            <body><div class=part>\(Pages.paragraphs(4))</div><p>\(Pages.words)</p>
            <div class=part>\(Pages.paragraphs(3))</div>
            <p><a href=/x>More, and more, and more</a></p>
            """)
        #expect(page.blocks.count == 8)
        #expect(!page.text.contains("More"))
    }

    @Test func shortPageIsReadWithLooserRules() throws {
        let page = try read(
            "<div class=sidebar><p>Only these few words stand here, in the wrong box.</p></div>"
        )
        #expect(page.text == "Only these few words stand here, in the wrong box.\n")
    }

    @Test func pageInsideOneTableIsRead() throws {
        let cell = Pages.words + "<br><br>" + Pages.words + "<br><br>" + Pages.words
        let page = try read(
            """
            <table width=100%><tr><td colspan=2 bgcolor=red><a href=/>Home</a> <a href=/2>Two</a>
            <tr><td width=100><a href=/a>A</a><br><a href=/b>B</a>
            <td><font size=2>\(cell)</font></table>
            """)
        #expect(page.blocks.map(\.text) == [Pages.words, Pages.words, Pages.words])
    }

    @Test func cellsOfALayoutTableShareALine() throws {
        let rows = (1...9).map {
            "<tr><td>\($0).<td><a href=/\($0)>A story, number \($0), and its end</a> (a.example)"
        }
        let page = try read("<table>\(rows.joined())</table>")
        #expect(page.blocks.count == 9 && page.links.count == 9)
        #expect(page.blocks.last?.text == "9. A story, number 9, and its end (a.example)")
    }

    @Test func plainTextKeepsItsLines() throws {
        let page = try read("\none <two>\n  three\n\n", charset: "text/plain; charset=utf-8")
        #expect(page.blocks.map(\.content) == [.code("one <two>\n  three")])
        #expect(throws: ExtractionFailure.self) { try read(" \n", charset: "text/plain") }
    }

    @Test func doubleLineBreaksSeparateParagraphs() throws {
        let page = try read("<div>\(Pages.words)<br>line<br> <br>\(Pages.words)<br></div>")
        #expect(page.blocks.map(\.text) == [Pages.words + "\nline", Pages.words])
    }

    @Test func hiddenTextIsNotRead() throws {
        let hidden = [
            "<p style='display: none'>", "<p hidden>", "<p style='VISIBILITY:hidden'>",
            "<div aria-hidden=true>", "<div aria-modal=true role=dialog>",
        ].map { "\($0)Secret words, that nobody sees, and nobody reads.</p></div>" }
        let page = try read("<main>\(Pages.paragraphs(3))\(hidden.joined())</main>")
        #expect(!page.text.contains("Secret"))
    }

    @Test(arguments: [
        ("ja", "灯台守は毎晩、その日の海の様子と、通り過ぎた船の数と、灯りが燃え続けた時間を、小さな字で書き留めていた。"),
        ("zh", "灯塔看守人每天晚上都用小字写下当天的海况，经过的船只，以及油用完之前灯亮了多久。"),
        (
            "ar",
            "كان حارس المنارة يكتب كل مساء، بخط صغير، ما فعله البحر في ذلك اليوم، والسفن التي مرت."
        ),
        ("he", "שומר המגדלור כתב בכל ערב, בכתב קטן, מה עשה הים באותו יום, ואילו ספינות עברו."),
        (
            "ru",
            "Смотритель маяка каждый вечер записывал мелким почерком, что делало море в тот день."
        ),
        ("ko", "등대지기는 매일 저녁 작은 글씨로 그날 바다가 무엇을 했는지, 어떤 배가 지나갔는지 적었다."),
        ("th", "คนเฝ้าประภาคารเขียนทุกเย็นว่าวันนั้นทะเลเป็นอย่างไร และเรือลำใดแล่นผ่านไป"),
        (
            "de",
            "Der Wärter des Leuchtturms schrieb auf, was das Meer tat, und welche Schiffe kamen."
        ),
    ])
    func articlesInManyLanguagesAreRead(_ language: String, _ words: String) throws {
        let html = Pages.blog(Pages.paragraphs(6, words))
            .replacing("lang=\"en-GB\"", with: "lang=\"\(language)\" dir=auto")
        let page = try read(html)
        #expect(page.language == language && page.blocks.count == 6)
        #expect(page.blocks.last?.text == "Part 6. \(words)")
        #expect(!page.text.contains("cookies"))
    }

    @Test(arguments: [
        "", " ", "<html><body><script>document.write('x')</script><div id=root></div>",
        "<noscript>Please enable JavaScript, which this page needs.</noscript><div id=app></div>",
        "<title>Only a title</title>", "<img src=x>",
    ])
    func pageWithoutTextFails(_ html: String) {
        let failure = #expect(throws: ExtractionFailure.self) { _ = try read(html) }
        #expect(failure?.code == .noText)
    }

    @Test(arguments: [
        Array("%PDF-1.7\n1 0 obj".utf8), [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0],
        [0x50, 0x4B, 3, 4, 0, 0, 0, 8, 8, 1, 2, 3, 4, 5, 6, 7],
    ])
    func filesOtherThanPagesAreRefused(_ bytes: [UInt8]) {
        let failure = #expect(throws: ExtractionFailure.self) {
            try ReadableText.extract(html: bytes, url: "https://a.example/")
        }
        #expect(failure?.code == .notPage)
    }
}
