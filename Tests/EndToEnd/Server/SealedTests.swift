import ScratchFolder
import TestSupport
import Testing

/// Two machines that sync with a server which cannot read what they send.
@Suite(.endToEnd)
struct SealedTests {
    private func withTwoMachines(_ body: (Home, Home, TestServer) throws -> Void) throws {
        try withScratchHome { one in
            try withScratchHome { two in
                try body(
                    one.with(["CLOUDY_DEVICE": "desk"]), two.with(["CLOUDY_DEVICE": "laptop"]),
                    TestServer(beside: one))
                // The agents end when the device leaves, and not a minute later.
                try one.run("cloud", "leave", "--device", "desk")
                try two.run("cloud", "leave", "--device", "laptop")
            }
        }
    }

    /// The recovery string of a machine that has the key.
    private func recovery(_ home: Home) throws -> String {
        let shown = try home.run("key", "show")
        try #require(shown.status == 0, "\(shown.errors)")
        let lines = shown.output.split(separator: "\n").map { $0.filter { $0 != " " } }
        #expect(lines.count == 2)
        return lines.joined(separator: "-")
    }

    private func names(_ home: Home, _ device: String) throws -> Set<String> {
        Set(try home.list(device: device).map(\.name))
    }

    @Test func onlyMachinesWithTheKeyCanReadBookmarks() throws {
        try withTwoMachines { one, two, server in
            let desk = try one.meeting(at: server, device: "desk")
            let created = try desk.ok("key", "create")
            #expect(created.output.contains("is sealed with the key"))
            #expect(created.errors.contains("The server still sees"), "\(created.errors)")
            try desk.add(
                "https://swordfish.example/", name: "Barracuda", tags: ["halibut"], device: "desk")
            try desk.ok("sync")
            for word in ["swordfish", "Barracuda", "halibut"] {
                #expect(try !server.holds(word), "the server must not have \(word)")
            }
            // The other machine needs the address of the server, and then the key.
            let use = try two.run("cloud", "use", server.url, "-y", input: server.token)
            #expect(use.status == 69)
            #expect(use.errors.contains("cloudy key enter"), "\(use.errors)")
            #expect(try two.run("cloud").output == "\(server.url)\n")
            #expect(try two.run("key").output.contains("this device has no key"))
            #expect(try two.run("sync").status == 69)
            try #require(try names(two, "laptop") == [])
            let string = try recovery(desk)
            try two.ok("key", "enter", input: string.lowercased())
            try two.ok("sync")
            #expect(try names(two, "laptop") == ["Barracuda"])
            try two.add("https://b.example/", name: "Beta", device: "laptop")
            try two.ok("sync")
            try desk.ok("sync")
            #expect(try names(desk, "desk") == ["Barracuda", "Beta"])
            #expect(try !server.holds("Beta"))
            let status = try desk.run("status")
            #expect(status.output.contains("\(server.url) (sealed)"), "\(status.output)")
        }
    }

    /// The device that comes second must not show a recovery string that opens nothing.
    @Test func onlyOneOfTwoConcurrentKeyCreationsSucceeds() throws {
        try withTwoMachines { one, two, server in
            let desk = try one.meeting(at: server, device: "desk")
            let laptop = try two.meeting(at: server, device: "laptop")
            // Checking whether all records fit when sealed takes a while. Meanwhile, neither device
            // has announced a key.
            _ = try desk.shell("seq -f 'https://a.example/%g' 3000 | \"$0\" import -")
            for home in [desk, laptop] { try home.ok("sync") }
            let made = try desk.shell(
                """
                for home in '\(one.path) desk' '\(two.path) laptop'; do
                    CLOUDY_HOME=${home% *} CLOUDY_DEVICE=${home#* } "$0" key create 2>&1 &
                done
                wait
                """
            ).output
            #expect(made.matches(of: /as a recovery string:/).count == 1, "\(made)")
            #expect(made.contains("is sealed already, with the key"), "\(made)")
            let shown = try [desk, laptop].map { try $0.run("key", "show") }
            #expect(shown.count { $0.status == 0 } == 1)
        }
    }

    @Test func mistypedOrForeignKeyIsRefused() throws {
        try withTwoMachines { one, two, server in
            let desk = try one.meeting(at: server, device: "desk")
            try desk.ok("key", "create")
            _ = try two.run("cloud", "use", server.url, "-y", input: server.token)
            let string = try recovery(desk)
            let slip = (string.hasPrefix("7") ? "8" : "7") + string.dropFirst()
            let mistyped = try two.run("key", "enter", input: String(slip))
            #expect(mistyped.status == 65)
            #expect(mistyped.errors.contains("in group 1"), "\(mistyped.errors)")
            let other = String(repeating: "0", count: 52) + "ABCD"
            #expect(try two.run("key", "enter", input: other).status == 65)
            #expect(try two.run("key", "show").status == 78)
        }
    }

    @Test func creatingAKeySealsExistingRecords() throws {
        try withTwoMachines { one, two, server in
            try one.fill(30, device: "desk")
            let desk = try one.meeting(at: server, device: "desk")
            let laptop = try two.meeting(at: server, device: "laptop")
            #expect(try laptop.list(device: "laptop").count == 30)
            let created = try desk.ok("key", "create", "--json")
            #expect(created.output.contains(#""records":30,"#), "\(created.output)")
            #expect(try server.rows("SELECT count(*) FROM records WHERE NOT isTombstone") == "30")
            let plain =
                "SELECT count(*) FROM records WHERE hex(record) LIKE '%' || hex('Page 1') || '%'"
            #expect(try server.rows(plain) == "0")
            // The other machine keeps its bookmarks, and sends nothing, until it gets the key.
            try laptop.add("https://b.example/", name: "Beta", device: "laptop")
            let refused = try laptop.run("sync")
            #expect(refused.status == 69)
            #expect(refused.errors.contains("this device has no key"), "\(refused.errors)")
            #expect(try laptop.list(device: "laptop").count == 31)
            #expect(try laptop.run("status").errors.contains("cloudy key enter"))
            try laptop.ok("key", "enter", input: try recovery(desk))
            try laptop.ok("sync")
            try desk.ok("sync")
            #expect(try desk.list(device: "desk").count == 31)
            #expect(try laptop.list(device: "laptop").count == 31)
        }
    }

