import TestSupport
import Testing

/// The scripts that measure and compute.
@Suite(.endToEnd)
struct ScriptsTests {
    private func python(_ arguments: [String], timeout: Duration = .seconds(60)) throws
        -> Command.Outcome
    {
        var environment = Command.inheritedEnvironment
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        return try Command(Home.pythonItself, arguments, environment: environment)
            .run(timeout: timeout)
    }

    /// The scripts' own unit tests.
    @Test func unitTestsOfTheScriptsPass() throws {
        let outcome = try python([
            "-m", "unittest", "discover", "--start-directory", "\(Places.repository)/Scripts",
        ])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(!outcome.errors.contains("Ran 0 tests"))
    }

    /// The benchmark still runs to its end, whatever its numbers are.
    @Test func benchmarkRunsToItsEnd() throws {
        let bench = "\(Places.repository)/Scripts/bench"
        let outcome = try python(
            [bench, Places.program, "--alone", "--quick", "--sizes", "60", "--patience", "20"],
            timeout: .seconds(300))
        #expect(outcome.status == 0, "\(outcome.errors)")
        let rows = outcome.output.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
        #expect(rows.count >= 12, "\(outcome.output)")
        for row in rows { #expect(!row.hasSuffix("| – |"), "\(row) must have a number") }
    }
}
