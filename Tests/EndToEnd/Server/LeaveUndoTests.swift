import ScratchFolder
import TestSupport
import Testing

/// A device joins another person's account by mistake, and undoes that.
@Suite(.endToEnd)
struct LeaveUndoTests {
    /// A desk with bookmarks of its own, and a server where another person's device has three: one
    /// of a page that the desk has too.
    private func withForeignServer(
        _ body: (_ desk: Home, _ foreign: Home, _ server: TestServer) throws -> Void
    ) throws {
        try withScratchHome { one in
            try withScratchHome { two in
                let server = try TestServer(beside: two)
                let foreign = try two.meeting(at: server, device: "foreign")
                let desk = one.with(["CLOUDY_DEVICE": "desk"])
                defer { for home in [desk, foreign] { home.leaveServer() } }
                for (name, page) in [("X", "x"), ("Y", "y"), ("Shared", "s")] {
                    try foreign.add("https://\(page).example/", name: name, device: "foreign")
                }
                try foreign.ok("searches", "save", "theirs", "#x")
                try foreign.ok("sync")
                for (name, page) in [("Alpha", "a"), ("Beta", "b"), ("Mine", "s")] {
                    try desk.add("https://\(page).example/", name: name, device: "desk")
                }
                try desk.ok("sync")
                try body(desk, foreign, server)
            }
        }
    }

    private func use(_ server: TestServer, _ home: Home) throws {
        try home.ok("cloud", "use", server.url, "-y", input: server.token)
    }

    private func names(_ home: Home, _ device: String) throws -> [String] {
        try home.list(device: device).map(\.name).sorted()
    }

    private func id(_ name: String, _ home: Home) throws -> String {
        try #require(try home.list(device: "desk").first { $0.name == name }).id
    }

    @Test func bookmarkWithoutANameIsReportedByItsURL() throws {
        try withForeignServer { desk, _, server in
            try use(server, desk)
            try desk.ok("add", "https://unnamed.example/")
            let refused = try desk.run("cloud", "leave", "--undo")
            #expect(refused.errors.contains(" since stays: https://unnamed.example/\n"))
        }
    }

