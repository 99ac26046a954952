import ScratchFolder
import TestSupport
import Testing

/// A device that switches between accounts of a server.
@Suite(.endToEnd)
struct OtherAccountTests {
    private func use(
        _ server: TestServer, token: String, _ home: Home, _ options: String...
    ) throws -> Command.Outcome {
        try home.run(["cloud", "use", server.url, "-y"] + options, input: token)
    }

    /// Both accounts are sealed with the same key, but that key changed more often in one of them.
    @Test func accountsSealedWithOneKeyAreToldApart() throws {
        try withScratchHome { home in
            let server = try TestServer(beside: home)
            let desk = try home.meeting(at: server, device: "desk")
            defer { desk.leaveServer() }
            try desk.ok("key", "create")
            try desk.add("https://swordfish.example/", name: "Barracuda", device: "desk")
            try desk.ok("sync")
            // Ada's account changes its key more often than Cy's does.
            try desk.ok("key", "rotate")
            try desk.ok("sync")
            let cy = try server.run("account", "add", "cy").output

            let refused = try use(server, token: cy, desk)
            #expect(refused.status == 69, "\(refused)")
            #expect(refused.errors.contains("is empty and not sealed"), "\(refused.errors)")
            #expect(refused.errors.contains("for another account"), "\(refused.errors)")
            #expect(refused.errors.hasSuffix("To go back: cloudy cloud use -\n"))
            let sealed = try desk.ok("key", "seal")
            #expect(sealed.output.contains("no record was there unencrypted"), "\(sealed)")
            try desk.ok("sync")

            // The token of the previous account is kept, although both accounts have the same
            // address.
            for _ in 0..<3 {
                let back = try desk.run("cloud", "use", "-", "-y", input: "")
                #expect(back.status == 0 && back.errors == "", "\(back)")
                try desk.ok("sync")
            }
            #expect(try use(server, token: cy, desk).status == 0)
            #expect(try !server.holds("swordfish"))
            try desk.ok("cloud", "leave")
            let none = try desk.run("cloud", "use", "-", input: "")
            #expect(none.status == 64, "\(none)")
            #expect(none.errors.contains("or you left it"), "\(none.errors)")
            // The notes about each account's keys are kept, however a device comes back.
            for token in [server.token, cy] {
                let again = try use(server, token: token, desk)
                #expect(again.status == 0, "\(again.errors)")
            }
        }
    }

    /// A token that replaces a revoked one lets the device into the same account.
    @Test func goingBackReturnsToTheOtherAccountNotTheOldToken() throws {
        try withScratchHome { home in
            let server = try TestServer(beside: home)
            let desk = try home.meeting(at: server, device: "desk")
            defer { desk.leaveServer() }
            let cy = try server.run("account", "add", "cy").output
            #expect(try use(server, token: cy, desk).status == 0)
            try desk.add("https://swordfish.example/", name: "Barracuda", device: "desk")
            try desk.ok("sync")
            let another = try server.run("token", "add", "cy").output
            #expect(try use(server, token: another, desk).status == 0)
            #expect(try desk.ok("cloud", "use", "-", "-y", input: "").status == 0)
            // The revoked token is Ada's first one.
            try server.run("token", "revoke", "1")
            #expect(try desk.run("sync").status == 77)
        }
    }

    /// A join that waits at one account does not affect another account.
    @Test func waitingJoinDoesNotAffectAnotherAccount() throws {
        try withScratchHome { home in
            let server = try TestServer(beside: home)
            let desk = try home.meeting(at: server, device: "desk")
            defer { desk.leaveServer() }
            try desk.ok("key", "create")
            for number in 1...8 {
                try desk.add("https://\(number).example/", name: "Page", device: "desk")
            }
            try desk.ok("sync")
            let cy = try server.run("account", "add", "cy").output
            #expect(try use(server, token: cy, desk).status == 69)
            try desk.ok("key", "seal")
            try desk.ok("sync", "--join")
            for number in 9...20 {
                try desk.add("https://\(number).example/", name: "Page", device: "desk")
            }
            try desk.ok("sync")
            // Ada's account lacks twelve of the bookmarks, so a device that goes there has to join.
            let held = try desk.run("cloud", "use", "-", input: "")
            #expect(held.errors.contains("cloudy sync --join"), "\(held)")
            let back = try desk.run("cloud", "use", "-", input: "")
            #expect(back.status == 0 && !back.errors.contains("--join"), "\(back)")
            let sync = try desk.run("sync")
            #expect(sync.status == 0 && sync.errors == "", "\(sync)")
            #expect(try desk.list(device: "desk").count == 20)
        }
    }
}
