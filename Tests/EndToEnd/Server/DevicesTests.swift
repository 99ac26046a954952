import FoundationEssentials
import ScratchFolder
import TestSupport
import Testing

/// The devices that a cloud waits for.
@Suite(.endToEnd)
struct DevicesTests {
    private struct Listed: Decodable, Hashable {
        var device: String
        var actor: String
        var seen: Double
        var missing: Int
        var here: Bool
    }

    private struct Room: Decodable {
        var usedBytes: Int?
        var maximumBytes: Int?
    }

    private func devices(_ home: Home) throws -> [Listed] {
        let outcome = try home.run("cloud", "devices", "--json")
        try #require(outcome.status == 0, "\(outcome.errors)")
        return try JSONDecoder().decode([Listed].self, from: Data(outcome.output.utf8))
    }

    @Test func localCloudListsAndRetiresDevices() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            try home.run("sync")
            try home.run("sync", "--device", "laptop")
            #expect(Set(try devices(home).map(\.device)) == ["here", "laptop"])
            #expect(try devices(home).filter(\.here).map(\.device) == ["here"])
            #expect(try devices(home).allSatisfy { $0.seen > 1_700_000_000 })
            let listed = try home.run("cloud", "devices")
            let lines = listed.output.split(separator: "\n")
            #expect(lines.count == 2 && lines.allSatisfy { $0.split(separator: "\t").count >= 4 })
            // A bare number would not be understood.
            let words = ["\teverything\t", "\tall but ", "\tnot confirmed yet\t"]
            #expect(lines.allSatisfy { line in words.contains { line.contains($0) } }, "\(lines)")
            // A device that has just synced has not confirmed that yet, which is normal.
            let isBehind = lines.contains { !$0.contains("\teverything\t") }
            #expect(listed.errors.contains("confirm what they have once a minute") == isBehind)
            let table = try home.openShell("\"$0\" cloud devices")
            try table.expect("Device  Last seen         Has", "ID")
            try table.expect("here    20", "laptop  20", "this device")
            try table.expect("the column Has must contain words") {
                $0.contains("  everything  ") || $0.contains("  not confirmed yet  ")
                    || $0.contains("  all but ")
            }

