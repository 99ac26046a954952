import Glibc
import ReadableText
import TestSupport
import Testing

@testable import WebPages

@Suite(.brokenPipes)
struct PageExtractionTests {
    private let page = ReadablePage(title: "T", blocks: [.init(.paragraph([.init("x")]))])

    private func failure(
        _ answer: String, _ ending: PageExtraction.Ending
    ) -> ExtractionFailure.Code? {
        do throws(ExtractionFailure) {
            _ = try PageExtraction.page(Array(answer.utf8), ending)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func childAnswersWithThePageOrTheReason() throws {
        #expect(try PageExtraction.page(page.json, .status(0)) == page)
        #expect(failure(#"{"failure":"no-text","reason":"x"}"#, .status(0)) == .noText)
    }

    @Test func slowAndCrashedChildrenAreToldApart() {
        let whole = String(decoding: page.json, as: UTF8.self)
        #expect(failure(whole, .signal(SIGXCPU)) == .tooSlow)
        #expect(failure(whole, .signal(SIGALRM)) == .tooSlow)
        #expect(failure(whole, .signal(SIGSEGV)) == .crashed)
        #expect(failure(whole, .status(1)) == .crashed)
        for answer in ["", "{", #"{"failure":"x","reason":"y"}"#, "[]"] {
            #expect(failure(answer, .status(0)) == .crashed)
        }
    }

    @Test func missingProgramIsNamed() async {
        let failure = await #expect(throws: ExtractionFailure.self) {
            try await PageExtraction(program: "/nowhere/x").page(html: [], url: "")
        }
        #expect(failure?.code == .crashed && failure?.reason.contains("/nowhere/x") == true)
    }

    @Test func childThatReadsNoInputCountsAsCrashed() async {
        let failure = await #expect(throws: ExtractionFailure.self) {
            let page = [UInt8](repeating: 0x20, count: 1 << 20)
            _ = try await PageExtraction(program: "/bin/false").page(html: page, url: "")
        }
        #expect(failure?.code == .crashed)
    }

    @Test func childIsRequestedByASingleArgument() {
        #expect(PageExtraction.isWanted(["cloudy", "--extract-page"]))
        #expect(!PageExtraction.isWanted(["cloudy", "--extract-page", "x"]))
        #expect(!PageExtraction.isWanted(["cloudy"]))
    }
}
