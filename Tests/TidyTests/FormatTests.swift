import TestSupport
import Testing

/// The code is formatted as by `make format`.
@Suite(.ownThread)
struct FormatTests {
    @Test func allCodeIsFormatted() throws {
        let files = ["Sources", "Tests", "Package.swift"].map { "\(Places.repository)/\($0)" }
        let lint = ["format", "lint", "--strict", "--parallel", "--recursive"]
        let outcome = try Command("swift", lint + files).run(timeout: .seconds(600))
        let complaints = outcome.errors.split(separator: "\n").prefix(20).joined(separator: "\n")
        #expect(outcome.status == 0, "run `make format`:\n\(complaints)")
    }
}
