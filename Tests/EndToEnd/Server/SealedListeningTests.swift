import EtcdProcess
import ScratchFolder
import TestSupport
import Testing

/// Devices that listen while others seal their cloud with a key that they do not have.
@Suite(.endToEnd)
struct SealedListeningTests {
    enum Place: Sendable, CaseIterable { case server, etcd }

    static let places = Place.allCases.filter { $0 == .server || Etcd.isInstalled }

    /// Two machines with one device each, desk and laptop, that meet at a place.
    private func withTwoMachines(
        at place: Place, _ body: (_ desk: Home, _ laptop: Home) throws -> Void
    ) throws {
        try withScratchHome { one in
            try withScratchHome { two in
                let desk = one.with(["CLOUDY_DEVICE": "desk"])
                let laptop = two.with(["CLOUDY_DEVICE": "laptop"])
                try desk.add("https://a.example/", name: "Alpha", device: "desk")
                switch place {
                case .server:
                    let server = try TestServer(beside: one)
                    try body(
                        desk.meeting(at: server, device: "desk"),
                        laptop.meeting(at: server, device: "laptop"))
                    try withExtendedLifetime(server) { try leave(desk, laptop) }
                case .etcd:
                    let etcd = try Etcd()
                    try Etcd.waitUntilReady([etcd])
                    for home in [desk, laptop] {
                        let url = "etcd://" + etcd.url.dropFirst("http://".count)
                        let outcome = try home.run("cloud", "use", url, "-y")
                        try #require(outcome.status == 0, "\(outcome.errors)")
                    }
                    try body(desk, laptop)
                    try withExtendedLifetime(etcd) { try leave(desk, laptop) }
                }
            }
        }
    }

    /// The agents end when the device leaves, and not a minute later.
    private func leave(_ desk: Home, _ laptop: Home) throws {
        try desk.run("cloud", "leave")
        try laptop.run("cloud", "leave")
    }

    private func add(_ name: String, _ home: Home, _ device: String) throws {
        try home.add("https://\(name.lowercased()).example/", name: name, device: device)
        try home.ok("sync")
    }

    /// Waits until a device has noticed that it lacks the key, so that its edits stay unsent.
    private func expectRefusal(_ laptop: Home, unsent: Int) throws {
        var status = ""
        let isRefused = try wait(for: .seconds(60)) {
            status = try laptop.run("status", "--json").output
            return status.contains("\"unsent\":\(unsent)") && !status.contains("\"online\"")
        }
        #expect(isRefused, "\(status)")
    }

    private func names(_ home: Home, _ device: String) throws -> Set<String> {
        Set(try home.list(device: device).map(\.name))
    }

    @Test(arguments: places)
    func changesMissedWithoutAKeyArriveWhenItIsEntered(_ place: Place) throws {
        try withTwoMachines(at: place) { desk, laptop in
            let list = try laptop.openList(device: "laptop")
            try list.expect("Alpha")
            try desk.ok("key", "create")
            try add("Beta", desk, "desk")
            // The laptop hears of the key, and its own edits stay unsent.
            try list.add("https://gamma.example/", name: "Gamma")
            try expectRefusal(laptop, unsent: 1)
            try add("Delta", desk, "desk")
            try laptop.ok("key", "enter", input: try desk.recoveryString())
            try list.expect("Alpha", "Beta", "Gamma", "Delta")
            try laptop.ok("sync")
            try desk.ok("sync")
            #expect(try names(desk, "desk") == ["Alpha", "Beta", "Gamma", "Delta"])
        }
    }

    @Test(arguments: places)
    func changesMissedWithAnOldKeyArriveWithTheNewKey(_ place: Place) throws {
        try withTwoMachines(at: place) { desk, laptop in
            try desk.ok("key", "create")
            try laptop.ok("key", "enter", input: try desk.recoveryString())
            let list = try laptop.openList(device: "laptop")
            try list.expect("Alpha")
            try desk.ok("key", "rotate")
            try add("Beta", desk, "desk")
            try list.add("https://gamma.example/", name: "Gamma")
            try expectRefusal(laptop, unsent: 1)
            // The key changes again while the laptop is locked out.
            try desk.ok("key", "rotate")
            try add("Delta", desk, "desk")
            try laptop.ok("key", "enter", input: try desk.recoveryString())
            try list.expect("Alpha", "Beta", "Gamma", "Delta")
            try laptop.ok("sync")
            try desk.ok("sync")
            #expect(try names(desk, "desk") == ["Alpha", "Beta", "Gamma", "Delta"])
        }
    }
}
