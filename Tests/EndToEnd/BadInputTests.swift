import TestSupport
import Testing

/// Input that cannot be right gets a message that says why, and changes nothing.
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

    @Test func addresses() throws {
        try withScratchHome { home in
            try refuse(home, ["add", "swift.org"], status: 65, saying: "https://swift.org")
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

    @Test func aMegabyteInTheForm() throws {
        try withScratchHome { home in
            let list = try home.openList()
            try list.press("a")
            try list.expect("Notes")
            try list.paste("https://a.example/" + String(repeating: "x", count: 1_000_000))
            try list.expect("Nothing was pasted: it has 1,000,018 bytes")
            try list.press("Escape")
            try list.expect("No bookmarks yet")
        }
    }

    @Test func invalidUTF8OnTheCommandLine() throws {
        try withScratchHome { home in
            let outcome = try home.shell("\"$0\" add \"$(printf 'https://a.example/\\377')\"")
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains("UTF-8"))
            #expect(try home.list().isEmpty)
        }
    }

    @Test func thePageThatIsThere() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/page", name: "Alpha")
            try refuse(
                home, ["add", "https://A.example:443/page/#top"], status: 65, saying: "Alpha", id)
            #expect(try home.list().count == 1)
            #expect(try home.run("add", "https://a.example/page", "--even-if-there").status == 0)
            #expect(try home.list().count == 2)
        }
    }

    @Test func idsThatNobodyHas() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            try refuse(home, ["delete", "nosuchid"], status: 1, saying: "nosuchid")
            try refuse(home, ["delete", id, "nosuchid"], status: 1, saying: "nosuchid")
            try refuse(home, ["delete", ""], status: 1)
            #expect(try home.list().count == 1, "all are deleted, or none")
        }
    }

    @Test(arguments: ["a/b", "..", ".", "", "a\u{7}b", String(repeating: "x", count: 300)])
    func deviceNames(_ name: String) throws {
        try withScratchHome { home in
            let arguments = ["add", "https://a.example/", "--device", name]
            try refuse(home, arguments, status: 64, saying: "--device")
            #expect(try home.list().isEmpty)
        }
    }

    @Test func homesThatCannotBeMade() throws {
        try withScratchHome { home in
            let arguments = ["add", "https://a.example/", "--home"]
            try refuse(home, arguments + ["/dev/null/home"], status: 74, saying: "/dev/null")
            try refuse(home, arguments + ["/proc/home"], status: 74, saying: "/proc/home")
        }
    }

    @Test func filesThatAreNotOurs() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let replica = home.deviceFolder() + "/replica.sqlite"
            _ = try home.shell("rm -f '\(replica)'-*")
            _ = try home.python("import sys; open(sys.argv[1], 'wb').write(b'x' * 8192)", replica)
            let outcome = try home.run("list")
            #expect([65, 78].contains(outcome.status), "\(outcome.errors)")
            #expect(outcome.errors.contains("replica.sqlite"))
            let kept = try home.python("import sys; print(open(sys.argv[1]).read(3))", replica)
            #expect(kept == "xxx\n", "what is there is left alone")
        }
    }

    @Test(arguments: ["devices/here/replica.sqlite", "clouds/local/cloud.sqlite"])
    func filesOfANewerCloudy(_ file: String) throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let script = """
                import sqlite3, sys
                with sqlite3.connect(sys.argv[1]) as file: file.execute("PRAGMA user_version = 999")
                """
            _ = try home.python(script, "\(home.path)/\(file)")
            let outcome = try home.run("sync")
            #expect(outcome.status != 0)
            #expect(outcome.errors.contains("newer"), "\(outcome.errors)")
        }
    }
}
