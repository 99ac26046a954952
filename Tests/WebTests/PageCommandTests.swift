import Bookmarks
import ScratchFolder
import Synchronization
import TestSupport
import Testing
import WebPages

/// A program that the person chose for fetching pages.
@Suite(.ownThread, .brokenPipes)
struct PageCommandTests {
    private let folder = ScratchFolder()

    /// A program that runs a script.
    private func program(_ script: String) throws -> String {
        try folder.writeProgram("program", script)
    }

    /// The result of checking one link, whose page the command prints.
    private func result(
        _ command: PageCommand, _ url: String = "https://a.example/", limit: Int = 1 << 20
    ) async throws -> LinkChecker.Result {
        let results = Mutex<[LinkChecker.Result]>([])
        let checker = LinkChecker(
            [LinkChecker.Link(id: "a", url: url)], reading: .whole(limit, by: command),
            fetcher: WebFetcher(program: "no-such-curl")
        ) { 1000 }
        _ = try await checker.run { new in results.withLock { $0 += new } }
        return try #require(results.withLock { $0 }.first)
    }

    private func page(_ script: String, _ words: String = "", of url: String) async throws -> String
    {
        let command = try #require(PageCommand(program(script) + words))
        let answer = try #require(try await result(command, url).answer)
        #expect(answer.isSuccess && answer.contentType == "text/html")
        return String(decoding: answer.body, as: UTF8.self)
    }

    @Test func commandGetsTheURLAsAnArgument() async throws {
        let script = "for word; do echo \"<$word>\"; done"
        #expect(
            try await page(script, of: "https://a.example/b?c=d") == "<https://a.example/b?c=d>\n")
        #expect(
            try await page(script, " --dump-dom %s -q", of: "https://a.example/")
                == "<--dump-dom>\n<https://a.example/>\n<-q>\n")
        #expect(
            try await page(script, " --url=%s", of: "https://a.example/")
                == "<--url=https://a.example/>\n")
    }

    /// No shell interprets the URL.
    @Test func urlIsNotInterpretedByAShell() async throws {
        let url = "https://a.example/$(touch bad)`touch bad`;touch bad&x=\"'|*"
        let printed = try await page("printf '%s' \"$#:$1\"", of: url)
        #expect(printed.hasPrefix("1:https://a.example/$(touch%20bad)"))
        #expect(try Command("ls", [folder.path("")]).run().output == "program\n")
    }

    @Test func failureNamesTheProgramAndItsStatus() async throws {
        let program = try program("echo too early >&2; echo there is no display >&2; exit 7")
        let result = try await result(try #require(PageCommand(program)))
        #expect(result.answer == nil)
        #expect(
            result.state.finding.detail
                == "\(program) failed with status 7 (there is no display)")
    }

    @Test func emptyOutputIsAFailure() async throws {
        let program = try program("exit 0")
        let result = try await result(try #require(PageCommand(program)))
        #expect(result.state.finding.detail == "\(program) printed nothing")
    }

    @Test func errorForAMissingProgramNamesTheSetting() async throws {
        let error = await #expect(throws: WebFailure.self) {
            _ = try await result(try #require(PageCommand("no-such-browser --headless")))
        }
        #expect(error?.reason.contains("no-such-browser is not installed") == true)
        #expect(error?.reason.contains("cloudy settings unset save-command") == true)
    }

    /// Programs that the command started end with it.
    @Test func slowCommandAndItsChildrenAreEnded() async throws {
        let program = try program("sleep 1000 & echo $! > '\(folder.path("pid"))'; wait")
        let result = try await result(try #require(PageCommand(program, seconds: 1)))
        #expect(result.state.finding.detail == "\(program) took longer than 1 second")
        // The process that inherits it may leave it a zombie.
        let script = "stat=/proc/$(cat '\(folder.path("pid"))')/stat; ! grep -v ') Z' $stat"
        #expect(try wait { try Command("sh", ["-c", script]).run().status == 0 })
    }

    @Test func outputBeyondTheLimitIsRefused() async throws {
        let program = try program("yes")
        let result = try await result(try #require(PageCommand(program)), limit: 1 << 20)
        #expect(result.state.finding.detail.contains("the limit is 1 MiB"))
    }

    @Test func blankTextIsNotACommand() {
        #expect(PageCommand("") == nil)
        #expect(PageCommand("  ") == nil)
    }
}
