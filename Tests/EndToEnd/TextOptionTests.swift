import ScratchFolder
import TestSupport
import Testing

/// Options whose text comes from standard input.
@Suite(.endToEnd)
struct TextOptionTests {
    private let add = "'\(Places.program)' add https://a.example/"

    @Test func minusReadsTheTextFromStandardInput() throws {
        try withScratchHome { home in
            let added = try home.shell("printf 'one\\n\\ntwo é\\n' | \(add) --notes -")
            #expect(added.status == 0, "\(added.errors)")
            let bookmark = try #require(try home.list().first)
            #expect(bookmark.notes == "one\n\ntwo é")
            let edit = "'\(Places.program)' edit \(bookmark.id)"
            #expect(try home.shell("echo three | \(edit) --notes - --name Alpha").status == 0)
            #expect(try home.list().map(\.notes) == ["three"])
            #expect(try home.shell("echo Beta | \(edit) --name=-").status == 0)
            #expect(try home.list().map(\.name) == ["Beta"])
        }
    }

    /// If the program before the pipe fails, the existing text must be kept.
    @Test func invalidStandardInputChangesNothing() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let edit = "'\(Places.program)' edit"
            #expect(try home.run("edit", id, "--notes", "kept").status == 0)
            let empty = try home.shell("\(edit) \(id) --notes - < /dev/null")
            #expect(empty.status == 65 && empty.errors.contains("--notes ''"), "\(empty)")
            let bytes = try home.shell("printf 'a\\377' | \(edit) \(id) --notes -")
            #expect(bytes.status == 65 && bytes.errors.contains("UTF-8"), "\(bytes)")
            let long = try home.shell(
                "head -c 3000000 /dev/zero | tr '\\0' a | \(edit) \(id) --notes -")
            #expect(long.status == 65, "\(long)")
            let twice = try home.shell("echo x | \(edit) \(id) --notes - --name -")
            #expect(
                twice.status == 64 && twice.errors.contains("can only be read once"), "\(twice)")
            let ids = try home.shell("echo \(id) | \(edit) - --notes -")
            #expect(ids.status == 64 && ids.errors.contains("can only be read once"), "\(ids)")
            #expect(try home.list().map(\.notes) == ["kept"])
        }
    }

    @Test func terminalSaysHowToFinishTheText() throws {
        try withScratchHome { home in
            let terminal = try home.openShell("\"$0\" add https://a.example/ --notes -")
            try terminal.expect("To finish, press Ctrl-D on an empty line.")
            try terminal.type("typed here")
            try terminal.press("Enter", "C-d")
            try terminal.expect("status 0")
            #expect(try home.list().map(\.notes) == ["typed here"])
        }
    }
}
