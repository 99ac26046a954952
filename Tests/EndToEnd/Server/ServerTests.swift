import ScratchFolder
import TestSupport
import Testing

/// Two machines, each with a home of its own, that sync with a server.
@Suite(.endToEnd)
struct ServerTests {
    private func withTwoMachines(_ body: (Home, Home, TestServer) throws -> Void) throws {
        try withScratchHome { one in
            try withScratchHome { two in
                try body(one, two, TestServer(beside: one))
                // The agents end when the device leaves, and not a minute later.
                for (home, device) in [(one, "desk"), (two, "laptop")] {
                    try home.run("cloud", "leave", "--device", device)
                }
            }
        }
    }

    @Test func severalAddressesOfAServerAreRefused() throws {
        try withScratchHome { home in
            let outcome = try home.run("cloud", "use", "https://a.example,b.example", input: "any")
            #expect(outcome.status == 64)
            #expect(
                outcome.errors.contains(
                    "A server has one address. Only an etcd has several members: "
                        + "etcds://USER@HOST,HOST"), "\(outcome.errors)")
        }
    }

    @Test func editsOfOneMachineShowOnTheOther() throws {
        try withTwoMachines { one, two, server in
            try one.add("https://a.example/", name: "Alpha", device: "desk")
            let desk = try one.meeting(at: server, device: "desk")
            let laptop = try two.meeting(at: server, device: "laptop")
            #expect(try laptop.list(device: "laptop").map(\.name) == ["Alpha"])
            let list = try laptop.openList(device: "laptop")
            try list.expect("> Alpha")
            try desk.add("https://b.example/", name: "Beta", device: "desk")
            try list.expect("Beta", "← desk")
            try list.press("G", "d")
            try list.expectNo("Alpha")
            let other = try desk.openList(device: "desk")
            try other.expect("Beta")
            try other.expectNo("Alpha")
        }
    }

    @Test func commandsPrintTheAddressOfTheServer() throws {
        try withTwoMachines { one, _, server in
            let use = try one.run(
                "cloud", "use", server.url, "--json", "--device", "desk", input: server.token)
            #expect(
                use.output == "{\"bookmarks\":0,\"cloud\":\"\(server.url)\",\"joining\":false}\n")
            let now = try one.run("cloud", "--json", "--device", "desk")
            #expect(now.output == "{\"cloud\":\"\(server.url)\"}\n")
            #expect(try one.run("status", "--device", "desk").output.contains(server.url))
            let verify = try one.run("verify", "--device", "desk").output
            #expect(verify.contains("          \(server.url)\n"), "\(verify)")
            let leave = try one.run("cloud", "leave", "--json", "--device", "desk")
            #expect(
                leave.output
                    == "{\"cloud\":null,\"previous\":\"\(server.url)\",\"unsent\":0}\n")
        }
    }

    /// An agent ends when it is not needed, but `cloudy status` needs one.
    @Test func statusStartsTheAgent() throws {
        try withTwoMachines { one, _, server in
            let desk = try one.meeting(at: server, device: "desk")
            try desk.shell("pkill -f 'cloudy-agent --home \(desk.path) ' || true")
            // On a busy machine, the agent may take longer to start than the command waits.
            var status = try desk.run("status", "--device", "desk")
            let isOnline = try wait {
                status = try desk.run("status", "--device", "desk")
                return status.output.contains("(online)") && status.errors.isEmpty
            }
            #expect(isOnline, "\(status.output)\(status.errors)")
        }
    }

    /// An agent that ended as unneeded did not see the server go away.
    @Test func firstEditReportsAnUnreachableServer() throws {
        try withTwoMachines { one, _, server in
            let desk = try one.meeting(at: server, device: "desk")
            // The brackets keep pkill from matching its own shell. The agent's locks are released a
            // moment after it.
            let end = """
                cd '\(desk.deviceFolder("desk"))'
                pkill -9 -f '[c]loudy-agent --home \(desk.path) ' || exit 1
                until flock -n engine.lock true; do sleep 0.02; done
                \(desk.untilAgentIsGone)
                """
            try server.kill()
            var (number, errors) = (0, "")
            // On a busy machine, the agent may take longer than a command waits for it.
            let isSaid = try wait {
                // Each command has started an agent, which may still be starting.
                try #require(try wait { try desk.shell(end).status == 0 })
                number += 1
                errors = try desk.ok("add", "https://a.example/\(number)").errors
                return errors.contains("to be sent. \(server.url) is unreachable")
            }
            #expect(isSaid, "\(errors)")
        }
    }

    @Test func deviceReconnectsToARestartedServer() throws {
        try withTwoMachines { one, two, server in
            let desk = try one.meeting(at: server, device: "desk")
            let laptop = try two.meeting(at: server, device: "laptop")
            let list = try laptop.openList(device: "laptop")
            try server.killAndRestart()
            try desk.add("https://a.example/", name: "Alpha", device: "desk")
            try list.expect("Alpha", "← desk")
        }
    }

    /// An agent that ended is started again, and its process is reaped.
    @Test func endedAgentIsReapedAndReplaced() throws {
        try withTwoMachines { one, _, server in
            let desk = try one.meeting(at: server, device: "desk")
            let list = try desk.openList(device: "desk")
            try list.press("S")
            try list.expect(server.url, "cloudy-agent, running")
            let parent = try list.ask("#{pane_pid}")
            /// The agents of this home, by their process ids.
            let mine =
                "ps -eo pid=,args= | awk '/[c]loudy-agent --home/ && index($0, \"\(desk.path)\")"
            func agents() throws -> [Substring] {
                try desk.shell(mine + " {print $1}'").output.split(separator: "\n")
            }
            func children() throws -> [Substring] {
                try desk.shell("ps -o pid=,stat= --ppid \(parent)").output.split(separator: "\n")
            }
            // The command started the first agent, and the list the second.
            for _ in 1...2 {
                let last = try #require(try agents().first)
                _ = try desk.shell("kill -9 \(last)")
                try list.expect("there must be another agent than \(last)") { _ in
                    let now = (try? agents()) ?? []
                    return now.count == 1 && now[0] != last
                }
            }
            #expect(try children().count >= 1)
            // An agent that has just ended stays a zombie until the list reaps it.
            #expect(try wait { try children().filter { $0.contains("Z") }.isEmpty })
        }
    }

    @Test func refusedTokenChangesNothing() throws {
        try withTwoMachines { one, _, server in
            try one.add("https://a.example/", name: "Alpha", device: "desk")
            let refused = try one.run(
                "cloud", "use", server.url, "--device", "desk", input: "cloudy_wrong")
            #expect(refused.status == 77)
            #expect(refused.errors.contains("Nothing was changed."), "\(refused.errors)")
            let away = try one.run(
                "cloud", "use", "http://127.0.0.1:1", "--device", "desk", input: "cloudy_any")
            #expect(away.status == 69 && away.errors.contains("Nothing was changed."), "\(away)")
            #expect(!away.errors.contains("tried again"), "\(away.errors)")
            #expect(try one.run("cloud", "--device", "desk").output == "this machine\n")
            #expect(try one.list(device: "desk").map(\.name) == ["Alpha"])
        }
    }

    /// A terminal may add the mark that ends a paste.
    @Test func mistypedTokenIsNotPrinted() throws {
        try withScratchHome { home in
            let outcome = try home.run(
                "cloud", "use", "http://127.0.0.1:9", "-y", input: "cloudy_8a\u{1B}[201~\n")
            #expect(outcome.status == 65)
            #expect(outcome.errors.hasPrefix("cloudy: This is not a token"), "\(outcome.errors)")
            #expect(!outcome.errors.contains("8a"))
            let password = try home.run("cloud", "use", "http://ada:secret@127.0.0.1:9", "-y")
            #expect(password.status == 64)
            #expect(!password.errors.contains("secret"), "\(password.errors)")
        }
    }

    @Test func useOfAServerIsRefusedInAirplaneMode() throws {
        try withTwoMachines { one, _, server in
            let desk = try one.meeting(at: server, device: "desk")
            try desk.run("airplane", "on")
            let refused = try desk.run("cloud", "use", "http://127.0.0.1:1", input: server.token)
            #expect(refused.status == 69)
            #expect(refused.errors.contains("airplane mode"), "\(refused.errors)")
            #expect(try desk.run("cloud").output == "\(server.url)\n")
        }
    }

    @Test func revokedTokenIsReportedInTheList() throws {
        try withTwoMachines { one, _, server in
            let desk = try one.meeting(at: server, device: "desk")
            let list = try desk.openList(device: "desk")
            try server.run("token", "revoke", "1")
            try desk.add("https://a.example/", name: "Alpha", device: "desk")
            try list.expect("Alpha", "! refused; press S for details · 1 unsent")
            try list.press("S")
            try list.expect("refuses this device", "revoked")
            #expect(try desk.status(device: "desk").unsent == 1)
        }
    }

    /// The server answers, so waiting for it to come back would take forever.
    @Test func revokedTokenDoesNotLookLikeAnUnreachableServer() throws {
        try withTwoMachines { one, _, server in
            let desk = try one.meeting(at: server, device: "desk")
            try server.run("token", "revoke", "1")
            try desk.add("https://a.example/", name: "Alpha", device: "desk")
            let sync = try desk.run("sync", "--json")
            #expect(sync.status == 77 && sync.errors.contains("revoked"), "\(sync)")
            #expect(sync.output.contains("\"state\":\"refused\""), "\(sync.output)")
            let status = try desk.run("status")
            #expect(status.output.contains("(the cloud refuses this device)"))
            #expect(status.errors.contains("revoked"), "\(status.errors)")
            #expect(!status.output.contains("unreachable"), "\(status.output)")
            #expect(try desk.run("status", "--json").output.contains("\"state\":\"refused\""))
            // An unreachable server is another state, which is noticed soon: after a refusal, the
            // server is left alone only for some seconds.
            try server.kill()
            #expect(
                try wait(for: .seconds(60)) {
                    let away = try desk.run("sync")
                    return away.status == 69 && away.errors.contains("is unreachable")
                })
            #expect(try desk.run("status", "--json").output.contains("\"unreachable\""))
        }
    }

    @Test(arguments: ["ftp://a.example", "example.org", "http://a.example", "https://"])
    func invalidServerAddressIsRefused(_ url: String) throws {
        try withScratchHome { home in
            let outcome = try home.run("cloud", "use", url, input: "any")
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains("https://"), "\(outcome.errors)")
        }
    }
}
