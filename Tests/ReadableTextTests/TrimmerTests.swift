import Testing

@testable import ReadableText

/// The parts removed from a page before it becomes a tree.
struct TrimmerTests {
    private func trimmed(_ html: String) -> String {
        String(decoding: PageTrimmer.trimmed(Array(html.utf8)), as: UTF8.self)
    }

    @Test(arguments: [
        ("a<b", "a"), ("a < b <3", "a < b <3"),
        ("<P CLASS='x y'>a</P >", "<p class='x y'>a</p>"),
        ("<p onclick=\"a > b\" id=c>x", "<p id=c>x"), ("<p id=a id=b>", "<p id=a>"),
        ("<img src=a/>x", "<img src=a/>x"), ("<br/>x", "<br />x"),
        ("<a href = \"x\">", "<a href=\"x\">"),
        ("a<!-- <p> -->b<!-->c<!--->d<!-- x --!>e", "abcde"), ("a<!-- b", "a"),
        ("<script>if (a < b) '</p>'</script>c", "c"), ("<SCRIPT>a</script x>b", "b"),
        ("<style>a</styles></style>b", "b"), ("<textarea><p></textarea>x", "x"),
        ("<noscript>a", ""),
        ("<title>a <b></title>", "<title>a <b></title>"), ("<svg><svg></svg>a</svg>b", "b"),
        (
            "<script type='application/ld+json'>{}</script>",
            "<script type='application/ld+json'>{}</script>"
        ),
        ("<template shadowrootmode=open><p>a</template>b", "<div><p>a</div>b"),
        ("<template><p>a</template>b", "<template><p>a</template>b"), ("<svg>a", "<svg>a"),
        ("a<p", "a"), ("a<p x='", "a"), ("a</p x='>'>b", "a</p>b"), ("a</ b>", "a</ b>"),
        ("<!doctype html>a", "<!doctype html>a"), ("<?php x ?>a", "a"),
        ("<script/>a</script>b", "b"), ("<?xml version='1.0'?><script/>a<p/>b", "a<p /></p>b"),
    ])
    func scriptsCommentsAndUnusedAttributesAreRemoved(_ html: String, _ expected: String) {
        #expect(trimmed(html) == expected)
    }

    @Test func tooLongAttributeIsLeftOut() {
        let long = String(repeating: "A", count: PageTrimmer.longestValue + 1)
        #expect(trimmed("<img alt=x src=\(long)>") == "<img alt=x>")
    }

    @Test func nestingDepthIsLimited() {
        let html =
            String(repeating: "<div>", count: 1000) + "x" + String(repeating: "</div>", count: 1000)
        let open = trimmed(html).components("<div>")
        #expect(open == PageTrimmer.deepest && trimmed(html).components("</div>") == open)
        #expect(
            trimmed(String(repeating: "<i>", count: 1000)).components("<i>")
                == PageTrimmer.mostStyles)
    }

    @Test(arguments: [
        "<p>a", "<li>a", "<ul><li>a</ul>", "<tr><td>a", "<dl><dt>a<dd>b</dl>", "<a href=x>y",
        "<td>a<p>b",
        "<option>a", "<p><b>a</b>", "<p>a<div>b</div>",
    ])
    func omittedEndTagsAddNoDepth(_ piece: String) {
        let html = "<table>" + String(repeating: piece, count: 1000)
        #expect(trimmed(html) == html)
    }
}

extension String {
    /// Returns the number of times that a text occurs in this one.
    fileprivate func components(_ text: String) -> Int {
        split(separator: text, omittingEmptySubsequences: false).count - 1
    }
}