            let own = try home.run("cloud", "devices", "retire", "here")
            #expect(own.status == 64 && own.errors.contains("This is the device you are using"))
            let unknown = try home.run("cloud", "devices", "retire", "phone")
            #expect(unknown.status == 1 && unknown.errors.contains("cloudy cloud devices"))
            let retired = try home.ok("cloud", "devices", "retire", "laptop")
            #expect(retired.errors.contains("lists it again"), "\(retired.errors)")
            #expect(!retired.errors.contains("token"), "\(retired.errors)")
            #expect(try devices(home).map(\.device) == ["here"])
            try home.run("sync", "--device", "laptop")
            #expect(
                Set(try devices(home).map(\.device)) == ["here", "laptop"],
                "the cloud must list the retired device again after its sync")
            #expect(try home.run("cloud", "devices", "--offline").status == 64)
            try home.run("airplane", "on")
            #expect(try home.run("cloud", "devices").status == 69)
        }
    }

    @Test func serverListsDevicesAndItsRoom() throws {
        try withScratchHome { one in
            try withScratchHome { two in
                let server = try TestServer(beside: one)
                try one.add("https://a.example/", name: "Alpha", device: "desk")
                let desk = try one.meeting(at: server, device: "desk")
                let laptop = try two.meeting(at: server, device: "laptop")
                #expect(Set(try devices(desk).map(\.device)) == ["desk", "laptop"])
                #expect(try devices(laptop).filter(\.here).map(\.device) == ["laptop"])

                let actor = try #require(try devices(desk).first { !$0.here }?.actor)
                try laptop.run("cloud", "leave")
                let retired = try desk.run("cloud", "devices", "retire", actor, "--json")
                #expect(
                    retired.output == "{\"actor\":\"\(actor)\",\"device\":\"laptop\"}\n",
                    "\(retired.errors)")
                #expect(retired.errors.contains("cloudyd token revoke"), "\(retired.errors)")
                #expect(try devices(desk).map(\.device) == ["desk"])

                // With nothing to exchange, a sync ends soon.
                for _ in 0..<2 { #expect(try desk.run("sync").status == 0) }
                #expect(try wait { try room(desk).usedBytes ?? 0 > 0 })
                #expect(try room(desk).maximumBytes == 1 << 30)
                let status = try desk.run("status").output
                #expect(status.contains(" B of 1 GiB used, synced 20"), "\(status)")

                try server.run("token", "revoke", "1")
                let refused = try desk.run("cloud", "devices")
                #expect(refused.status == 77 && refused.errors.contains("revoked"))
                let here = "It keeps its 1 bookmark.\n"
                let left = try desk.run("cloud", "leave")
                #expect(left.output == "This device has left \(server.url). \(here)")
                #expect(left.errors.contains("This device forgot the token."), "\(left.errors)")
            }
        }
    }

    /// Leaving moves everything to this machine's cloud, and shows the progress at a terminal.
    @Test func leavingShowsItsProgressInATerminal() throws {
        try withDesk { desk, _ in
            try desk.fill(1500, device: "desk")
            let leaving = try desk.openShell("\"$0\" cloud leave --simulate latency=1s")
            try leaving.expectPrinted("Sending ", "of 1,500 edits")
            try leaving.expect("It keeps its 1,500 bookmarks.", "status 0")
        }
    }

    /// From one server to another and back, with or without leaving in between, and with or without
    /// something to send elsewhere.
    @Test(arguments: [false, true]) func returningDeviceIsTheSameDevice(_ isLeaving: Bool) throws {
        try withScratchHome { one in
            try withScratchHome { two in
                let first = try TestServer(beside: one)
                let second = try TestServer(beside: two)
                let desk = try one.meeting(at: first, device: "desk")
                let laptop = try two.meeting(at: second, device: "laptop")
                defer { for home in [desk, laptop] { home.leaveServer() } }
                try desk.add("https://a.example/", name: "Alpha", device: "desk")
                try desk.ok("sync")
                let actor = try #require(try devices(desk).first { $0.here }?.actor)
                for turn in 0..<3 {
                    for server in [second, first] {
                        if isLeaving { try desk.ok("cloud", "leave") }
                        let use = try desk.run(
                            "cloud", "use", server.url, "-y", input: server.token)
                        #expect(use.status == 0 && !use.errors.contains("too"), "\(use.errors)")
                        #expect(try devices(desk).filter { $0.device == "desk" }.count == 1)
                        #expect(try devices(desk).first { $0.here }?.actor == actor, "\(turn)")
                    }
                    try desk.add("https://b\(turn).example/", name: "B", device: "desk")
                }
                #expect(try desk.list(device: "desk").count == 4)
            }
        }
    }

    @Test func devicesOfOneNameAreToldApart() throws {
        try withScratchHome { one in
            try withScratchHome { two in
                let server = try TestServer(beside: one)
                let first = one.with(["CLOUDY_DEVICE": "box"])
                try first.ok("store", "set", "a", "1", "--identifier", "org.example.a")
                let alone = try first.run("cloud", "use", server.url, "-y", input: server.token)
                #expect(alone.status == 0 && !alone.errors.contains("too"), "\(alone.errors)")
                let second = two.with(["CLOUDY_DEVICE": "box"])
                try second.ok("store", "set", "b", "1", "--identifier", "org.example.a")
                let use = try second.run("cloud", "use", server.url, "-y", input: server.token)
                #expect(use.status == 0, "\(use.errors)")
                #expect(use.errors.contains("Another device there is also called box"))
                let table = try second.ok("cloud", "devices")
                #expect(table.errors.contains("2 devices have the name box"), "\(table.errors)")
                let other = try #require(try devices(second).first { !$0.here }?.actor)
                #expect(use.errors.contains("devices retire \(other)"), "\(use.errors)")

                // A name that several devices have retires none of them.
                let unsure = try second.run("cloud", "devices", "retire", "box")
                #expect(unsure.status == 65 && unsure.errors.contains(", this device"))
                #expect(unsure.errors.contains("\(other), last seen"), "\(unsure.errors)")
                #expect(try devices(second).count == 2)
                try first.run("cloud", "leave")
                try second.ok("cloud", "devices", "retire", other)
                #expect(try devices(second).allSatisfy { $0.here })
                // The cloud waits for a device again as soon as it comes back.
                try first.ok("cloud", "use", server.url, "-y", input: server.token)
                #expect(try devices(second).count == 2)
                for home in [first, second] { try home.run("cloud", "leave") }
            }
        }
    }

    private func room(_ home: Home) throws -> Room {
        let outcome = try home.run("status", "--json")
        return try JSONDecoder().decode(Room.self, from: Data(outcome.output.utf8))
    }
}
