import Interchange
import SeededRandom
import TestSupport
import Testing

/// Damaged pages that a browser or SingleFile saved: the reader finds a web address, or none.
@Suite(.ownThread) struct SavedPageFuzzTests {
    private static let pages = [
        """
        <!DOCTYPE html> <html lang=en><!--
         Page saved with SingleFile
         url: https://a.example/é?x=1&amp;y=2
         saved date: Thu Nov 26 2026
        --><meta charset=utf-8><title>A &amp; B</title>
        <style>a{background:url("data:image/png;base64,iVBORw0KGgo=")}</style>
        <body><p>x</p></body></html>
        """,
        "<!-- saved from url=(0023)https://www.example.org/ -->\r\n<html><title>B</title>",
        """
        <html><head><link rel="stylesheet canonical" href='https://c.example/'>
        <meta property=og:url content="http://c.example/2"></head><body><base href=x>
        """,
        "<meta charset=utf-16><meta name=og:url content=https://d.example/><template><head>",
    ].map { Array($0.utf8) }

    @Test func damagedSavedPagesNeverGiveAnInvalidAddress() {
        var fuzzer = Fuzzer(
            "pages that SingleFile saved", seed: 61, seeds: Self.pages, rounds: 1500,
            environment: Command.inheritedEnvironment)
        let outcome = fuzzer.run { bytes, _ in
            _ = PageSummary(readingPage: bytes, contentType: "text/html").title
            guard let url = PageSource(readingPage: bytes).url else { return false }
            #expect(url.lowercased().hasPrefix("http") && url.contains("://"))
            return true
        }
        #expect(outcome.sound > outcome.rounds / 5, "some damaged pages must still give an address")
        #expect(outcome.longest < 5, "a small damaged page must be read within 5 seconds")
    }

    /// Text that a page may repeat many times before its address.
    @Test(arguments: ["<!--", "<link ", "<meta a=\"", "Page saved with SingleFile\n", "url:", "&#"])
    func longRepetitionsAreReadQuickly(_ piece: String) {
        let bytes = Array(String(repeating: piece, count: 300_000).utf8)
        let started = processorTime()
        #expect(PageSource(readingPage: bytes).url == nil)
        _ = PageSummary(readingPage: bytes, contentType: "text/html").title
        #expect(processorTime() - started < .seconds(30))
    }
}
