import Glibc
import ReadableText
import TestSupport
import Testing

/// Pages that are made to do harm, or are only very large: each ends with a text or an error.
@Suite(.ownThread)
struct HostilePagesTests {
    private func seconds(_ work: () -> Void) -> Double {
        var begin = timespec()
        var end = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin)
        work()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
        return Double(end.tv_sec - begin.tv_sec) + Double(end.tv_nsec - begin.tv_nsec) / 1e9
    }

    @Test(arguments: [
        "<div>", "<p>", "<b>", "<b><p>x", "<a href=x>", "<table>", "<table><tr><td>x", "<ul><li>",
        "<li>", "<dl><dd>", "<span>", "<font size=1>", "<blockquote>", "<svg>", "<math>",
        "<select>",
        "<template>", "<form>", "<!--", "<![CDATA[", "</p>", "</div>", "<br>", "<br><br>x", "<h1>",
        "<pre>", "<script>", "<style>", "<title>", "<textarea>", "<svg><p>", "<em><div>", "<nobr>x",
        "<table>x", "<button>", "<ruby>x<rt>y", "<caption>", "<frameset>", "<a><table>", "&amp",
        "<p style='display:none'>", "<object>", "<details>", "<i class=\u{1}>",
        "<div class='a b'>x",
        "<p>a, b, c, d, e, f, g, h, i, j, k, l, m, n", "<img src=x alt=y>", "<a href=#x>,</a>",
    ])
    func longRepetitionsAreReadQuickly(_ piece: String) {
        let html = "<p>\(Pages.words)</p>" + String(repeating: piece, count: 100_000 / piece.count)
        let time = seconds { _ = try? read(html) }
        // The limit is generous, but quadratic time exceeds it.
        #expect(time < 60)
    }

    @Test func manyUnclosedStylesAreReadQuickly() {
        let styles = (0..<2000).map { "<p><b class=c\($0)>" }.joined()
        let html = styles + String(repeating: "<p>x", count: 20_000)
        #expect(seconds { _ = try? read(html) } < 60)
    }

    @Test func elementWithManyAttributesIsRead() throws {
        let many = (0..<100_000).map { " a\($0)=1" }.joined()
        #expect(try read("<p\(many) title=x>\(Pages.words)").blocks.count == 1)
    }

    @Test func largePageIsReadCompletely() throws {
        let count = 5 << 20
        let html = Pages.blog(Pages.paragraphs(count / (Pages.words.utf8.count + 20)))
        #expect(html.utf8.count > count - count / 8)
        let page = try read(html)
        #expect(page.blocks.count == count / (Pages.words.utf8.count + 20))
    }

    @Test func hugeEmbeddedPictureKeepsOnlyItsDescription() throws {
        let picture =
            "<img alt=Ship src='data:image/png;base64,\(String(repeating: "A", count: 9 << 20))'>"
        let page = try read("<article>\(Pages.paragraphs(3))\(picture)</article>")
        #expect(page.blocks.last?.content == .picture(description: "Ship", caption: [], link: nil))
    }

    @Test func tooLargePageIsRefused() {
        let bytes = [UInt8](repeating: 0x20, count: ReadableText.maximumBytes + 1)
        let failure = #expect(throws: ExtractionFailure.self) {
            try ReadableText.extract(html: bytes, url: "")
        }
        #expect(failure?.code == .tooLarge)
    }

    @Test func pageThatNeedsTooMuchMemoryIsRefused() {
        // Each paragraph reopens forty styles.
        let styles = (0..<40).map { "<b class=c\($0)>" }.joined()
        let html = styles + String(repeating: "<p>x", count: 2_000_000)
        let failure = #expect(throws: ExtractionFailure.self) { try read(html) }
        #expect(failure?.code == .tooLarge)
    }

    @Test func deeplyNestedTextIsFound() throws {
        let deep = String(repeating: "<div>", count: 20_000)
        #expect(try read(deep + Pages.words).text == Pages.words + "\n")
        #expect(
            try read("<ul>" + String(repeating: "<li><ul>", count: 900) + Pages.words)
                .blocks.map(\.content).count == 1)
    }
}
