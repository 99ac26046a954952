import EtcdProcess
import ScratchFolder
import TestSupport
import Testing

/// The place where two machines meet: a server of ours, or an etcd that requires users to log in.
enum MeetingPlace: String, CaseIterable, CustomTestStringConvertible {
    case server, etcd

    /// The places that this machine can start.
    static var all: [MeetingPlace] { allCases.filter { $0 != .etcd || Etcd.isInstalled } }

    var testDescription: String { rawValue }

    /// Runs `body` with a meeting of this kind, and then ends the agents.
    ///
    /// - Parameter options: further options with which the server, or the etcd, is started.
    func withMeeting(_ options: String..., body: (Meeting) throws -> Void) throws {
        try withScratchHome { one in
            try withScratchHome { two in
                let there: Meeting.There
                switch self {
                case .server: there = .server(try TestServer(beside: one, options))
                case .etcd:
                    var setup = Etcd.Setup()
                    setup.options = options
                    let etcd = try Etcd(setup)
                    try Etcd.waitUntilReady([etcd])
                    try etcd.askForNames(prefix: "cloudy/ada/")
                    there = .etcd(etcd)
                }
                let meeting = try Meeting(there, one, two)
                defer {
                    // The agents end when the device leaves, and not a minute later.
                    for home in [meeting.desk, meeting.laptop] {
                        _ = try? home.run("cloud", "leave")
                    }
                }
                try body(meeting)
            }
        }
    }
}

/// Two machines, `desk` and `laptop`, each with a home of its own, that meet somewhere.
struct Meeting {
    enum There {
        case server(TestServer)
        case etcd(Etcd)
    }

    let there: There
    let desk: Home
    let laptop: Home

    /// The longest time until a device reconnects by itself: its pauses grow while it waits.
    static let patience = Duration.seconds(90)

    init(_ there: There, _ desk: Home, _ laptop: Home) throws {
        self.there = there
        self.desk = desk.with(["CLOUDY_DEVICE": "desk"])
        self.laptop = laptop.with(["CLOUDY_DEVICE": "laptop"])
        for home in [self.desk, self.laptop] { try use(home) }
    }

    /// The address that the devices use.
    var address: String {
        switch there {
        case .server(let server): server.url
        case .etcd(let etcd): "etcd://ada@" + etcd.url.dropFirst("http://".count)
        }
    }

    private func use(_ home: Home) throws {
        let secret =
            switch there {
            case .server(let server): server.token
            case .etcd: "love lace\n"
            }
        let outcome = try home.run("cloud", "use", address, "-y", input: secret)
        try #require(outcome.status == 0, "\(outcome.errors)")
    }

    /// Stops the server or the etcd, as when the system shuts down.
    func stop() throws {
        switch there {
        case .server(let server): #expect(try server.stop())
        case .etcd(let etcd): etcd.signal(15)
        }
    }

    /// Kills the server or the etcd, as in a power failure.
    func kill() throws {
        switch there {
        case .server(let server): try server.kill()
        case .etcd(let etcd): etcd.signal(9)
        }
    }

    /// Starts the server or the etcd again at the same address.
    func start() throws {
        switch there {
        case .server(let server): try server.start()
        case .etcd(let etcd): try etcd.start()
        }
    }

    /// Waits until both machines list the same, and returns the names.
    func names(
        _ isDone: ([String]) -> Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [String] {
        var lists: [[ListedBookmark]] = []
        let isSame = try wait(for: Self.patience) {
            lists = [try desk.list(device: "desk"), try laptop.list(device: "laptop")]
            return lists[0] == lists[1] && isDone(lists[0].map(\.name))
        }
        #expect(
            isSame, "both machines must list the same bookmarks: \(lists)",
            sourceLocation: sourceLocation)
        return lists[0].map(\.name)
    }
}
