import Interchange
import SeededRandom
import TestSupport
import Testing

@Suite(.ownThread)
struct PageSummaryTests {
    private func read(_ text: String, _ contentType: String? = nil) -> PageSummary {
        PageSummary(readingPage: Array(text.utf8), contentType: contentType)
    }

    @Test(arguments: [
        ("<title>Swift.org</title>", "Swift.org"),
        ("<!doctype html><HTML><HEAD><TITLE lang=en>\n  Two \t lines\u{A0}\n</TITLE>", "Two lines"),
        ("<title>Use of <b> &amp; &lt;i&gt; &eacute;&#x2014;</title>", "Use of <b> & <i> é—"),
        ("<title></title><title>Second</title>", "Second"),
        ("<script>document.write('<title>No</title>')</script><title>Yes</title>", "Yes"),
        ("<svg><title>Icon</title></svg><body><title>Late</title>", "Late"),
        ("<!-- <title>No</title> --><title>Yes", "Yes"),
        ("<meta property='og:title' content='Shared'><p>", "Shared"),
        ("<meta property='og:title' content='Shared'><title>Own</title>", "Own"),
        ("<meta name=twitter:title content='Bird'><title> </title>", "Bird"),
        ("no page at all", ""), ("", ""), ("<title", ""),
        ("<title>\u{1b}[31mred\u{7}</title>", "[31mred"),
    ])
    func pageTitleIsReadAsOneLine(_ page: String, _ title: String) {
        #expect(read(page).title == title)
    }

    @Test func descriptionIsReadFromTheMetaTags() {
        let both = """
            <head><meta property="og:description" content="Shared">
            <META content='  The
            page ' NAME="Description"></head><body>
            """
        #expect(read(both).description == "The page")
        #expect(read("<meta property=og:description content=Shared>").description == "Shared")
        #expect(read("<meta name=keywords content=no>").description.isEmpty)
        // After the head of a page that has a title, nothing is searched.
        #expect(read("<title>x</title><body><meta name=description content=y>").description == "")
    }

    @Test func longTitlesAndDescriptionsAreCut() {
        let long = read("<title>\(String(repeating: "ab ", count: 5000))</title>")
        #expect(long.title.count <= PageSummary.titleLimit && long.title.hasSuffix("b…"))
        let text = String(repeating: "x", count: 5000)
        let description = read("<meta name=description content='\(text)'>").description
        #expect(description.count == PageSummary.descriptionLimit)
    }

    @Test(arguments: ["image/png", "application/pdf", "text/plain; charset=utf-8", "video/mp4"])
    func filesOtherThanPagesHaveNoTitle(_ type: String) {
        #expect(read("<title>x</title>", type) == PageSummary())
        #expect(read("\u{0}PNG<title>x</title>") == PageSummary())
    }

    @Test func charsetOfTheServerComesBeforeThatOfThePage() {
        let greeting: [UInt8] = [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4]
        let page = Array("<meta charset=iso-8859-5><title>".utf8) + greeting
        func title(_ bytes: [UInt8], _ type: String?) -> String {
            PageSummary(readingPage: bytes, contentType: type).title
        }
        #expect(title(page, "text/html; Charset=\"KOI8-R\"") == "Привет")
        let own = Array("<meta charset=koi8-r><title>".utf8) + greeting
        #expect(title(own, "text/html") == "Привет")
        #expect(title(own, "text/html; charset=no-such-set") == "Привет")
        // Western text, without any declaration.
        #expect(title(Array("<title>Caf".utf8) + [0xE9], nil) == "Café")
        #expect(title(Array("<title>Café".utf8), "text/html; charset=iso-8859-1") == "Café")
    }

    @Test func byteOrderMarkOverridesTheServersCharset() {
        let text = "<title>Пример</title>"
        var wide: [UInt8] = [0xFE, 0xFF]
        for unit in text.utf16 { wide += [UInt8(unit >> 8), UInt8(unit & 255)] }
        let page = PageSummary(readingPage: wide, contentType: "text/html; charset=utf-8")
        #expect(page.title == "Пример")
        #expect(read("\u{FEFF}<title>é</title>", "text/html; charset=koi8-r").title == "é")
    }

    @Test func titleInISO2022JPIsRead() {
        // 日本 in ISO-2022-JP.
        let name: [UInt8] = [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x1B, 0x28, 0x42]
        let bytes = Array("<title>".utf8) + name + Array("</title>".utf8)
        let page = PageSummary(readingPage: bytes, contentType: "text/html; charset=ISO-2022-JP")
        #expect(page.title == "日本")
    }

    @Test func titleOfACutPageIsNotGarbled() {
        let page = Array("<meta charset=utf-8><title>地図です</title>".utf8)
        for length in page.indices {
            let title = PageSummary(readingPage: Array(page[..<length]), contentType: nil).title
            #expect("地図です".hasPrefix(title) || title.hasPrefix("地図です<"), "\(title)")
        }
        let damaged = Array("<title>é".utf8) + [0xFF] + Array("é</title>".utf8)
        let read = PageSummary(readingPage: damaged, contentType: "text/html; charset=utf-8")
        #expect(read.title == "é\u{FFFD}é")
    }

    @Test func damagedPagesGiveShortTitlesWithoutControls() {
        let seeds = [
            "<!doctype html><head><meta charset=koi8-r><title>a &amp; b</title></head><body>",
            "<script><title></script><svg><title>x</title></svg><meta name=description content=y>",
            "\u{FEFF}<title>地図</title><meta property='og:title' content=\"&#x1F5FA;\">",
        ]
        let types = [
            nil, "text/html", "text/html; charset=utf-16", "text/html; charset=iso-2022-kr",
            "text/html; charset=\"\"", "; charset=utf-7", "application/xhtml+xml; charset=big5",
        ]
        var mutator = Mutator(seed: 6, seeds: seeds.map { Array($0.utf8) })
        var titles = 0
        let rounds = Mutator.rounds(3000, environment: Command.inheritedEnvironment)
        for round in 0..<rounds {
            let type = types[round % types.count]
            let page = PageSummary(readingPage: mutator.next(), contentType: type)
            titles += page.title.isEmpty ? 0 : 1
            #expect(page.title.count <= PageSummary.titleLimit)
            #expect(!page.title.utf8.contains { $0 < 0x20 })
        }
        #expect(titles > rounds / 10, "some damaged pages must still have a title")
    }

    @Test(arguments: [
        "<title>", "<svg>", "<script>", "</", "<!--", "<meta name=description content='", "&",
        "<title>x", "<meta ", "<svg><title>",
    ])
    func longRepetitionsAreReadQuickly(_ piece: String) {
        let started = processorTime()
        _ = read(String(repeating: piece, count: 100_000))
        #expect(processorTime() - started < .seconds(60))
    }
}
