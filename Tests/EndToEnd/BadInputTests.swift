import ScratchFolder
import TestSupport
import Testing

/// Invalid input gets a message that says why, and changes nothing.
@Suite(.endToEnd)
struct BadInputTests {
    /// Runs a command that must fail, with one line that says why.
    private func refuse(
        _ home: Home, _ arguments: [String], status: Int32, saying words: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try home.run(arguments)
        #expect(outcome.status == status, "\(outcome.errors)", sourceLocation: sourceLocation)
        #expect(outcome.output == "", sourceLocation: sourceLocation)
        for word in words {
            #expect(
                outcome.errors.contains(word), "\(outcome.errors) must say \(word)",
                sourceLocation: sourceLocation)
        }
    }

    @Test func invalidURLsAreRefused() throws {
        try withScratchHome { home in
            try refuse(home, ["add", "swift"], status: 65, saying: "Did you mean https://swift?")
            try refuse(home, ["add", "ht!tp:/x"], status: 65, saying: "“ht!tp:” is not a scheme")
            try refuse(
                home, ["add", "htps://a.example/"], status: 65, saying: "Did you mean https?")
            try refuse(home, ["add", "http://a.example:99999"], status: 65, saying: "65535")
            try refuse(home, ["add", "http://256.256.256.256/"], status: 65, saying: "IPv4")
            try refuse(home, ["add", "-"], status: 64, saying: "cloudy import -")
            try refuse(home, ["add", ""], status: 65, saying: "empty")
            try refuse(home, ["add", "   "], status: 65, saying: "empty")
            try refuse(home, ["add", "https://"], status: 65)
            try refuse(home, ["add", "https://a.example/\u{7}"], status: 65, saying: "U+0007")
            // A single argument cannot be longer than 128 KiB on Linux.
            let long = "https://a.example/" + String(repeating: "x", count: 120_000)
            try refuse(home, ["add", long], status: 65, saying: "bytes")
            #expect(try home.list().isEmpty)
        }
    }

    /// The suggested command can be typed as it is printed.
    @Test func invalidLimitsAndEmptyQueriesAreRefused() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            try refuse(home, ["list", "-n", "-1"], status: 64, saying: "--limit takes a number")
            #expect(try !home.run(["list", "-n", "-1"]).errors.contains("Put --"))
            let advice = "cloudy list | cloudy edit --add-tag 'a b' -"
            try refuse(
                home, ["edit", "--query", "", "--add-tag", "a b"], status: 64, saying: advice)
            try refuse(
                home, ["restore", "-q", " "], status: 64, saying: "cloudy trash | cloudy restore -")
        }
    }

    @Test func pasteOfAMegabyteIntoTheFormIsRefused() throws {
        try withScratchHome { home in
            let list = try home.openList()
            try list.press("a")
            try list.expect("Notes")
            try list.paste("https://a.example/" + String(repeating: "x", count: 1_000_000))
            try list.expect("Nothing was pasted: the text has 1,000,018 bytes")
            try list.press("Escape")
            try list.expect("No bookmarks yet")
        }
    }

    @Test func invalidUTF8IsRefused() throws {
        try withScratchHome { home in
            let outcome = try home.shell("\"$0\" add \"$(printf 'https://a.example/\\377')\"")
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains("UTF-8"))
            #expect(try home.list().isEmpty)
        }
    }

    @Test func tagsWithBlanksAreRefused() throws {
        try withScratchHome { home in
            let arguments = ["add", "https://a.example/", "--tag", "two words"]
            try refuse(home, arguments, status: 64, saying: "two-words", "each word: two,words")
            #expect(try home.list().isEmpty)
            let id = try home.add("https://a.example/", name: "Alpha", tags: ["kept"])
            try refuse(home, ["edit", id, "--tags", "two words"], status: 64, saying: "two-words")
            #expect(try home.list().map(\.tags) == [["kept"]])
        }
    }

    @Test func tooLongFieldsAreRefused() throws {
        try withScratchHome { home in
            let add = ["add", "https://a.example/"]
            let name = String(repeating: "é", count: 4097)
            try refuse(home, add + ["--name", name], status: 65, saying: "4,097", "4,096")
            let notes = String(repeating: "x", count: 65_537)
            try refuse(home, add + ["--notes", notes], status: 65, saying: "65,537", "65,536")
            let tag = String(repeating: "é", count: 257)
            try refuse(home, add + ["--tag", tag], status: 65, saying: "257", "256")
            #expect(try home.list().isEmpty)
            let fits = ["--name", String(name.dropLast()), "--notes", String(notes.dropLast())]
            #expect(try home.run(add + fits + ["--tag", String(tag.dropLast())]).status == 0)
            #expect(try home.list().first?.notes.utf8.count == 65_536)
        }
    }

    @Test func mistypedDeviceNamesAreRefused() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha", device: "laptop")
            for command in [["list"], ["status"], ["delete", id], ["edit", id, "-n", "B"]] {
                let arguments = command + ["--device", "laptpo"]
                try refuse(home, arguments, status: 78, saying: "laptpo", "laptop", "cloudy sync")
            }
            for command in [
                ["add", "https://b.example/"], ["import", "-"], ["searches", "save", "x", "y"],
                ["account", "use", "office"],
            ] {
                let arguments = command + ["--device", "laptpo"]
                try refuse(home, arguments, status: 78, saying: "laptpo", "laptop", "cloudy sync")
            }
            #expect(try home.shell("ls '\(home.path)/devices'").output == "laptop\n")
            #expect(try home.run("sync", "--device", "laptpo").status == 0)
            #expect(try home.run("add", "https://b.example/", "--device", "laptpo").status == 0)
            try home.shell("rm -r '\(home.path)/devices/laptpo'")
            #expect(try home.run("add", "https://c.example/", "--device", "laptop2").status == 0)
            try home.shell("rm -r '\(home.path)/devices/laptop2'")
            #expect(try home.run("sync", "--device", "phone").status == 0)
            #expect(try home.list(device: "phone").map(\.name) == ["", "", "Alpha"])
        }
    }

    @Test func relativeHomesStartAtTheCurrentFolder() throws {
        try withScratchHome { home in
            let folder = home.folder.path
            let line = "cd '\(folder)' && PWD=/nowhere \"$0\" status --home rel"
            let outcome = try home.shell(line)
            #expect(outcome.output.contains("home       \(folder)/rel\n"), "\(outcome.output)")
            let gone = "mkdir '\(folder)/gone' && cd '\(folder)/gone' && rmdir '\(folder)/gone' && "
            let refused = try home.shell(gone + "\"$0\" status --home rel")
            #expect(refused.status == 64)
            #expect(refused.errors.contains("rel"))
        }
    }

    @Test func missingBrowserIsReportedInTheList() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            // The list must find tmux, but no browser.
            let tools = home.folder.path("tools")
            _ = try home.shell("mkdir '\(tools)' && ln -s \"$(command -v tmux)\" '\(tools)'")
            let none = home.with(["BROWSER": nil])
            let list = try none.open(
                [
                    "-i", "PATH=\(tools)", "HOME=\(home.folder.path)", "TERM=screen",
                    "LC_ALL=C.UTF-8",
                    "CLOUDY_HOME=\(home.path)", "CLOUDY_DEVICE=here", Places.program,
                ],
                columns: 120, program: "/usr/bin/env")
            try list.expect("Alpha")
            try list.press("o")
            try list.expect("xdg-utils", "BROWSER")
            let other = try home.with(["BROWSER": "no-such-browser"]).open(columns: 120)
            try other.expect("Alpha")
            try other.press("o")
            try other.expect("no-such-browser", "BROWSER")
        }
    }

    @Test func duplicatePageIsRefused() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/page", name: "Alpha")
            try refuse(
                home, ["add", "https://A.example:443/page/#top"], status: 65, saying: "Alpha", id)
            #expect(try home.list().count == 1)
            #expect(try home.run("add", "https://a.example/page", "--even-if-there").status == 0)
            #expect(try home.list().count == 2)
        }
    }

    @Test func unknownIdsAreRefused() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            try refuse(home, ["delete", "nosuchid"], status: 1, saying: "nosuchid")
            try refuse(home, ["delete", id, "nosuchid"], status: 1, saying: "nosuchid")
            try refuse(home, ["delete", ""], status: 1, saying: "The id is empty")
            #expect(try home.list().count == 1, "a command with an unknown id must delete nothing")
        }
    }

    @Test(arguments: ["a/b", "..", ".", "", "a\u{7}b", String(repeating: "x", count: 300)])
    func invalidDeviceNamesAreRefused(_ name: String) throws {
        try withScratchHome { home in
            let arguments = ["add", "https://a.example/", "--device", name]
            try refuse(home, arguments, status: 64, saying: "--device")
            #expect(try home.list().isEmpty)
        }
    }

    @Test func homesThatCannotBeCreatedAreRefused() throws {
        try withScratchHome { home in
            let arguments = ["add", "https://a.example/", "--home"]
            try refuse(home, arguments + ["/dev/null/home"], status: 74, saying: "/dev/null")
            try refuse(home, arguments + ["/proc/home"], status: 74, saying: "/proc/home")
        }
    }
    /// The existing file may be the person's.
    @Test func errorsDoNotAdviseMovingExistingFiles() throws {
        try withScratchHome { home in
            let folder = home.folder.path
            for options in [[], ["--format", "csv"]] {
                let outcome = try home.run(["export", "-o", folder] + options)
                #expect(outcome.status == 64)
                #expect(outcome.errors.contains("\(folder) is a folder. Name a file in it"))
            }
            let file = home.folder.write("notes.txt", "mine\n".utf8)
            for failed in [
                try home.with(["CLOUDY_HOME": file]).run("list"), try home.run("backup", folder),
            ] {
                #expect(failed.status == 74, "\(failed.errors)")
                #expect(failed.errors.contains("choose another name or folder"))
            }
        }
    }

    @Test func homeThatCannotBeCreatedIsNotReportedAsCreated() throws {
        try withScratchHome { home in
            let failed = try home.with(["CLOUDY_HOME": "/proc/none"]).run("list")
            #expect(failed.status == 74 && !failed.errors.contains("No home was found"))
        }
    }
}
