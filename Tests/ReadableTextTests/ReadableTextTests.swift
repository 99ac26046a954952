import ReadableText
import Testing

struct ReadableTextTests {
    private func page(_ html: String) throws -> ReadablePage {
        try ReadableText.extract(html: Array(html.utf8), url: "https://a.example/b/c")
    }

    @Test func pageBecomesBlocks() throws {
        let page = try page(
            """
            <html lang=en><title>A &amp; B</title><nav>Menu</nav><article><h1>Head</h1>
            <p>One <b>two</b> <a href=../d>three</a>.<p>Four<ul><li>five<ol start=3>
            <li>six</ol></ul>
            <blockquote>seven</blockquote><pre>a
              b</pre><table><tr><th>x<th>y<tr><td>1<td>2</table><hr>
            <figure><img src=p.png alt=Pic><figcaption>Cap</figcaption></figure></article>
            """)
        #expect(page.title == "A & B" && page.language == "en")
        #expect(page.links == ["https://a.example/d", "https://a.example/b/p.png"])
        let expected: [ReadablePage.Content] = [
            .heading(level: 1, [.init("Head")]),
            .paragraph([
                .init("One "), .init("two", .strong), .init(" "), .init("three", link: 1),
                .init("."),
            ]),
            .paragraph([.init("Four")]), .item(depth: 0, mark: "•", [.init("five")]),
            .item(depth: 1, mark: "3.", [.init("six")]), .paragraph([.init("seven")]),
            .code("a\n  b"),
            .table([
                .init(isHeading: true, cells: [[.init("x")], [.init("y")]]),
                .init(cells: [[.init("1")], [.init("2")]]),
            ]), .rule, .picture(description: "Pic", caption: [.init("Cap")], link: 2),
        ]
        #expect(page.blocks.map(\.content) == expected)
        #expect(page.blocks.map(\.quotes) == [0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
    }

    @Test(arguments: [
        ("How to write a parser | Example", "", "How to write a parser"),
        ("Example — How to write a parser", "Example", "How to write a parser"),
        // The text before the separator is a part of the title, unless the site has that name.
        ("Page 1 — über & Straße", "", "Page 1 — über & Straße"),
        (
            "Rust — the good parts of systems programming", "Example",
            "Rust — the good parts of systems programming"
        ),
        (
            "Three words here - a long second half of a title", "",
            "Three words here - a long second half of a title"
        ),
    ])
    func titleLosesOnlyTheNameOfItsSite(_ whole: String, _ site: String, _ title: String) throws {
        let meta = site.isEmpty ? "" : "<meta property=og:site_name content='\(site)'>"
        let page = try page("<title>\(whole)</title>\(meta)<h1>Intro</h1><p>One two three.")
        #expect(page.title == title)
    }

    @Test func pageIsReadBackFromJSONUnchanged() throws {
        let page = try page(
            "<p>“A” <a href=/x><i>b</i></a><br>c<table><tr><td>1</table><img src=/y>"
                + "<li>x<blockquote><h4>y</h4></blockquote>")
        #expect(ReadablePage(json: page.json) == page)
        #expect(ReadablePage(json: Array("{}".utf8)) == nil)
    }
}
