import ReadableText
import TestSupport
import Testing
import WebPages

/// The program as the child process that extracts the text of a page.
@Suite(.endToEnd, .brokenPipes)
struct ExtractionTests {
    private let extraction = PageExtraction(program: Places.program)

    @Test func childProcessExtractsTheTextOfAPage() async throws {
        let html = "<title>A title</title><p>Grüße, <a href=y>you</a>.</p>"
        let page = try await extraction.page(
            html: Array(html.utf8), url: "https://a.example/x", charset: "text/html; charset=utf-8")
        #expect(page.title == "A title" && page.text == "A title\n\nGrüße, you.\n")
        #expect(page.links == ["https://a.example/y"])
    }

    @Test func childProcessReportsWhyItFailed() async throws {
        let failure = await #expect(throws: ExtractionFailure.self) {
            try await extraction.page(html: Array("<p>".utf8), url: "https://a.example/x")
        }
        #expect(failure?.code == .noText && failure?.reason.contains("no text") == true)
    }

    @Test func pageThatNeedsTooMuchMemoryFailsAlone() async throws {
        let html = String(repeating: "<p>x", count: 7_000_000)
        let failure = await #expect(throws: ExtractionFailure.self) {
            try await extraction.page(html: Array(html.utf8), url: "https://a.example/x")
        }
        #expect([.tooLarge, .crashed, .tooSlow].contains(failure?.code))
        let page = try await extraction.page(html: Array("<p>next".utf8), url: "")
        #expect(page.text == "next\n")
    }

    @Test func childProcessHasLimitsOfMemoryAndTime() throws {
        try withScratchHome { home in
            let limits = try home.python(
                """
                import subprocess, sys, time
                child = subprocess.Popen([sys.argv[1], "--extract-page"], stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE)
                limits = {}
                while limits.get("Max data size") != "536870912":
                    time.sleep(0.01)
                    for line in open(f"/proc/{child.pid}/limits"):
                        limits[line[:25].strip()] = line[26:].split()[0]
                print(limits["Max cpu time"], limits["Max core file size"])
                child.stdin.close()
                child.wait()
                """, Places.program)
            #expect(limits == "5 0\n")
        }
    }
}
