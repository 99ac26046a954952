import ScratchFolder
import TestSupport
import Testing

/// A device that seals the records it sends to its server, and then uses another server.
@Suite(.endToEnd)
struct OtherServerTests {
    /// A device whose server is sealed, a second device, and a second server.
    private func withTwoServers(
        _ body: (_ desk: Home, _ laptop: Home, _ first: TestServer, _ second: TestServer) throws
            -> Void
    ) throws {
        try withScratchHome { one in
            try withScratchHome { two in
                let laptop = two.with(["CLOUDY_DEVICE": "laptop"])
                let first = try TestServer(beside: one)
                let second = try TestServer(beside: two)
                let desk = try one.meeting(at: first, device: "desk")
                defer {
                    // The agents end when the device leaves, and not a minute later.
                    _ = try? desk.run("cloud", "leave")
                    _ = try? laptop.run("cloud", "leave")
                }
                try desk.ok("key", "create")
                try desk.add("https://swordfish.example/", name: "Barracuda", device: "desk")
                try desk.ok("sync")
                try body(desk, laptop, first, second)
            }
        }
    }

    private func use(
        _ server: TestServer, _ home: Home, _ options: String...
    ) throws -> Command.Outcome {
        try home.run(["cloud", "use", server.url, "-y"] + options, input: server.token)
    }

