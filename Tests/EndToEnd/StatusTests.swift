import ScratchFolder
import TestSupport
import Testing

/// The status of the device, and the message if nothing can be opened.
@Suite(.endToEnd)
struct StatusTests {
    @Test func statusScreenShowsThisDeviceAndOthers() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha", device: "phone")
            try home.add("https://b.example/", name: "Beta")
            try home.run("backup")
            let list = try home.openList()
            try list.press("S")
            try list.expect("Status", "reachable", "phone", "B in the cloud", home.path)
            try list.press("q", "q")
            #expect(try home.run("status").output.contains("backup     20"))
        }
    }

    @Test func helpListsEveryFieldThatIsPrinted() throws {
        try withScratchHome { home in
            let json = try home.ok("status", "--json").output
            let printed = try home.python("import json, sys; print(*json.loads(sys.argv[1]))", json)
            let help = try home.ok("status", "--help").output.split { $0.isWhitespace }
                .joined(separator: " ")
            let fields = try #require(help.firstRange(of: "Fields: "))
            let listed = help[fields.upperBound...].replacing(#/ \([^)]*\)/#, with: "")
                .prefix { $0 != "." }.replacing(" and ", with: ", ").split(separator: ", ")
            #expect(Set(listed) == Set(printed.split { $0.isWhitespace }))
        }
    }

    @Test func linkIsCopiedOrPrintedOverSSH() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let remote = home.with([
                "BROWSER": nil, "DISPLAY": nil, "WAYLAND_DISPLAY": nil,
                "SSH_CONNECTION": "192.0.2.1 5 192.0.2.2 22",
            ])
            let outcome = try remote.run("open", id)
            #expect(outcome.status == 0)
            #expect(outcome.output == "https://a.example/\n")
            #expect(outcome.errors.contains("over SSH"))
            let file = try home.ok("attach", id, "-", "--name", "a.txt", input: "words").output
            let document = try remote.run("docs", "open", file.filter { !$0.isNewline })
            #expect(document.status == 78 && document.errors.contains("over SSH"))
            let list = try remote.openList()
            try list.press("o")
            try list.expect("Copied", "over SSH")
        }
    }
}
