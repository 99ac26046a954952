import ScratchFolder
import TestSupport
import Testing

/// A device that syncs with a sealed server, but does not have the key.
@Suite(.endToEnd)
struct LockedTests {
    private func withTwoMachines(_ body: (Home, Home, TestServer) throws -> Void) throws {
        try withScratchHome { one in
            try withScratchHome { two in
                let desk = one.with(["CLOUDY_DEVICE": "desk"])
                let laptop = two.with(["CLOUDY_DEVICE": "laptop"])
                let server = try TestServer(beside: one)
                _ = try desk.meeting(at: server, device: "desk")
                try body(desk, laptop, server)
                // The agents end when the device leaves, and not a minute later.
                try desk.run("cloud", "leave")
                try laptop.run("cloud", "leave")
            }
        }
    }

    @Test func lockedDeviceKeepsEditsUnsentUntilTheKeyIsEntered() throws {
        try withTwoMachines { desk, laptop, server in
            try desk.ok("key", "create")
            try desk.add("https://a.example/", name: "Alpha", device: "desk")
            try desk.ok("sync")
            let use = try laptop.run("cloud", "use", server.url, "-y", input: server.token)
            #expect(use.status == 69 && use.errors.contains("cloudy key enter"), "\(use.errors)")

            let added = try laptop.run("add", "https://gamma.example/", "--name", "Gamma")
            #expect(added.status == 0 && added.errors.contains("cloudy key enter"))
            let status = try laptop.run("status")
            #expect(status.output.contains("(sealed, locked"), "\(status.output)")
            #expect(status.errors.contains("Your edits stay here"), "\(status.errors)")
            #expect(try laptop.run("status", "--json").output.contains("\"state\":\"locked\""))
            let sync = try laptop.run("sync", "--json")
            #expect(sync.status == 69 && sync.output.contains("\"state\":\"locked\""))
            #expect(sync.errors.contains("this device has no key"), "\(sync.errors)")
            let verify = try laptop.run("verify")
            #expect(verify.output.contains("“cloudy key enter” here"), "\(verify.output)")
            #expect(try laptop.run("verify", "--json").output.contains("\"locked\":true"))

            let list = try laptop.openList(device: "laptop")
            try list.expect("sealed, no key", "cloudy key enter")
            try list.press("S")
            try list.expect("sealed, and this device has no key")
            try list.press("q")
            try list.add("https://delta.example/", name: "Delta")
            try list.expect("sealed, no key", "2 unsent")
            for word in ["gamma.example", "Gamma", "delta.example", "Delta"] {
                #expect(try !server.holds(word), "\(word)")
            }
            // The open list recovers when the key is entered, here in two lines as it is shown.
            try laptop.ok("key", "enter", input: try desk.ok("key", "show").output)
            try list.expect("Alpha", "Gamma", "Delta", "synced")
            try list.press("M")
            try list.expect("This device now has a key for \(server.url)")
            try list.expectNo("uses the account")
            try list.press("q")
            try desk.ok("sync")
            #expect(Set(try desk.list(device: "desk").map(\.name)) == ["Alpha", "Gamma", "Delta"])
            for word in ["gamma.example", "Gamma", "delta.example", "Delta"] {
                #expect(try !server.holds(word), "\(word)")
            }
        }
    }

