import SeededRandom
import TestSupport
import Testing

@testable import WebPages

struct AnswerReaderTests {
    private func read(_ text: String, _ url: String = "https://a.example/x?y#z") throws -> WebAnswer
    {
        var reader = AnswerReader()
        // One byte at a time is the worst case for a pipe.
        for byte in text.utf8 { try reader.take(CollectionOfOne(byte)) }
        return try reader.answer(to: WebTarget(url))
    }

    @Test func bodyBeginsAfterTheHead() throws {
        let answer = try read(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>\r\n\r\nHTTP/1.1 404 No\r\n\r\n")
        #expect(answer.status == 200 && answer.contentType == "text/html")
        #expect(
            String(decoding: answer.body, as: UTF8.self) == "<p>\r\n\r\nHTTP/1.1 404 No\r\n\r\n")
        #expect(answer.url == "https://a.example/x?y" && answer.movedTo == nil)
    }

    @Test func earlyHintsBeforeTheAnswerAreIgnored() throws {
        let answer = try read(
            "HTTP/2 103 Early Hints\r\nlocation: /z\r\n\r\nHTTP/2 410 \r\nRETRY-AFTER:\t7\r\n\r\n")
        #expect(answer.status == 410 && answer.retryAfter == "7" && answer.body.isEmpty)
    }

    @Test func onlyPermanentRedirectsMoveTheURL() throws {
        func chain(_ hops: [(Int, String)]) -> String {
            hops.map { "HTTP/1.1 \($0.0) M\r\nLocation: \($0.1)\r\n\r\n" }.joined()
                + "HTTP/1.1 200 OK\r\n\r\n"
        }
        let all = try read(chain([(301, "/b"), (308, "../c?q"), (301, "//d.example/e/./f")]))
        #expect(all.movedTo == "https://d.example/e/f" && all.url == all.movedTo)
        let login = try read(chain([(301, "http://b.example"), (302, "/login")]))
        #expect(login.movedTo == "http://b.example" && login.url == "http://b.example/login")
        #expect(try read(chain([(302, "/b"), (301, "/c")])).movedTo == nil)
        #expect(try read(chain([(301, "https://a.example/x?y")])).movedTo == nil)
        #expect(try read(chain([(301, "HTTPS://a.example/x?y#new")])).movedTo == nil)
    }

    @Test func redirectStatusWithoutALocationIsAnAnswer() throws {
        let answer = try read("HTTP/1.1 304 Not Modified\r\n\r\nbody")
        #expect(answer.status == 304 && answer.body.count == 4)
    }

    @Test(arguments: [
        "<html>", "HTTP/1.1\r\n", "HTTP/1.1 20 OK\r\n\r\n", "HTTP/1.1 abc OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nno end", "", "HTTP/1.1 301 M\r\nLocation: /b\r\n\r\n", "\n",
    ])
    func incompleteOrInvalidAnswersAreRefused(_ text: String) {
        #expect(throws: WebFailure.self) { try read(text) }
    }

    @Test func endlessHeadIsRefused() {
        var reader = AnswerReader()
        #expect(throws: WebFailure.self) {
            try reader.take("HTTP/1.1 200 OK\r\n".utf8)
            for _ in 0..<40 { try reader.take(repeatElement(UInt8(ascii: "a"), count: 1 << 16)) }
        }
    }

    @Test func damagedAnswersAreReadOrRefused() throws {
        let seeds = [
            "HTTP/1.1 301 M\r\nLocation: ../b/./c?d#e\r\n\r\nHTTP/1.1 200 OK\r\na: b\r\n\r\nbody",
            "HTTP/2 103 \r\n\r\nHTTP/2 302 \r\nlocation: //x\r\n\r\nHTTP/2 503 \r\n\r\n",
        ]
        var mutator = Mutator(seed: 9, seeds: seeds.map { Array($0.utf8) })
        let target = try WebTarget("https://a.example/x/y")
        var read = 0
        let rounds = Mutator.rounds(3000, environment: Command.inheritedEnvironment)
        for _ in 0..<rounds {
            var reader = AnswerReader()
            guard (try? reader.take(mutator.next())) != nil else { continue }
            read += (try? reader.answer(to: target)) == nil ? 0 : 1
        }
        #expect(read > rounds / 20, "some damaged answers must still be read")
    }

    @Test func retryAfterDatesBecomeSecondsToWait() {
        let now = 784_111_777.0
        func wait(_ text: String) -> Double? {
            WebAnswer(status: 429, url: "", retryAfter: text).secondsToWait(at: now)
        }
        #expect(wait("120") == 120)
        #expect(wait("Sun, 06 Nov 1994 08:49:37 GMT") == 0)
        #expect(wait("Sun, 06 Nov 1994 08:51:37 GMT") == 120)
        #expect(wait("Thu, 29 Feb 2024 00:00:00 GMT") == 1_709_164_800 - now)
        #expect(wait("Sun, 06 Nov 1900 08:49:37 GMT") == nil)
        #expect(wait("Thu, 31 Feb 2024 00:00:00 GMT") == nil)
        #expect(wait("Fri, 31 Dec 9999 23:59:59 GMT") == 253_402_300_799 - now)
        #expect(wait("soon") == nil && wait("-1") == nil && wait("") == nil)
    }
}
