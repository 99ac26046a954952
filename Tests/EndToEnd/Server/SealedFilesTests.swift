import ScratchFolder
import TestSupport
import Testing

/// The files of a server with a sealed account, and how devices notice tampering with them.
@Suite(.endToEnd)
struct SealedFilesTests {
    @Test func serverFilesRevealOnlyTheRoughLengthOfRecords() throws {
        try withDesk { desk, server in
            try desk.ok("key", "create")
            let id = try desk.add(
                "https://swordfish.example/pike", name: "Barracuda", tags: ["halibut"],
                device: "desk")
            let long = String(repeating: "sturgeon ", count: 300)
            try desk.ok("add", "https://b.example/", "--name", "Turbot", "--notes", long)
            try desk.ok("sync")
            try desk.ok("edit", id, "--name", "Mackerel", "--folder", "flounder")
            try desk.ok("sync")
            let gone = try desk.add("https://herring.example/", name: "Anchovy", device: "desk")
            try desk.ok("sync")
            try desk.ok("delete", gone)
            try desk.ok("searches", "save", "lamprey", "#halibut")
            try desk.ok("sync")
            #expect(try server.rows("SELECT count(*) FROM records") == "3")
            // While the server runs, and after its logs are merged into its databases.
            for isRunning in [true, false] {
                if !isRunning { #expect(try server.stop()) }
                for word in [
                    "swordfish", "pike", "Barracuda", "halibut", "sturgeon", "Turbot", "Mackerel",
                    "flounder", "herring", "Anchovy", "lamprey", "b.example", id, gone,
                ] {
                    #expect(try !server.holds(word), "the server must not have \(word)")
                }
            }
            // A record has a version, the id of a key, a nonce, a tag, and a padded size.
            let lengths = try desk.python(
                """
                import sqlite3, sys
                rows = sqlite3.connect(sys.argv[1]).execute("SELECT length(record) FROM records")
                print(sorted(row[0] - 37 for row in rows))
                """, try server.database())
            #expect(lengths == "[512, 512, 4096]\n", "\(lengths)")
            #expect(
                try server.rows("SELECT DISTINCT length(key) FROM records") == "32",
                "all names of records must have the same length")
            try server.start()
        }
    }