    @Test func bookmarksFromBeforeJoiningCountAsUnsent() throws {
        try withTwoMachines { desk, laptop, server in
            try desk.ok("key", "create")
            try laptop.ok("add", "https://gamma.example/", "--name", "Gamma")
            let use = try laptop.run("cloud", "use", server.url, "-y", input: server.token)
            #expect(use.status == 69)
            #expect(
                use.errors.hasPrefix("cloudy: This device now uses \(server.url)."),
                "\(use.errors)")
            #expect(use.errors.contains("cloudy key enter"), "\(use.errors)")
            #expect(try wait { try laptop.status(device: "laptop").unsent == 1 })
            try laptop.ok("add", "https://delta.example/", "--name", "Delta")
            #expect(try laptop.status(device: "laptop").unsent == 2)
            try laptop.ok("key", "enter", input: try desk.recoveryString())
            try laptop.ok("sync")
            #expect(try laptop.status(device: "laptop").unsent == 0)
            // A device with an old key counts only the edits made since as unsent.
            try desk.ok("key", "rotate")
            #expect(try laptop.run("sync").status == 69)
            try laptop.ok("add", "https://e.example/", "--name", "Epsilon")
            #expect(try laptop.status(device: "laptop").unsent == 1)
        }
    }

    /// The state after `cloudy key create` was killed: the key is on this device, but was not
    /// announced.
    @Test func unannouncedKeyIsFoundAndAnnounced() throws {
        try withTwoMachines { desk, laptop, server in
            try desk.add("https://a.example/", name: "Alpha", device: "desk")
            try desk.ok("key", "create")
            _ = try laptop.run("cloud", "use", server.url, "-y", input: server.token)
            let folder = laptop.deviceFolder("laptop")
            // This file is rewritten for each announcement. It is not removed, as agents would
            // notice that.
            let before = laptop.folder.path("before")
            let isTold = {
                try laptop.shell("[ '\(folder)/account' -nt '\(before)' ]").status == 0
            }
            // Another process is still working with the key.
            let lock = "\(folder)/sealing.lock"
            let holder = try laptop.open("-s", "-o", lock, "sleep", "1000", program: "flock")
            #expect(try wait { try laptop.shell("flock -n '\(lock)' true").status != 0 })
            let key = "\(desk.deviceFolder("desk"))/cloud.key"
            try laptop.shell("touch '\(before)' && cp '\(key)' '\(folder)/cloud.key'")
            #expect(try laptop.run("sync").status == 77)
            #expect(try !isTold())
            try holder.signal(9)
            #expect(try wait { try isTold() })
            #expect(try wait { try laptop.run("sync").status == 0 })
            #expect(try laptop.list(device: "laptop").map(\.name) == ["Alpha"])
        }
    }

    @Test func serverThatDeniesItsSealReceivesNothing() throws {
        try withTwoMachines { desk, laptop, server in
            try desk.ok("key", "create")
            _ = try laptop.run("cloud", "use", server.url, "-y", input: server.token)
            try desk.run("cloud", "leave")
            try server.forgetKeys()
            try laptop.run("add", "https://gamma.example/", "--name", "Gamma")
            let sync = try laptop.run("sync")
            #expect(sync.status == 69, "\(sync.errors)")
            let key = try laptop.run("key")
            #expect(key.errors.contains("was sealed, and now says that it is not"), "\(key.errors)")
            #expect(try !server.holds("gamma.example"))
            // Using another token does not mean that the person agrees.
            let other = try server.run("token", "add", "ada").output
            let use = try laptop.run("cloud", "use", server.url, "-y", input: other)
            #expect(use.status == 69, "\(use)")
            #expect(use.errors.contains("cloudy cloud leave, then"), "\(use.errors)")
            #expect(try !server.holds("gamma.example"))
            // By leaving first, the person says that this is another account.
            try laptop.ok("cloud", "leave")
            try laptop.ok("cloud", "use", server.url, "-y", input: server.token)
            #expect(try server.holds("gamma.example"))
        }
    }

    @Test func keyCommandReportsTheStateOfTheSeal() throws {
        try withTwoMachines { desk, laptop, server in
            let plain = try desk.ok("key")
            #expect(plain.output.contains("is not sealed"), "\(plain.output)")
            try desk.ok("key", "create")
            try desk.add("https://a.example/", name: "Alpha", device: "desk")
            try desk.ok("sync")
            let own = try desk.ok("key").output
            #expect(own.contains(" is sealed since 20"), "\(own)")
            #expect(own.contains("; the current key is "), "\(own)")
            #expect(own.contains("All records could be opened."))
            let facts = try desk.ok("key", "--json").output
            #expect(facts.contains("\"reached\":true,\"sealed\":true"), "\(facts)")

            _ = try laptop.run("cloud", "use", server.url, "-y", input: server.token)
            let none = try laptop.ok("key").output
            #expect(none.contains("this device has no key: nothing is sent. 1 record there."))
            let locked = try laptop.ok("key", "--json").output
            #expect(locked.contains("\"key\":null,\"locked\":true,\"reached\":true"), "\(locked)")
            try laptop.ok("key", "enter", input: try desk.recoveryString())
            try desk.ok("key", "rotate")
            let other = try laptop.ok("key").output
            #expect(other.contains("and this device has another"), "\(other)")
            let old = try laptop.ok("key", "show")
            #expect(old.errors.contains("this recovery string no longer works"), "\(old.errors)")
            #expect(try desk.ok("key", "show").errors == "")

            _ = try server.stop()
            let away = try desk.ok("key")
            #expect(away.output.contains("This device has the key"), "\(away.output)")
            #expect(away.errors.hasPrefix("cloudy: "), "\(away.errors)")
            #expect(try desk.ok("key", "--json").output.contains("\"reached\":false"))
            try server.start()
        }
    }

    /// The message and the exit status when something about a key goes wrong.
    @Test func mistakesWithKeysAreExplained() throws {
        try withTwoMachines { desk, laptop, server in
            func expect(
                _ home: Home, _ arguments: [String], input: String = "", _ status: Int32,
                _ words: String..., sourceLocation: SourceLocation = #_sourceLocation
            ) throws {
                let outcome = try home.run(arguments, input: input)
                #expect(outcome.status == status, "\(outcome)", sourceLocation: sourceLocation)
                for line in outcome.errors.split(separator: "\n") {
                    #expect(line.hasPrefix("cloudy: "), "\(line)", sourceLocation: sourceLocation)
                }
                for word in words {
                    #expect(
                        outcome.errors.contains(word), "\(outcome.errors)",
                        sourceLocation: sourceLocation)
                }
                #expect(!outcome.errors.contains("cloudyd"), sourceLocation: sourceLocation)
            }
            let other = String(repeating: "7", count: 52)
            try expect(desk, ["key", "enter"], input: other, 65, "has 52 characters in total")
            let zero = "0000-0000-0000-0000-0000-0000-0000-0000-0000-0000-0000-0000-0000-0000"
            try expect(desk, ["key", "enter"], input: zero, 65, "more than one typing mistake")
            try expect(desk, ["key", "rotate"], 78, "has no key", "cloudy key create")
            try expect(desk, ["key", "seal"], 78, "has no key")
            let phrase = desk.with(["CLOUDY_PASSPHRASE": "four words of mine"])
            try expect(phrase, ["key", "enter", "--passphrase"], 77, "cloudy key show")
            try phrase.ok("key", "create", "--passphrase")
            let string = try desk.recoveryString()
            try expect(desk, ["key", "create"], 77, "is sealed already", "This device has it")

            _ = try laptop.run("cloud", "use", server.url, "-y", input: server.token)
            try expect(
                laptop, ["key", "create"], 77, "is sealed already", "“cloudy key enter” here")
            let groups = string.split(separator: "-").map(String.init)
            var short = groups
            short[3].removeLast()
            try expect(
                laptop, ["key", "enter"], input: short.joined(separator: "-"), 65, "see group 4")
            var slip = groups
            slip[5] = (slip[5].hasPrefix("7") ? "8" : "7") + slip[5].dropFirst()
            try expect(
                laptop, ["key", "enter"], input: slip.joined(separator: "-"), 65, "in group 6")
            try expect(
                laptop, ["key", "enter", "--passphrase"], input: "four words of yours", 77,
                "not the passphrase", "cloudy key show")
            try desk.ok("key", "rotate")
            try expect(
                laptop, ["key", "enter"], input: string, 77, "It was replaced",
                "nothing was changed"
            )
            try laptop.ok("key", "enter", input: try desk.recoveryString())
            try laptop.ok("sync")
        }
    }

    @Test func serverThatReturnsToAnOldKeyIsRefused() throws {
        try withTwoMachines { desk, laptop, server in
            try desk.ok("key", "create")
            try desk.add("https://a.example/", name: "Alpha", device: "desk")
            try desk.ok("sync")
            let saved = desk.folder.path("saved")
            try server.copy(to: saved)
            try desk.ok("key", "rotate")
            try desk.add("https://b.example/", name: "Beta", device: "desk")
            try desk.ok("sync")
            try server.goBack(to: saved)
            var refused = try desk.run("sync")
            // For a moment, the server may still count as unreachable.
            #expect(
                try wait {
                    refused = try desk.run("sync")
                    return refused.errors.contains("replaced: nothing")
                }, "\(refused)")
            #expect(refused.status == 69)
            let key = try desk.run("key")
            #expect(key.errors.contains("replaced: nothing"), "\(key.errors)")
            #expect(key.errors.contains("“cloudy key seal”"), "\(key.errors)")
            // The person knows that the server was restored.
            try desk.ok("key", "seal")
            try desk.ok("sync")
            _ = try laptop.run("cloud", "use", server.url, "-y", input: server.token)
            try laptop.ok("key", "enter", input: try desk.recoveryString())
            try laptop.ok("sync")
            #expect(Set(try laptop.list(device: "laptop").map(\.name)) == ["Alpha", "Beta"])
        }
    }
}
