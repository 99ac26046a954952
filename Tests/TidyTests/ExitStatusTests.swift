import Testing

/// The table of exit statuses and the statuses of the programs are the same.
struct ExitStatusTests {
    @Test func theTableNamesEachStatus() throws {
        let source = try contents(of: "Sources/Store/DeviceStore/Paths/ExitStatus.swift")
        let known = source.split(separator: "\n").compactMap { line -> String? in
            let words = line.split(separator: " ")
            guard words.count == 4, words[0] == "case", words[2] == "=" else { return nil }
            return "\(words[3]) \(words[1])"
        }
        let table = try contents(of: "Docs/Reference/ExitStatuses.md")
        let rows = table.split(separator: "\n").compactMap { line -> String? in
            let cells = line.split(separator: "|").map { $0.filter { !" `".contains($0) } }
            return cells.count == 3 && Int(cells[0]) != nil ? "\(cells[0]) \(cells[1])" : nil
        }
        #expect(rows == known && known.count > 5)
    }

    /// A number alone in a program would be a second table.
    @Test func noProgramEndsWithANumber() {
        let programs = SwiftSource.product.filter { $0.path.hasPrefix("Sources/Programs/") }
        // The agent becomes a program of its own, and takes the table with it.
        for source in programs where !source.path.hasPrefix("Sources/Programs/cloudyd/Agent/") {
            let isNumber = source.code.contains { $0.contains(/ExitCode\(\d+\)/) }
            #expect(!isNumber, "\(source) ends with a number")
        }
        #expect(programs.count > 100)
    }
}
