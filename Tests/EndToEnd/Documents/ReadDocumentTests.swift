import ScratchFolder
import TestSupport
import Testing

/// The text of documents that are not web pages, and the advice where there is no text.
@Suite(.endToEnd)
struct ReadDocumentTests {
    private func attachPDF(_ home: Home) throws -> (bookmark: String, document: String) {
        let id = try home.add("https://a.example/", name: "Alpha")
        let attached = try home.run(
            "attach", id, "-", "--name", "a paper.pdf", input: "%PDF-1.7 of a test\n")
        return (id, attached.output.filter { !$0.isNewline })
    }

    /// Runs `cloudy read` with a script in place of `pdftotext`.
    private func read(_ home: Home, _ id: String, pdftotext: String) throws -> Command.Outcome {
        try home.shell(
            """
            mkdir -p "$CLOUDY_HOME/bin"
            printf '#!/bin/sh\\n%s\\n' '\(pdftotext)' > "$CLOUDY_HOME/bin/pdftotext"
            chmod +x "$CLOUDY_HOME/bin/pdftotext"
            PATH="$CLOUDY_HOME/bin:$PATH" "$0" read \(id)
            """)
    }

    @Test func readPrintsTheTextOfAPDF() throws {
        try withScratchHome { home in
            let (bookmark, document) = try attachPDF(home)
            let program = #"read line; echo "An invoice in $line"; printf "\fPage two\n""#
            let attached = try read(home, document, pdftotext: program)
            #expect(
                attached.output == "An invoice in %PDF-1.7 of a test\n\nPage two\n",
                "\(attached.errors)")
            try home.run("save", bookmark, "--file", "-", input: "%PDF-1.4 saved\n")
            let saved = try read(home, bookmark, pdftotext: program)
            #expect(saved.output == "An invoice in %PDF-1.4 saved\n\nPage two\n", "\(saved.errors)")
        }
    }

    @Test func readOfAPDFWithoutTextSaysHowToOpenIt() throws {
        try withScratchHome { home in
            let (_, document) = try attachPDF(home)
            let empty = try read(home, document, pdftotext: "exit 0")
            #expect(empty.status == 65 && empty.output.isEmpty)
            #expect(
                empty.errors
                    == "cloudy: “a paper.pdf” has no text: pdftotext found none in it. To open it: "
                    + "cloudy docs open \(document)\n")
            let missing = try home.shell(
                "mkdir \"$CLOUDY_HOME/none\"; PATH=\"$CLOUDY_HOME/none\" \"$0\" read \(document)")
            #expect(missing.status == 65)
            #expect(
                missing.errors
                    == "cloudy: “a paper.pdf” has no text: pdftotext is not installed (in Debian: "
                    + "poppler-utils). To open it: cloudy docs open \(document)\n")
        }
    }

    @Test func readOfAPageWithoutTextSaysHowToSeeItsSource() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let page = "<title>App</title><div id=root></div><script>render()</script>"
            try home.run("save", id, "--file", "-", input: page)
            let document = try home.run("docs").output.prefix { $0 != "\t" }
            let read = try home.run("read", id)
            #expect(read.status == 65)
            #expect(read.errors.contains("There is no text to read: "), "\(read.errors)")
            #expect(
                read.errors.hasSuffix(
                    " To open the saved page in the browser: cloudy docs open \(document). To see "
                        + "its source: cloudy docs get \(document)\n"), "\(read.errors)")
        }
    }
}