    @Test func undoingAJoinRemovesTheServersChangesAndKeepsOwnEdits() throws {
        try withForeignServer { desk, foreign, server in
            try use(server, desk)
            #expect(try names(desk, "desk") == ["Alpha", "Beta", "Shared", "X", "Y"])
            try desk.ok("edit", try id("Alpha", desk), "--notes", "mine")
            try desk.add("https://n.example/", name: "New", device: "desk")
            try desk.ok("sync")
            try foreign.ok("sync")
            // Another device edits the bookmark that the desk edited, and deletes one that the desk
            // has.
            try foreign.ok("edit", try id("Alpha", desk), "--name", "Theirs")
            try foreign.ok("delete", try id("Beta", desk))
            try foreign.ok("sync")
            try desk.ok("sync")
            #expect(try names(desk, "desk") == ["New", "Shared", "Theirs", "X", "Y"])
            let hasTheirs = { try desk.ok("searches").output.contains("theirs") }
            #expect(try wait { try hasTheirs() })
            try desk.ok("searches", "save", "own", "#y")
            let there = try names(foreign, "foreign")

            let refused = try desk.run("cloud", "leave", "--undo")
            #expect(refused.status == 64, "\(refused)")
            for line in [
                "3 bookmarks from the server will be removed here\n",
                "2 bookmarks that were deleted elsewhere, or by joining, will come back\n",
                "1 bookmark keeps your edit, without the changes of others: Theirs\n",
                "1 bookmark that you added or edited since stays: New\n",
                "1 preference or other value will change back\n",
                "2 bookmarks of this device are there, and stay.",
                "To do it: cloudy cloud leave --undo --yes\n",
            ] {
                #expect(refused.errors.contains(line), "\(line) in \(refused.errors)")
            }
            #expect(try desk.ok("cloud").output == "\(server.url)\n")

            let left = try desk.ok("cloud", "leave", "--undo", "-y")
            #expect(
                left.output == "This device has left \(server.url), and joining it is undone: "
                    + "4 bookmarks.\n")
            #expect(left.errors.contains("This device forgot the token."), "\(left.errors)")
            #expect(try names(desk, "desk") == ["Alpha", "Beta", "Mine", "New"])
            #expect(try desk.list(device: "desk").first { $0.name == "Alpha" }?.notes == "mine")
            #expect(try desk.ok("cloud").output == "this machine\n")
            #expect(try desk.list("is:deleted", device: "desk").isEmpty)
            let searches = try desk.ok("searches").output
            #expect(searches.contains("own") && !searches.contains("theirs"), "\(searches)")
            let verified = try desk.run("verify")
            #expect(verified.status == 0, "\(verified)")
            let mirrored = try desk.mirrored(device: "desk").map { String($0.prefix { $0 != " " }) }
            #expect(mirrored.sorted() == ["Alpha", "Beta", "Mine", "New"])

            // The server's bookmarks are unchanged, and the desk can join it again.
            try foreign.ok("sync")
            #expect(try names(foreign, "foreign") == there)
            try use(server, desk)
            try desk.ok("sync")
            try foreign.ok("sync")
            let joined = try names(foreign, "foreign")
            #expect(Set(there).isSubset(of: joined), "\(joined)")
            #expect(try foreign.list("is:deleted", device: "foreign").allSatisfy { $0.name != "X" })
            #expect(try names(desk, "desk") == joined)
            // The server lists the desk once, although it is a new actor.
            let devices = try foreign.ok("cloud", "devices").output.split(separator: "\n")
            #expect(devices.count { $0.hasPrefix("desk\t") } == 1, "\(devices)")
        }
    }

    /// Another device of this machine gets none of the server's bookmarks, but the desk's own
    /// edits.
    @Test func localCloudReceivesNoBookmarksOfTheServer() throws {
        try withForeignServer { desk, _, server in
            try desk.sync(device: "tablet")
            try use(server, desk)
            try desk.add("https://n.example/", name: "New", device: "desk")
            try desk.ok("sync")
            try desk.ok("cloud", "leave", "--undo", "-y")
            try desk.sync(device: "tablet")
            #expect(try names(desk, "tablet") == ["Alpha", "Beta", "Mine", "New"])
            #expect(try desk.list("is:deleted", device: "tablet").isEmpty)
        }
    }

    @Test func openListFollowsTheUndoAfterConfirmation() throws {
        try withForeignServer { desk, _, server in
            try use(server, desk)
            let list = try desk.openList(device: "desk")
            try list.expect("X", "Y", "Shared", "Alpha")
            let leaving = try desk.openShell("\"$0\" cloud leave --undo")
            try leaving.expect(
                "3 bookmarks from the server will be removed", "Leave, and undo joining? [y/N]")
            try leaving.type("y\n")
            try leaving.expect("joining it is undone: 3 bookmarks.", "status 0")
            try list.expect("Cloudy  3 ", "Alpha", "Beta", "Mine")
            try list.press("q")
        }
    }

    /// The command is killed after it left the server and before it undid the join: nothing is
    /// exchanged until the command is typed again.
    @Test func interruptedUndoContinuesWithTheNextCommand() throws {
        try withForeignServer { desk, _, server in
            try use(server, desk)
            // Another program seems to be syncing without end.
            let lock = desk.deviceFolder("desk") + "/engine.wanted"
            let holder = try desk.open("-o", lock, "sleep", "1000", program: "flock")
            #expect(try wait { try desk.shell("flock -n '\(lock)' true").status != 0 })
            let leaving = try desk.open("cloud", "leave", "--undo", "-y")
            #expect(try wait { try desk.run("cloud").output == "this machine\n" })
            try leaving.signal(9)
            _ = try leaving.exitStatus()
            try holder.signal(15)
            _ = try holder.exitStatus()
            #expect(try names(desk, "desk").contains("X"))
            #expect(try desk.run("sync").errors.contains("airplane"))

            let again = try desk.run("cloud", "use", server.url, "-y", input: server.token)
            #expect(again.status == 64 && again.errors.contains("cloudy cloud leave --undo"))
            let plain = try desk.run("cloud", "leave")
            #expect(plain.status == 1 && plain.errors.contains("cloudy cloud leave --undo"))
            try desk.ok("cloud", "leave", "--undo", "-y")
            #expect(try names(desk, "desk") == ["Alpha", "Beta", "Mine"])
            #expect(try desk.run("verify").status == 0)
            #expect(try desk.status(device: "desk").state != "offline")
        }
    }

    @Test func leaveWithUndoExplainsWhyNoJoinCanBeUndone() throws {
        try withForeignServer { desk, _, server in
            let none = try desk.run("cloud", "leave", "--undo", "-y")
            #expect(none.status == 64, "\(none)")
            #expect(none.errors.contains("no join to undo"), "\(none.errors)")
            try use(server, desk)
            try desk.ok("cloud", "leave")
            let left = try desk.run("cloud", "leave", "--undo", "-y")
            #expect(left.status == 64 && left.errors.contains("no join to undo"), "\(left)")
            // Without the kept copy, a join cannot be undone.
            try use(server, desk)
            _ = try desk.python(
                """
                import sqlite3, sys
                with sqlite3.connect(sys.argv[1]) as file:
                    file.execute("DROP TABLE join_entries")
                """, desk.deviceFolder("desk") + "/replica.sqlite")
            let older = try desk.run("cloud", "leave", "--undo", "-y")
            #expect(older.status == 64, "\(older)")
            #expect(older.errors.contains("Cloudy kept no copy"), "\(older.errors)")
            #expect(older.errors.contains("cloudy restore --from"), "\(older.errors)")
            #expect(try desk.ok("cloud").output == "\(server.url)\n")
            let wrong = try desk.run("cloud", "leave", "-y")
            #expect(wrong.status == 64 && wrong.errors.contains("--undo"), "\(wrong)")
        }
    }

    /// Trying an unreachable server is not a join, nor is using another token of the same account.
    @Test func undoIgnoresFailedJoinsAndNewTokens() throws {
        try withForeignServer { desk, _, server in
            try use(server, desk)
            let nowhere = try desk.run(
                "cloud", "use", "http://127.0.0.1:1", "-y", input: server.token)
            #expect(nowhere.status == 69, "\(nowhere)")
            let another = try server.run("token", "add", "ada").output
            try desk.ok("cloud", "use", server.url, "-y", input: another)
            let left = try desk.ok("cloud", "leave", "--undo", "-y", "--json")
            #expect(left.output.contains(#""forgotten":3"#), "\(left.output)")
            #expect(left.output.contains(#""restored":1"#), "\(left.output)")
            #expect(try names(desk, "desk") == ["Alpha", "Beta", "Mine"])
        }
    }
}
