import ScratchFolder
import TestSupport
import Testing

/// Commands that have nothing to list say so to a person.
@Suite(.endToEnd)
struct EmptyOutputTests {
    @Test(arguments: [
        ("trash", "The trash is empty.", 0), ("transfers", "There are no transfers.", 1),
        ("docs", "There are no documents.", 1), ("docs --held", "No deletions are waiting.", 1),
        ("docs --deleted", "The trash has no documents.", 1),
        ("conflicts", "There are no conflicts.", 0),
        ("duplicates", "There are no duplicates.", 0), ("tags", "There are no tags.", 0),
        ("folders", "There are no folders.", 0), ("undo --list", "Nothing to undo.", 0),
        ("redo --list", "Nothing to redo.", 0), ("searches", "There are no saved searches.", 0),
    ])
    func personIsToldThatNothingIsListed(
        _ command: String, _ sentence: String, _ status: Int32
    ) throws {
        try withScratchHome { home in
            try home.run("sync")
            let shown = try home.shell(
                "script -qec \"'$0' \(command) > '\(home.path)/output'\" /dev/null")
            #expect(shown.status == status && shown.output.contains("cloudy: \(sentence)"))
            #expect(try home.shell("cat '\(home.path)/output'").output.isEmpty)
            let json = try home.shell("script -qec \"'$0' \(command) --json\" /dev/null")
            #expect(json.output.hasPrefix("[") && !json.output.contains(sentence))
            let piped = try home.run(command.split(separator: " ").map(String.init))
            #expect(piped.status == status && piped.output.isEmpty && piped.errors.isEmpty)
        }
    }
}
