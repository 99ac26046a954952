import ScratchFolder
import TestSupport
import Testing

/// Pages that cannot be saved, and files that are no pages.
@Suite(.endToEnd)
struct SaveFaultsTests {
    /// The setting is wrong, not the network.
    @Test(arguments: [("no-such-program", 78), ("false", 65), ("true", 65)])
    func failureOfTheSaveCommandIsNoFailureOfTheNetwork(_ command: String, _ status: Int) throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            try home.ok("settings", "set", "save-command", command)
            let failed = try home.run("save", id)
            #expect(Int(failed.status) == status, "\(failed)")
            #expect(failed.errors.contains(command), "\(failed)")
        }
    }

    @Test func saveWarnsOfFilesThatAreNotWebPages() throws {
        let server = try WebServer { request, connection in
            let isPDF = request.path == "/paper"
            connection.answer(
                200, ["Content-Type": isPDF ? "application/pdf" : "image/png"],
                isPDF ? "%PDF-1.7 of a test" : "\u{1}\u{0}\u{2}\u{0}\u{0}\u{3}image")
        }
        try withScratchHome { home in
            let id = try home.add(server.url("/image"), name: "Image")
            let warning =
                "cloudy: \(server.url("/image")): the page is saved, but it is not a web page and "
                + "has no text. To keep it as a file: cloudy attach \(id) "
            let image = try home.run("save", id)
            #expect(image.status == 0 && image.output.hasPrefix(id), "\(image)")
            #expect(image.errors == "\(warning)FILE\n")
            let path = home.folder.path("a file")
            _ = try home.shell("printf '\\1\\0\\2' > '\(path)'")
            let file = try home.run("save", id, "--file", path)
            #expect(file.status == 0 && file.errors == "\(warning)'\(path)'\n", "\(file)")

            let paper = try home.add(server.url("/paper"), name: "Paper")
            _ = try home.folder.writeProgram("pdftotext", "cat")
            let search = "\(home.folder.path):/usr/local/bin:/usr/bin:/bin"
            let readable = try home.with(["PATH": search]).run("save", paper)
            #expect(readable.status == 0 && readable.errors.isEmpty, "\(readable)")
            let unread = try home.with(["PATH": "/nowhere"])
                .run("save", paper, "--file", "-", input: "%PDF-1.7 of a test")
            #expect(unread.status == 0, "\(unread)")
            #expect(unread.errors.contains("the page is a PDF."), "\(unread)")
            #expect(unread.errors.contains("install pdftotext"), "\(unread)")
        }
    }

    @Test func jsonOfSaveHasAnObjectForEachPage() throws {
        let server = try WebServer { _, connection in
            connection.answer(200, ["Content-Type": "text/html"], SaveTests.article("queue"))
        }
        try withScratchHome { home in
            let ids = try [server.url("/page"), "mailto:a@b.example"]
                .map { try home.add($0, name: "Alpha") }
            let lines = try home.run(["save", "--json"] + ids).output.split(separator: "\n")
            try #require(lines.count == 4)
            #expect(lines[1].contains(ids[0]) && lines[1].contains("\"error\":null"))
            let reason = "\"error\":\"it has no http or https address\""
            #expect(lines[2].contains(ids[1]) && lines[2].contains(reason))
            let none = try home.run("save", ids[1], "--json")
            #expect(none.status == 65 && none.output.contains(reason), "\(none)")
        }
    }
}
