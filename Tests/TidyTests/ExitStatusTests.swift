import TestSupport
import Testing

/// The table of exit statuses matches the statuses of the programs.
@Suite(.ownThread) struct ExitStatusTests {
    @Test func exitStatusTableMatchesTheCode() throws {
        let source = try contents(of: "Sources/Storage/FileCoordination/ExitStatus.swift")
        let known = source.split(separator: "\n").compactMap { line -> Int? in
            let words = line.split(separator: " ")
            guard words.count == 4, words[0] == "case", words[2] == "=" else { return nil }
            return Int(words[3])
        }
        let table = try contents(of: "Docs/Reference/ExitStatuses.md")
        let rows = table.split(separator: "\n").compactMap { line in
            line.split(separator: "|").first.flatMap { Int($0.filter { $0 != " " }) }
        }
        // The status of a program that was ended by a signal is not its own choice.
        #expect(rows.filter { $0 < 128 } == known && known.count > 5)
    }

    /// A literal number in a program would be a second table.
    @Test func programsUseNoLiteralExitStatus() {
        let programs = SwiftSource.product.filter { $0.path.hasPrefix("Sources/Programs/") }
        for source in programs {
            let isNumber = source.code.contains { $0.contains(/ExitCode\(\d+\)/) }
            #expect(!isNumber, "\(source) must not exit with a literal number")
        }
        #expect(programs.count > 100)
    }
}
