import ScratchFolder
import TestSupport
import Testing

/// The content of a document as `cloudy docs get` gives it.
@Suite(.endToEnd)
struct GetTests {
    /// A home with a bookmark whose note has two versions; returns the bookmark's id.
    private func noted(_ home: Home) throws -> String {
        let id = try home.add("https://a.example/", name: "Alpha")
        for text in ["first\n", "second\n"] { try home.run("note", id, "-", input: text) }
        return id
    }

    @Test func getPrintsTheDocumentWithoutAFile() throws {
        try withScratchHome { home in
            let id = try noted(home)
            let shown = try home.run("docs", "get", id)
            #expect(shown.status == 0 && shown.output == "second\n", "\(shown.errors)")
            for arguments in [["--version", "1"], ["--version=1"], ["--version", "1", "-o", "-"]] {
                let former = try home.run(["docs", "get", id] + arguments)
                #expect(former.status == 0 && former.output == "first\n", "\(former)")
            }
        }
    }

    @Test func getPrintsOnlyTextToATerminal() throws {
        try withScratchHome { home in
            let id = try noted(home)
            let text = try home.openShell("\"$0\" docs get \(id)")
            try text.expect("second", "status 0")
            let attached = try home.run("attach", id, "-", "--name", "a.bin", input: "a\u{0}b")
            let document = attached.output.filter { !$0.isNewline }
            for more in ["", " -o -"] {
                let refused = try home.openShell("\"$0\" docs get \(document)\(more)", columns: 160)
                try refused.expect(
                    "“a.bin” is not text. To write it to a file: cloudy docs get \(document) -o "
                        + "FILE", "status 64")
            }
            #expect(try home.run("docs", "get", document).output == "a\u{0}b")
        }
    }

    /// `--version` of a command must not be taken for the program's option of that name.
    @Test(arguments: [
        (["get", "--version", "2"], "Missing expected argument '<id>'"),
        (["get", "--version"], "Missing value for '--version <number>'"),
        (["get", "x", "--version", "abc"], "The value 'abc' is invalid for '--version <number>'"),
        (["get", "--version", "2", "--bogus"], "Unknown option '--bogus'."),
        (["get", "x", "--version", "2", "--bogus"], "Unknown option '--bogus'."),
        (["get", "x", "y", "--version=2"], "Unexpected argument 'y'"),
        (["get", "x", "--version", "2", "-o"], "Missing value for '-o <path>'"),
    ])
    func wrongUseOfTheVersionOptionIsExplained(_ arguments: [String], _ words: String) throws {
        try withScratchHome { home in
            let outcome = try home.run(["docs"] + arguments)
            #expect(outcome.status == 64 && outcome.output.isEmpty, "\(outcome)")
            #expect(outcome.errors.hasPrefix("cloudy: \(words)"), "\(outcome.errors)")
            #expect(outcome.errors.contains("\nUsage: cloudy docs get "), "\(outcome.errors)")
        }
    }

    @Test(arguments: [["docs", "--version"], ["list", "--version"]])
    func otherCommandsPrintTheVersion(_ arguments: [String]) throws {
        try withScratchHome { home in
            let outcome = try home.run(arguments)
            let version = try home.run("--version").output
            #expect(outcome.status == 0 && outcome.output == version, "\(outcome)")
        }
    }
}