    @Test func replacedKeyMustBeEnteredAgain() throws {
        try withTwoMachines { one, two, server in
            try one.add("https://a.example/", name: "Alpha", device: "desk")
            let desk = try one.meeting(at: server, device: "desk")
            try desk.with(["CLOUDY_PASSPHRASE": "one two three four"]).ok(
                "key", "create",
                "--passphrase")
            _ = try two.run("cloud", "use", server.url, "-y", input: server.token)
            try two.ok("key", "enter", "--passphrase", input: "one two three four")
            try two.ok("sync")
            #expect(try names(two, "laptop") == ["Alpha"])
            let old = try recovery(desk)
            try desk.ok("key", "rotate")
            let new = try recovery(desk)
            #expect(old != new)
            try two.add("https://b.example/", name: "Beta", device: "laptop")
            let refused = try two.run("sync")
            #expect(refused.status == 69)
            #expect(refused.errors.contains("replaced it"), "\(refused.errors)")
            #expect(try two.run("key", "enter", input: old).status == 77)
            let gone = try two.run(
                "key", "enter", "--passphrase", input: "one two three four")
            #expect(gone.status == 77)
            try two.ok("key", "enter", input: new)
            try two.ok("sync")
            try desk.ok("sync")
            #expect(try names(desk, "desk") == ["Alpha", "Beta"])
        }
    }

    @Test func serverThatForgetsItsKeysIsRefused() throws {
        try withTwoMachines { one, _, server in
            try one.add("https://a.example/", name: "Alpha", device: "desk")
            let desk = try one.meeting(at: server, device: "desk")
            try desk.ok("key", "create")
            try server.forgetKeys()
            try desk.add("https://b.example/", name: "Beta", device: "desk")
            let refused = try desk.run("sync")
            #expect(refused.status == 69)
            #expect(refused.errors.contains("cloudy key seal"), "\(refused.errors)")
            try desk.ok("key", "seal")
            try desk.ok("sync")
            #expect(try !server.holds("b.example"))
        }
    }

    /// `cloudy key create` advises this if records were on the server unencrypted.
    @Test func newAccountIsSealedWithTheSameKey() throws {
        try withTwoMachines { one, _, server in
            try one.add("https://a.example/", name: "Alpha", device: "desk")
            let desk = try one.meeting(at: server, device: "desk")
            #expect(try desk.ok("key", "create").errors.contains("cloudy key seal"))
            let token = try server.run("account", "add", "eve").output
            let use = try desk.run("cloud", "use", server.url, "-y", input: token)
            #expect(use.status == 69 && use.errors.contains("cloudy key seal"), "\(use.errors)")
            #expect(use.errors.contains("now uses \(server.url)"), "\(use.errors)")
            try desk.add("https://b.example/", name: "Beta", device: "desk")
            #expect(try !server.holds("b.example"))
            try desk.ok("key", "seal")
            try desk.ok("sync")
            #expect(try desk.status(device: "desk").unsent == 0)
            #expect(try !server.holds("b.example"))
        }
    }

    @Test func serverUnderAnotherAddressKeepsItsKey() throws {
        try withTwoMachines { one, two, server in
            try one.add("https://a.example/", name: "Alpha", device: "desk")
            let desk = try one.meeting(at: server, device: "desk")
            try desk.ok("key", "create")
            // The key of another account does not fit, and is not changed.
            let token = try server.run("account", "add", "eve").output
            try two.ok("cloud", "use", server.url, "-y", input: token)
            try two.ok("key", "create")
            let address = server.url.replacing("127.0.0.1", with: "localhost")
            let refused = try desk.run("cloud", "use", address, "-y", input: token)
            #expect(refused.status == 69, "\(refused.errors)")
            #expect(refused.errors.contains("cloudy key enter"), "\(refused.errors)")

            let use = try desk.ok("cloud", "use", address, "-y", input: server.token)
            #expect(use.errors.contains("The key of \(server.url) fits"), "\(use.errors)")
            let shown = try desk.ok("key", "show").output
            // Another machine gets the recovery string from a variable, in several lines as it is
            // shown.
            let use2 = try two.run("cloud", "use", server.url, "-y", input: server.token)
            #expect(use2.status == 69, "\(use2.errors)")
            try two.with(["CLOUDY_RECOVERY": shown]).ok("key", "enter")
            try two.ok("sync")
            #expect(try names(two, "laptop") == ["Alpha"])
        }
    }

    @Test func keyCannotBeCreatedWithoutAServer() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let outcome = try home.run("key", "create")
            #expect(outcome.status == 78)
            #expect(outcome.errors.contains("it needs no key"), "\(outcome.errors)")
            let printed = try home.run("key", "--json").output
            #expect(
                printed
                    == #"{"cloud":null,"key":null,"locked":false,"reached":false,"sealed":false,"#
                    + #""sealedWith":null,"since":null,"unreadable":0,"unsealed":0}"# + "\n")
        }
    }
}
