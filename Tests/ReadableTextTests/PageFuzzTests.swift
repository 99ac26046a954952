import ReadableText
import SeededRandom
import TestSupport
import Testing

/// Damaged pages: each gives a text or an error, quickly and in bounded memory.
@Suite(.ownThread)
struct PageFuzzTests {
    private static let pages = [
        Pages.blog(),
        Pages.blog(
            """
            <h2>A</h2>\(Pages.paragraphs(2))<pre>a\n  b</pre>
            <figure><img src="x" alt="y"><figcaption>z</figcaption></figure>
            <table><tr><th>A<td>B<tr><td colspan=2>C</table><ol start=3><li>x<ul>
            <li>y</ul></ol><blockquote><p>q<br><br>r</p></blockquote><dl><dt>s<dd>t</dl><hr>
            """),
        """
        <table><tr><td><font size=2><a href=/>A</a></font><td>
        \(Pages.words)<br><br>\(Pages.words)</table>
        <svg><path d=x /></svg><template shadowrootmode=open><p>x</template><math><mi>x</math>
        """,
        """
        <meta charset=shift_jis><script type="application/ld+json">{"@context":"https://schema.org",
        "@type":"NewsArticle","headline":"H","author":[{"name":"N"}]}</script><p>東京タワーは、高い。</p>
        """,
    ].map { Array($0.utf8) }

    @Test func damagedPagesAreReadOrRefused() {
        var fuzzer = Fuzzer(
            "web pages", seed: 31, seeds: Self.pages, rounds: 500,
            environment: Command.inheritedEnvironment)
        let outcome = fuzzer.run { bytes, round in
            let charset = round.isMultiple(of: 5) ? "shift_jis" : nil
            guard
                let page = try? ReadableText.extract(
                    html: bytes, url: "https://a.example/b", charset: charset)
            else { return false }
            #expect(!page.blocks.isEmpty)
            #expect(ReadablePage(json: page.json) == page)
            #expect(page.links.allSatisfy { $0.contains(":") })
            let lines = page.lines(width: 1 + round % 90)
            #expect(lines.allSatisfy { $0.block < page.blocks.count && $0.offset >= 0 })
            return true
        }
        #expect(outcome.sound > outcome.rounds / 2, "most damaged pages must still give a text")
        #expect(outcome.longest < 5, "a small damaged page must be read within 5 seconds")
    }

    /// Pages that are made to do harm: deep, wide, unclosed, or with misplaced elements.
    private static let hostile = [
        String(repeating: "<div><p>", count: 150) + Pages.words,
        String(repeating: "<table><td>", count: 60) + Pages.paragraphs(2),
        "<p " + (0..<200).map { "a\($0)=\"x\"" }.joined(separator: " ") + ">" + Pages.words,
        String(repeating: "<b><i><a href=x>", count: 80) + "<p>" + Pages.words,
        """
        <select><option><svg><foreignObject><math><mtext><table><form><input><textarea>
        \(Pages.paragraphs(2))<frameset><plaintext><noscript><iframe srcdoc="<p>x">
        """,
        "<article>" + String(repeating: "<img src=data:image/png;base64,AAAA>", count: 200)
            + Pages.paragraphs(3),
        String(repeating: "&NotEqualTilde;&#1114111;&#0;", count: 100) + Pages.paragraphs(1),
    ].map { Array($0.utf8) }

    @Test func hostilePagesAreReadOrRefused() {
        var fuzzer = Fuzzer(
            "hostile web pages", seed: 33, seeds: Self.hostile, rounds: 150,
            environment: Command.inheritedEnvironment)
        let outcome = fuzzer.run { bytes, round in
            guard let page = try? ReadableText.extract(html: bytes, url: "https://a.example/b")
            else { return false }
            #expect(ReadablePage(json: page.json) == page)
            _ = page.lines(width: 1 + round % 90)
            return true
        }
        #expect(outcome.sound > outcome.rounds / 10, "some damaged pages must still give a text")
        #expect(outcome.longest < 5, "a small damaged page must be read within 5 seconds")
    }

    @Test func damagedTextsInJSONAreReadOrRefused() throws {
        let seeds = try Self.pages.map {
            try ReadableText.extract(html: $0, url: "https://a.example/b").json
        }
        var fuzzer = Fuzzer(
            "the text of a page", seed: 32, seeds: seeds, rounds: 500,
            environment: Command.inheritedEnvironment)
        let outcome = fuzzer.run { bytes, round in
            guard let page = ReadablePage(json: bytes) else { return false }
            #expect(ReadablePage(json: page.json) == page)
            let numbers = page.lines(width: 1 + round % 90).flatMap { $0.pieces.compactMap(\.link) }
            #expect(numbers.allSatisfy { page.links.indices.contains($0 - 1) })
            return true
        }
        #expect(outcome.sound > outcome.rounds / 10, "some damaged pages must still give a text")
    }
}