    private func expectNothing(
        at server: TestServer, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for word in ["swordfish", "Barracuda", "halibut"] {
            #expect(
                try !server.holds(word), "the server must not have \(word)",
                sourceLocation: sourceLocation)
        }
    }

    @Test func emptyServerReceivesNothingUntilItIsSealed() throws {
        try withTwoServers { desk, laptop, first, second in
            #expect(try use(first, laptop).status == 69)
            try laptop.ok("key", "enter", input: try desk.recoveryString())
            let refused = try use(second, desk, "--json")
            #expect(refused.status == 69 && refused.output == "", "\(refused)")
            #expect(refused.errors.contains("now uses \(second.url)"))
            #expect(refused.errors.contains("is empty and not sealed"), "\(refused.errors)")
            #expect(refused.errors.contains("“cloudy key seal” seals it with this key"))
            #expect(refused.errors.contains("“cloudy cloud use \(second.url) --unsealed”"))
            #expect(refused.errors.hasSuffix("To go back: cloudy cloud use -\n"))
            try desk.add("https://halibut.example/", name: "Halibut", device: "desk")
            #expect(try desk.run("sync").status == 69)
            let list = try desk.openList(device: "desk")
            // All edits wait: nothing was sent to the second server.
            try list.expect("Halibut", "not sealed", "2 unsent")
            try list.press("q")
            #expect(try desk.run("cloud").output == "\(second.url)\n")
            let status = try desk.run("status")
            #expect(status.output.contains("\(second.url) (not sealed)"), "\(status)")
            #expect(status.output.contains("unsent     2\n"), "\(status)")
            #expect(try desk.run("status", "--json").output.contains(#""state":"unsealed""#))
            let key = try desk.ok("key").output
            #expect(key.contains("is not sealed yet"), "\(key)")
            try expectNothing(at: second)

            let sealed = try desk.ok("key", "seal")
            #expect(sealed.output.contains("no record was there unencrypted"), "\(sealed)")
            try desk.ok("sync")
            // Another device that has the key need not enter it.
            let fits = try use(second, laptop)
            #expect(fits.status == 0, "\(fits.errors)")
            #expect(fits.errors.contains("The key of \(first.url) fits"), "\(fits.errors)")
            #expect(try laptop.list(device: "laptop").count == 2)
            #expect(try laptop.run("status").output.contains("\(second.url) (sealed)"))
            try expectNothing(at: second)
            // Going back needs no token.
            try desk.ok("cloud", "use", first.url + "/", "-y", input: "")
            try desk.ok("sync")
            try expectNothing(at: first)
            let forth = try desk.ok("cloud", "use", "-", "-y", "--json", input: "")
            #expect(forth.output.contains(second.url), "\(forth)")
        }
    }

    /// A missing server, such as at a mistyped address, does not count as another server.
    @Test func failedUseOfAServerKeepsTheStateOfTheSeal() throws {
        try withTwoServers { desk, _, _, second in
            let file = desk.deviceFolder("desk") + "/cloud.sealing"
            let before = try desk.shell("cat '\(file)'").output
            #expect(before.contains("account "), "\(before)")
            try second.kill()
            let failed = try use(second, desk)
            #expect(failed.status == 69, "\(failed)")
            #expect(failed.errors.contains("Nothing was changed."), "\(failed)")
            #expect(try desk.shell("cat '\(file)'").output == before)
        }
    }

    @Test func unencryptedRecordsOnTheOtherServerAreReported() throws {
        try withTwoServers { desk, laptop, first, second in
            try laptop.add("https://a.example/", name: "Alpha", device: "laptop")
            try laptop.add("https://b.example/", name: "Beta", device: "laptop")
            #expect(try use(second, laptop).status == 0)
            let refused = try use(second, desk)
            #expect(refused.status == 69, "\(refused)")
            #expect(refused.errors.contains("has 2 records unencrypted"), "\(refused.errors)")
            #expect(refused.errors.contains("“cloudy key seal” takes them in"))
            // The same holds for a device that left its server.
            #expect(try desk.run("cloud", "leave").status == 0)
            let again = try use(second, desk)
            #expect(again.status == 69 && again.errors.contains("has 2 records unencrypted"))
            #expect(again.errors.hasSuffix("To go back: cloudy cloud leave\n"), "\(again.errors)")
            #expect(try desk.list(device: "desk").map(\.name) == ["Barracuda"])
            try expectNothing(at: second)

            // The device uses this server already, so the token is known.
            let unsealed = try desk.run(
                "cloud", "use", second.url, "-y", "--unsealed", input: "")
            #expect(unsealed.status == 0, "\(unsealed.errors)")
            #expect(unsealed.errors.contains("the server can read everything"), "\(unsealed)")
            #expect(try desk.ok("status").output.contains("(unsealed, as you chose"))
            #expect(try second.holds("swordfish"))
            #expect(try desk.list(device: "desk").count == 3)
            #expect(try desk.ok("cloud").output.contains("unsealed, because of --unsealed"))
            let key = try desk.ok("key").output
            #expect(key.contains("is used unsealed") && key.contains("cloudy key seal"), "\(key)")
            #expect(try desk.ok("key", "--offline").output.contains("is used unsealed"))
            let rotate = try desk.run("key", "rotate")
            #expect(rotate.status == 78 && rotate.errors.contains("cloudy key seal"))
            // `--unsealed` has to be given each time.
            #expect(try use(second, desk).status == 69)
            #expect(try use(first, desk).status == 0)
            try desk.ok("sync")
            try expectNothing(at: first)
            #expect(try !first.holds("a.example"))
            // Bookmarks that came from there meanwhile do not wait to be sent there.
            #expect(try use(second, desk).status == 69)
            let waiting = try desk.run("status").output
            #expect(waiting.contains("(not sealed)"), "\(waiting)")
            #expect(waiting.contains("unsent     0\n"), "\(waiting)")
            #expect(try desk.ok("key").output.contains("cloud use \(second.url) --unsealed"))
        }
    }

    @Test func serverUsedUnsealedCanBeSealedLater() throws {
        try withTwoServers { desk, laptop, first, second in
            #expect(try use(second, desk, "--unsealed").status == 0)
            let id = try desk.ok("key", "seal", "--json").output
            #expect(try desk.ok("cloud").output.contains("sealed with the key"), "\(id)")
            try desk.add("https://halibut.example/", name: "Halibut", device: "desk")
            try desk.ok("sync")
            #expect(try !second.holds("halibut"))
            // The account may also get a key of its own. The previous key is set aside, and found
            // again.
            #expect(try use(first, desk).status == 0)
            let token = try second.run("account", "add", "eve").output
            let eve = try desk.run(
                "cloud", "use", second.url, "-y", "--unsealed", input: token)
            #expect(eve.status == 0, "\(eve.errors)")
            let created = try desk.ok("key", "create")
            #expect(created.errors.contains("The previous key is in"))
            let back = try use(first, desk)
            #expect(back.status == 0 && back.errors.contains("fits"), "\(back.errors)")
            let forth = try desk.run("cloud", "use", second.url, "-y", input: token)
            #expect(forth.status == 0 && forth.errors.contains("fits"), "\(forth.errors)")
        }
    }

    @Test func serverSealedWithAnotherKeyNeedsThatKey() throws {
        try withTwoServers { desk, laptop, first, second in
            #expect(try use(second, laptop).status == 0)
            try laptop.ok("key", "create")
            let refused = try use(second, desk)
            #expect(refused.status == 69, "\(refused)")
            #expect(refused.errors.contains("cloudy key enter"), "\(refused.errors)")
            // `--unsealed` does not give access to a sealed account.
            let unsealed = try use(second, desk, "--unsealed")
            #expect(unsealed.status == 69)
            #expect(unsealed.errors.contains("leave out --unsealed"), "\(unsealed.errors)")
            try expectNothing(at: second)
            let string = try laptop.recoveryString()
            let join = try desk.with(["CLOUDY_RECOVERY": string]).run("key", "enter", "--json")
            #expect(join.status == 0 && join.output.hasPrefix("{"), "\(join)")
            try desk.ok("sync")
            try laptop.ok("sync")
            #expect(try laptop.list(device: "laptop").map(\.name) == ["Barracuda"])
            for server in [first, second] {
                // The key of each server is found, and nothing is sent unsealed to a sealed server.
                let use = try use(server, desk, "--unsealed", "--json")
                #expect(use.status == 0 && use.output.hasPrefix("{"), "\(use)")
                #expect(try desk.ok("cloud").output.contains("sealed with the key"))
                try expectNothing(at: server)
            }
        }
    }

    /// The state after `cloudy cloud use` was killed, when the address was already announced to all
    /// processes.
    @Test func useKilledBeforeItsFirstSyncSendsNothing() throws {
        try withTwoServers { desk, _, first, second in
            let folder = desk.deviceFolder("desk")
            let key = try desk.shell("cat '\(folder)/cloud.key'").output
            try desk.shell(
                """
                printf '%s\\n' '\(second.token)' > '\(folder)/cloud.token'
                printf '%s\\n' '\(second.url)' > '\(folder)/cloud'
                printf 'default\\n' > '\(folder)/new' && mv '\(folder)/new' '\(folder)/account'
                """)
            let sync = try desk.run("sync")
            #expect(sync.status == 69 && sync.errors.contains("cloudy key seal"), "\(sync)")
            try expectNothing(at: second)
            #expect(try desk.shell("cat '\(folder)/cloud.key'").output == key)
            #expect(try use(first, desk).status == 0)
        }
    }
}
