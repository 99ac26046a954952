import EtcdProcess
import ScratchFolder
import TestSupport
import Testing

/// Two machines, each with a home of its own, that meet in an etcd.
@Suite(.endToEnd, .enabled(if: Etcd.isInstalled, "etcd is not installed"))
struct EtcdTests {
    /// The home as a device that uses an etcd as the user ada.
    private func use(_ etcd: Etcd, _ home: Home, device: String) throws -> Home {
        let home = home.with(["CLOUDY_DEVICE": device])
        let outcome = try home.run("cloud", "use", address(etcd), "-y", input: "love lace\n")
        try #require(outcome.status == 0, "\(outcome.errors)")
        return home
    }

    private func address(_ etcd: Etcd) -> String {
        "etcd://ada@" + etcd.url.dropFirst("http://".count)
    }

    private func withTwoMachines(_ body: (Etcd, Home, Home) throws -> Void) throws {
        let etcd = try Etcd()
        try Etcd.waitUntilReady([etcd])
        try etcd.askForNames(prefix: "cloudy/ada/")
        try withScratchHome { one in
            try withScratchHome { two in
                try body(etcd, one, two)
                // The agents end when the device leaves, and not a minute later.
                for (home, device) in [(one, "desk"), (two, "laptop")] {
                    try home.run("cloud", "leave", "--device", device)
                }
            }
        }
    }

    @Test func editsOfOneMachineShowOnTheOther() throws {
        try withTwoMachines { etcd, one, two in
            try one.add("https://a.example/", name: "Alpha", device: "desk")
            let desk = try use(etcd, one, device: "desk")
            let laptop = try use(etcd, two, device: "laptop")
            #expect(try laptop.list(device: "laptop").map(\.name) == ["Alpha"])
            let list = try laptop.openList(device: "laptop")
            try list.expect("> Alpha")
            try desk.add("https://b.example/", name: "Beta", device: "desk")
            try list.expect("Beta", "← desk")
            // Alpha was added first, so it is at the bottom.
            try list.press("G", "d")
            try list.expectNo("Alpha")
            let other = try desk.openList(device: "desk")
            try other.expect("Beta")
            try other.expectNo("Alpha")
        }
    }

    @Test func leavingReportsThatThePasswordIsForgotten() throws {
        let etcd = try Etcd()
        try Etcd.waitUntilReady([etcd])
        try withScratchHome { home in
            let home = home.with(["CLOUDY_DEVICE": "desk"])
            let open = "etcd://" + etcd.url.dropFirst("http://".count)
            try home.ok("cloud", "use", open, "-y")
            let quiet = try home.run("cloud", "leave").errors
            #expect(
                !quiet.contains("Forgotten"),
                "no password was asked for, so none is forgotten: \(quiet)")
            try etcd.askForNames(prefix: "cloudy/ada/")
            let desk = try use(etcd, home, device: "desk")
            let left = try desk.run("cloud", "leave")
            #expect(left.errors.contains("This device forgot the password. To"), "\(left.errors)")
        }
    }

    @Test func devicesReconnectToARestartedEtcd() throws {
        try withTwoMachines { etcd, one, two in
            let desk = try use(etcd, one, device: "desk")
            let laptop = try use(etcd, two, device: "laptop")
            let list = try laptop.openList(device: "laptop")
            etcd.signal(9)
            try desk.add("https://a.example/", name: "Alpha", device: "desk")
            #expect(try desk.status(device: "desk").unsent == 1)
            try etcd.start()
            // Both devices reconnect by themselves, after pauses that grew while the etcd was away.
            try list.expect("Alpha must arrive", for: .seconds(90)) {
                $0.contains("Alpha") && $0.contains("← desk")
            }
        }
    }

    @Test func wrongPasswordChangesNothing() throws {
        try withTwoMachines { etcd, one, _ in
            let refused = try one.run(
                "cloud", "use", address(etcd), "--device", "desk", input: "lovelace\n")
            #expect(refused.status == 77)
            #expect(refused.errors.contains("the name or the password is wrong"))
            #expect(refused.errors.contains("Nothing was changed."), "\(refused.errors)")
            let mistaken = try one.run(
                "cloud", "use", address(etcd) + "/other", "--device", "desk", input: "love lace\n")
            #expect(mistaken.status == 77)
            #expect(
                mistaken.errors.contains("ada has no permission to read and write"),
                "\(mistaken.errors)")
            #expect(try one.run("cloud", "--device", "desk").output == "this machine\n")
        }
    }

    @Test(arguments: [
        "etcd://a.example", "etcds://", "etcds://ada:secret@a.example", "etcds://a.example,,b",
        "etcd://127.0.0.1,a.example",
    ])
    func invalidEtcdAddressIsRefused(_ address: String) throws {
        try withScratchHome { home in
            let outcome = try home.run("cloud", "use", address, input: "any\n")
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains("etcds://"), "\(outcome.errors)")
        }
    }
}
