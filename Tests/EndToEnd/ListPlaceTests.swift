import Glibc
import ScratchFolder
import TestSupport
import Testing

/// The list opens at the place where it was left.
@Suite(.endToEnd)
struct ListPlaceTests {
    private func file(_ home: Home) -> String { "\(home.deviceFolder())/list-place" }

    @Test(arguments: [nil, SIGTERM])
    func listRestoresItsFilterAndSelection(_ signal: Int32?) throws {
        try withScratchHome { home in
            try home.add("https://other.example/", name: "Other")
            for name in ["Alpha", "Beta", "Gamma"] {
                try home.add("https://\(name.lowercased()).example/", name: name, tags: ["x"])
            }
            let list = try home.openList()
            try list.expect("> Gamma")
            try list.press("/")
            try list.type("#x")
            try list.press("Enter", "j")
            try list.expect("> Beta")
            if let signal { try list.signal(signal) } else { try list.press("q") }
            #expect(wait { access(file(home), F_OK) == 0 })
            let next = try home.openList()
            let screen = try next.expect("> Beta", "3 of 4", "/#x")
            #expect(!screen.contains("Other"))
            try next.press("Escape")
            try next.expect("Other")
            try home.open("--filter", "other").expect("> Other", "1 of 4")
        }
    }

    @Test func listRestoresItsOpenFolders() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            try home.run("edit", id, "--folder", "Read me/Later on")
            let list = try home.openList(columns: 150, rows: 30)
            try list.expect("▸ Read me")
            try list.press("BTab", "j", "j", "j", "j")
            try list.press("l")
            try list.expect("▾ Read me", "Later on")
            try list.press("q")
            #expect(wait { access(file(home), F_OK) == 0 })
            try home.openList(columns: 150, rows: 30).expect("▾ Read me", "Later on")
        }
    }

    @Test func missingSelectionAndSearchAreIgnored() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            try home.add("https://b.example/", name: "Beta")
            _ = try home.shell("printf '%s\\n@nothing' \(id) > '\(file(home))'")
            try home.openList().expect("> Alpha", "Cloudy  2")
            try home.run("delete", id)
            try home.openList().expect("> Beta", "Cloudy  1")
        }
    }

    @Test func unreadablePlaceFileIsIgnored() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            _ = try home.shell("head -c 100000 /dev/urandom > '\(file(home))'")
            try home.openList().expect("> Alpha")
            unlink(file(home))
            #expect(mkfifo(file(home), 0o600) == 0)
            try home.openList().expect("> Alpha")
        }
    }

    /// An expression that takes too many steps is stopped, wherever its query is used.
    @Test func expressionWithTooManyStepsIsRefused() throws {
        try withScratchHome { home in
            let hostile = "/(a+)+$/"
            let words = "\(hostile) takes too many steps"
            let id = try home.add(
                "https://a.example/", name: String(repeating: "a", count: 100) + "!")
            try home.run("searches", "save", "bad", hostile)
            for arguments in [
                ["list", hostile], ["list", "@bad"], ["delete", "--query", hostile],
            ] {
                let outcome = try home.run(arguments)
                #expect(outcome.status == 64 && outcome.errors.contains(words), "\(arguments)")
            }
            // A list that was left with this filter opens without it, and says why.
            _ = try home.shell("printf '%s\\n%s' \(id) '\(hostile)' > '\(file(home))'")
            let list = try home.openList()
            try list.expect("> aaaa", words)
            try list.press("/")
            try list.type("a.example")
            try list.expect("1 of 1")
            try list.press("C-u")
            try list.type(hostile)
            try list.expect("> aaaa", words)
        }
    }

    @Test func invalidFilterOptionIsRefused() throws {
        try withScratchHome { home in
            let outcome = try home.run("--filter", "(")
            #expect(outcome.status == 64)
        }
    }
}
