import ScratchFolder
import TestSupport
import Testing

/// Conflicts of stores, and commands that use them.
@Suite(.endToEnd)
struct StoreConflictTests {
    private static let store = ["--identifier", "org.example.s"]

    private func store(
        _ home: Home, _ arguments: String..., device: String = "here"
    ) throws -> Command.Outcome {
        try home.run(["store"] + arguments + Self.store + ["--device", device])
    }

    /// Two devices set the key, before either has seen the other's value; the laptop is later.
    private func disagree(_ home: Home) throws {
        #expect(try store(home, "set", "size", "9").status == 0)
        #expect(try store(home, "set", "theme", "dark", "--offline").status == 0)
        #expect(try store(home, "set", "theme", "light", "--offline", device: "laptop").status == 0)
        for device in ["laptop", "here"] {
            #expect(try store(home, "list", device: device).status == 0)
        }
    }

    @Test func otherValueOfAConflictIsShownAndTaken() throws {
        try withScratchHome { home in
            try disagree(home)
            #expect(try store(home, "get", "theme").output == "light\n")
            let shown = try store(home, "conflicts")
            #expect(shown.output == "theme\t1\t\tlight\tdark\there\n" && shown.status == 0)
            let json = try store(home, "conflicts", "theme", "--json").output
            #expect(
                json.hasPrefix(
                    "[\n{\"device\":\"here\",\"field\":\"\",\"key\":\"theme\",\"number\":1,"
                        + "\"other\":{\"type\":\"string\",\"value\":\"dark\"},\"set\":"), "\(json)")
            #expect(try store(home, "conflicts", "other").status == 1)
            #expect(try store(home, "settle", "theme", "--take", "2").status == 1)
            #expect(try store(home, "settle", "theme", "other").status == 1)
            #expect(try store(home, "settle", "theme", "x", "--take", "1").status == 64)
            #expect(try store(home, "get", "theme").output == "light\n")
            let taken = try store(home, "settle", "theme", "--take", "1")
            #expect(taken.status == 0 && taken.output == "Settled 1 key.\n")
            #expect(try store(home, "get", "theme", device: "laptop").output == "dark\n")
            #expect(try store(home, "conflicts", device: "laptop").output.isEmpty)
            let none = try store(home, "settle", "theme")
            #expect(none.status == 1 && none.errors.contains("no conflict in “theme”"))
        }
    }

    @Test func settleKeepsTheValueThatShows() throws {
        try withScratchHome { home in
            try disagree(home)
            let settled = try store(home, "settle", "theme", "--json", device: "laptop")
            #expect(settled.output == "{\"keys\":[\"theme\"]}\n")
            #expect(try store(home, "get", "theme").output == "light\n")
            #expect(try store(home, "conflicts").output.isEmpty)
            let refused = try home.run(
                "store", "settle", "b.x", "--identifier", "cloudy.bookmarks")
            #expect(refused.status == 77)
        }
    }

    /// Two devices begin a note: the times when they did differ, but ask nothing of anyone.
    @Test func storeCountsOnlyConflictsThatCanBeSettled() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            for device in ["here", "laptop"] { try home.run("sync", "--device", device) }
            func conflicts() throws -> String? {
                let usage = try home.run("store", "usage", "--identifier", "cloudy.bookmarks")
                return usage.output.split(separator: "\t").last?.split(separator: "\n").first
                    .map(String.init)
            }
            for device in ["here", "laptop"] {
                let options = ["--offline", "--device", device]
                try home.run(["note", id, "-"] + options, input: "\(device)\n")
                try home.run(["edit", id, "--name", device] + options)
            }
            for device in ["laptop", "here", "laptop", "here"] {
                try home.run("sync", "--device", device)
            }
            #expect(try conflicts() == "1")
            let listed = try home.run("store", "conflicts", "--identifier", "cloudy.bookmarks")
            let lines = listed.output.split(separator: "\n")
            #expect(lines.count == 1 && lines.first?.hasPrefix("b.\(id)\t1\tname\t") == true)
            #expect(try home.run("settle", id).status == 0)
            #expect(try home.run("conflicts").output.isEmpty)
            #expect(try conflicts() == "0")
        }
    }

    @Test func storePrintsItsUsage() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            #expect(try store(home, "set", "theme", "dark").status == 0)
            #expect(try store(home, "set", "size", "9", "--type", "integer").status == 0)
            let listed = try home.run("store")
            let lines = listed.output.split(separator: "\n")
            #expect(lines.count == 2 && listed.status == 0, "\(listed)")
            #expect(lines.first?.hasPrefix("cloudy.bookmarks\t1\t-\t") == true)
            #expect(lines.last == "org.example.s\t2\t1024\t5\t1048576\t0")
            let json = try home.run("store", "usage", "--json").output
            #expect(
                json.contains(
                    "{\"bytes\":5,\"conflicts\":0,\"identifier\":\"org.example.s\",\"keys\":2,"
                        + "\"maximumBytes\":1048576,\"maximumKeys\":1024}"), "\(json)")
        }
    }

    /// A watch with `--simulate` shows the messages of a full cloud.
    @Test func watchReportsASimulatedFullCloud() throws {
        try withScratchHome { home in
            let outcome = try home.shell(
                """
                log="$HOME/log"; on='--identifier org.example.s --device here'
                wait_for() {
                    n=0
                    until grep -q "$1" "$log"; do
                        n=$((n + 1)); [ $n -lt 600 ] || exit 9; sleep 0.05
                    done
                }
                "$0" store set z x $on
                "$0" store watch $on --simulate quota=1 > "$log" & watching=$!
                wait_for begin
                for key in a b c; do "$0" store set $key x $on; done
                wait_for 'quota violation'
                kill -TERM $watching; wait $watching; echo "status $?"
                """)
            #expect(outcome.output.hasSuffix("status 143\n"), "\(outcome)")
        }
    }

    private static let watchTerminal = """
        import os, pty, subprocess, sys
        main, other = pty.openpty()
        child = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=other)
        os.close(other)
        text = b""
        while True:
            try: piece = os.read(main, 65536)
            except OSError: break
            if not piece: break
            text += piece
        child.wait()
        print(text.hex())
        """

    /// No text from elsewhere controls the terminal; a pipe gets the text unchanged.
    @Test func storedTextCannotControlTheTerminal() throws {
        try withScratchHome { home in
            let evil = "a\u{1B}]0;x\u{7}b\u{9B}31mc\nd"
            let id = try home.add("https://a.example/", name: evil)
            try home.run("edit", id, "--notes", evil)
            // An argument cannot have NUL.
            let json = #"[{"url":"https://b.example/","title":"n\u0000b","description":"m\u0000"}]"#
            #expect(try home.run("import", "-", input: json).status == 0)
            #expect(try store(home, "set", "theme", evil).status == 0)
            let formats = ["csv", "html", "markdown", "org", "xbel", "opml", "json", "jsonl"]
            let commands =
                formats.map { ["export", "--format", $0] }
                + [
                    ["store", "get", "theme"] + Self.store, ["store", "list"] + Self.store,
                    ["store", "get", "theme", "--json"] + Self.store, ["list"], ["list", "--json"],
                ]
            for command in commands {
                let hex = try home.python(
                    Self.watchTerminal, arguments: [Places.program] + command)
                let bytes = try #require(Self.bytes(hex))
                #expect(bytes.contains(UInt8(ascii: "b")), "\(command)")
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(
                    !text.unicodeScalars.contains { ("\u{80}"..."\u{9F}").contains($0) },
                    "\(command): \(text.debugDescription)")
                #expect(!text.contains("\u{1B}]0;x"), "\(command): \(text.debugDescription)")
                #expect(!text.contains("x\u{7}"), "\(command): \(text.debugDescription)")
                #expect(!text.contains("\0"), "\(command): \(text.debugDescription)")
            }
            #expect(try store(home, "get", "theme").output == evil + "\n")
            #expect(try home.run("export", "--format", "csv").output.contains("\u{1B}"))
            #expect(try !home.run("export", "--format", "json").output.contains("\u{9B}"))
        }
    }

    private static func bytes(_ hex: String) -> [UInt8]? {
        let digits = Array(hex.filter { !$0.isWhitespace })
        guard digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...($0 + 1)]), radix: 16)
        }
    }
}