    @Test func unencryptedRecordOnASealedServerIsRefused() throws {
        try withDesk { desk, server in
            try desk.add("https://a.example/", name: "Alpha", device: "desk")
            try desk.ok("sync")
            let plain = try server.rows("SELECT hex(record) FROM records")
            try desk.ok("key", "create")
            try desk.ok("sync")
            #expect(try server.stop())
            try server.change("UPDATE meta SET head = head + 1")
            try server.change(
                "UPDATE records SET record = x'\(plain)', isTombstone = 0, "
                    + "revision = (SELECT head FROM meta) WHERE length(key) <> 32")
            try server.start()
            // For a moment, the server may still count as unreachable.
            var refused = try desk.run("sync")
            #expect(
                try wait {
                    refused = try desk.run("sync")
                    return refused.errors.contains("a record is in it that is not")
                }, "\(refused)")
            #expect(refused.status == 69)
            #expect(try desk.list(device: "desk").map(\.name) == ["Alpha"])
            try desk.ok("key", "seal", "--discard")
            try desk.ok("sync")
            #expect(try desk.list(device: "desk").map(\.name) == ["Alpha"])
            #expect(try server.stop())
            try server.start()
        }
    }

    /// Gives a device so many bookmarks that take 60 KB each in the cloud, and 65 KB sealed.
    private func importLarge(_ count: Int, _ desk: Home) throws {
        let notes = String(repeating: "x", count: 60_000)
        let bookmarks = (0..<count).map { number in
            "{\"url\":\"https://large.example/\(number)\",\"title\":\"Large \(100 + number)\","
                + "\"description\":\"\(notes)\"}"
        }
        try desk.ok("import", "-", input: "[" + bookmarks.joined(separator: ",") + "]")
        try desk.ok("sync")
    }

    /// Makes room, as the message advises.
    private func deleteNewest(_ count: Int, _ desk: Home) throws {
        for bookmark in try desk.list(device: "desk").prefix(count) {
            try desk.ok("delete", bookmark.id)
        }
        try desk.ok("sync")
    }

    @Test func sealingIsRefusedBeforehandIfTheAccountLacksRoom() throws {
        try withDesk("--store-limit", "1") { desk, server in
            try importLarge(17, desk)
            let refused = try desk.run("key", "create")
            #expect(refused.status == 69 && refused.output == "", "\(refused)")
            #expect(refused.errors.contains("nothing was changed"), "\(refused.errors)")
            #expect(refused.errors.contains("1,148 KiB, but the limit is 1,024 KiB"))
            #expect(refused.errors.contains("Delete bookmarks, about 124 KiB of them (2 of"))
            #expect(try desk.ok("key").output.contains("is not sealed"))
            #expect(try desk.run("key", "show").status == 78)
            #expect(try desk.ok("status", "--json").output.contains("\"state\":\"online\""))
            // After the advised deletions, the command succeeds.
            try deleteNewest(2, desk)
            let created = try desk.ok("key", "create").output
            let shown = try desk.ok("key", "show").output
            // The key is shown before anything is sealed.
            #expect(created.hasPrefix("The key ") && created.contains(shown), "\(created)")
            // Deletion records are sealed, too, and not counted.
            #expect(created.hasSuffix(": 15 records were sealed.\n"), "\(created)")
            let rotated = try desk.ok("key", "rotate").output
            #expect(rotated.hasSuffix(": 15 records were sealed.\n"), "\(rotated)")
            // The agent uses the key as well, and records that it seals are not counted.
            try desk.ok("sync")
            let again = try desk.ok("key", "rotate", "--json").output
            #expect(again.contains("\"bookmarks\":15,") && again.contains("\"records\":34,"))
            let plain = "SELECT count(*) FROM records WHERE hex(record) LIKE "
            #expect(try server.rows(plain + "'%' || hex('large.example') || '%'") == "0")
        }
    }

    @Test func readOnlyTokenCannotSeal() throws {
        try withDesk { desk, server in
            try desk.add("https://a.example/", name: "Alpha", device: "desk")
            try desk.ok("sync")
            let token = try server.run("token", "add", "ada", "--read-only").output
            // `cloud use` does not accept a read-only token.
            let use = try desk.run("cloud", "use", server.url, "-y", input: token)
            #expect(use.status == 77 && use.errors.contains("read-only"), "\(use)")
            #expect(try desk.ok("sync").status == 0)
            let file = desk.deviceFolder("desk") + "/cloud.token"
            try desk.shell("printf '%s' '\(token.filter { !$0.isWhitespace })' > '\(file)'")
            let refused = try desk.run("key", "create")
            #expect(refused.status == 77, "\(refused)")
            #expect(refused.errors.contains("Nothing was sealed"), "\(refused.errors)")
            #expect(try desk.run("key", "show").status == 78)
            #expect(try desk.ok("key").output.contains("is not sealed"))
        }
    }

    @Test func agentContinuesASealingThatWasStopped() throws {
        try withDesk { desk, server in
            try desk.fill(3000, device: "desk")
            #expect(try wait { try desk.status(device: "desk").unsent == 0 })
            let terminal = try desk.open("key", "create")
            try terminal.expect("The key ", "Write this down")
            // Until the first record is sealed, the server counts as unsealed.
            let rest = "SELECT count(*) FROM records WHERE NOT isTombstone AND length(key) <> 32"
            #expect(try wait { try server.rows(rest) != "3000" })
            try terminal.press("C-c")
            _ = try terminal.exitStatus()
            // The device's agent has the key, and continues to seal.
            #expect(try wait { try server.rows(rest) == "0" })
            #expect(try wait { try desk.run("sync").status == 0 })
            let key = try desk.ok("key")
            #expect(key.output.contains("; the current key is "), "\(key.output)")
            #expect(try desk.list(device: "desk").count == 3000)
            #expect(
                try server.rows("SELECT count(*) FROM records WHERE NOT isTombstone") == "3000")
        }
    }

    @Test func sealingContinuesWhenDeletionsMakeRoom() throws {
        try withDesk("--store-limit", "2") { desk, server in
            try importLarge(17, desk)
            try server.whileStopped("cp cloud.sqlite ../../before")
            try #require(try wait { try desk.run("key", "create").status == 0 })
            // The server's store was put back, and has a lower limit now.
            try server.whileStopped(
                "rm cloud.sqlite-* -f; cp ../../before cloud.sqlite", then: ["--store-limit", "1"])
            // For a moment, the server may still count as unreachable.
            #expect(try wait { try desk.run("key", "seal").errors.contains("unencrypted") })
            let seal = try desk.run("key", "seal")
            #expect(seal.status == 69, "\(seal)")
            #expect(seal.errors.contains("is full, and is not sealed completely"), "\(seal.errors)")
            let sync = try desk.run("sync")
            #expect(
                sync.errors.contains("The cloud has no more space for this account"),
                "\(sync.errors)")
            #expect(!sync.errors.contains("another key"))
            let status = try desk.run("status")
            #expect(
                status.output.contains("the cloud has no more space for this account"), "\(status)")
            #expect(status.output.contains("for lack of space (cloudy key)"), "\(status.output)")
            #expect(status.errors == "", "\(status.errors)")
            #expect(
                try desk.ok("key").output.contains(
                    "still unencrypted: the cloud has no more space"))
            #expect(try desk.ok("key", "show").status == 0)
            // Another key does not lose any bookmarks either.
            #expect(try desk.run("key", "rotate").errors.contains("not sealed completely"))
            try deleteNewest(3, desk)
            #expect(try wait { try !desk.ok("key").output.contains("unencrypted") })
            #expect(
                try desk.ok("key", "--json").output.contains(
                    "\"unreadable\":0,\"unsealed\":0"))
            #expect(try desk.list(device: "desk").count == 14)
            #expect(
                try server.rows("SELECT count(*) FROM records WHERE NOT isTombstone") == "14")
        }
    }

    @Test func restoringAnOldBackupLosesNoBookmarks() throws {
        try withDesk { desk, server in
            try desk.ok("key", "create")
            try desk.add("https://a.example/", name: "Alpha", device: "desk")
            try desk.ok("sync")
            let backup = desk.folder.path("backup")
            let made = try server.run("backup", backup)
            try #require(made.status == 0, "\(made.errors)")
            try desk.add("https://beta.example/", name: "Beta", device: "desk")
            try desk.ok("sync")
            #expect(try server.stop())
            let restored = try server.run("restore", backup, "--replace")
            try #require(restored.status == 0, "\(restored.errors)")
            try server.start()
            // For a moment, the server may still count as unreachable.
            #expect(try wait { try desk.run("sync").status == 0 })
            #expect(Set(try desk.list(device: "desk").map(\.name)) == ["Alpha", "Beta"])
            #expect(
                try server.rows("SELECT count(*) FROM records WHERE NOT isTombstone") == "2",
                "bookmarks missing in the backup must be sent again")
            for word in ["beta.example", "Beta"] { #expect(try !server.holds(word), "\(word)") }
        }
    }
}
