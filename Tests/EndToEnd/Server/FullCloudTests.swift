import EtcdProcess
import FoundationEssentials
import ScratchFolder
import TestSupport
import Testing

/// The message names what is full: the account, or the disk behind all accounts.
@Suite(.endToEnd)
struct FullCloudTests {
    private struct Room: Decodable { var usedBytes: Int? }

    /// Gives a device so many bookmarks that take 60 KB each in the cloud.
    private func importLarge(_ count: Int, _ home: Home) throws -> Command.Outcome {
        let notes = String(repeating: "x", count: 60_000)
        let bookmarks = (0..<count).map { number in
            "{\"url\":\"https://large.example/\(number)\",\"title\":\"Large \(100 + number)\","
                + "\"description\":\"\(notes)\"}"
        }
        let json = "[" + bookmarks.joined(separator: ",") + "]"
        return try home.run("import", "-", input: json)
    }

    @Test func fullAccountSyncsAgainAfterDeletions() throws {
        try MeetingPlace.server.withMeeting("--store-limit", "1") { meeting in
            let desk = try meeting.desk.openList(device: "desk")
            let imported = try importLarge(20, meeting.desk)
            try #require(imported.status == 0, "\(imported.errors)")
            try desk.expect("! account full · 3 unsent", "Large 119")
            try desk.press("S")
            try desk.expect("no more space for this account", "to free space")
            try desk.press("q")
            let status = try meeting.desk.run("status").output
            #expect(
                status.contains("the cloud has no more space for this account; deleting"),
                "\(status)")
            #expect(status.contains(" of 1 MiB used"), "\(status)")
            let json = try meeting.desk.run("status", "--json").output
            let room = try JSONDecoder().decode(Room.self, from: Data(json.utf8))
            #expect(room.usedBytes ?? 0 > 950_000, "\(json)")
            let sync = try meeting.desk.run("sync")
            #expect(sync.status == 69)
            #expect(
                sync.errors.contains("The cloud has no more space for this account: 3 edits"),
                "\(sync.errors)"
            )
            let verified = try meeting.desk.run("verify")
            #expect(
                verified.status == 1 && verified.output.contains("no space for this account when"))
            #expect(try meeting.desk.list(device: "desk").count == 20)
            // Edits that fit are accepted meanwhile.
            #expect(try wait { try meeting.laptop.list(device: "laptop").count == 17 })
            let other = try meeting.laptop.run("status").output
            #expect(
                other.contains("nearly full; other devices may be unable to send"), "\(other)")
            try desk.press("d")
            try desk.press("d")
            try desk.press("d")
            try desk.expect("syncing must work again", for: Meeting.patience) {
                $0.contains("● synced") && $0.contains("Cloudy  17")
            }
            #expect(try meeting.names { $0.count == 17 }.count == 17)
        }
    }

    @Test(.enabled(if: canMount, "mounting needs user name spaces, or root"))
    func fullServerDiskIsNotBlamedOnTheAccount() throws {
        try withScratchHome { one in
            let server = try SmallDiskServer(beside: one)
            let desk = try server.meet(one, device: "desk")
            defer { desk.leaveServer() }
            try desk.add("https://a.example/", name: "Alpha", device: "desk")
            let list = try desk.openList(device: "desk")
            try list.expect("Alpha", "● synced")
            try server.fill()
            try list.add("https://b.example/", name: "Beta")
            try list.expect("! cloud has no space · 1 unsent")
            try list.press("S")
            try list.expect("the disk of the server is full, not your", "1 edit")
            try list.press("q")
            let status = try desk.run("status")
            #expect(status.output.contains("(the cloud has no space)"), "\(status.output)")
            #expect(status.errors.contains("has no space: the disk of the server is full"))
            #expect(
                !status.errors.contains("sqlite"),
                "the message must name no file of the server: \(status.errors)")
            #expect(try desk.status(device: "desk").state == "no-room")
            // Repeated attempts do not make this look like several failures.
            try list.press("M")
            try list.expectNo("Syncing works again")
            try list.press("q")
            try server.free()
            try list.expect("syncing must work again", for: Meeting.patience) {
                $0.contains("● synced") && $0.contains("Beta")
            }
            #expect(try desk.status(device: "desk").unsent == 0)
        }
    }

    @Test(.enabled(if: Etcd.isInstalled, "etcd is not installed"))
    func fullEtcdIsNotBlamedOnTheAccount() throws {
        try MeetingPlace.etcd.withMeeting("--quota-backend-bytes", "\(4 << 20)") { meeting in
            guard case .etcd(let etcd) = meeting.there else { return }
            let list = try meeting.desk.openList(device: "desk")
            try list.add("https://a.example/", name: "Alpha")
            try list.expect("● synced")
            // Another client fills the etcd.
            let large = String(repeating: "x", count: 1_000_000)
            for number in 0..<20 {
                let outcome = Result {
                    try etcd.control("put", "other/\(number)", user: "root:root", input: large)
                }
                if case .failure = outcome { break }
            }
            try list.add("https://b.example/", name: "Beta")
            try list.expect("! cloud has no space · 1 unsent")
            try list.press("S")
            try list.expect("NOSPACE", "your account", "etcdctl compaction")
            try list.press("q")
            let status = try meeting.desk.run("status")
            #expect(status.output.contains("(the cloud has no space)"), "\(status.output)")
            #expect(status.errors.contains("NOSPACE"), "\(status.errors)")
            try etcd.control("del", "other/", "--prefix", user: "root:root")
            let revision = try etcd.revision(user: "root:root")
            try etcd.control("compaction", "\(revision)", "--physical", user: "root:root")
            try etcd.control("defrag", user: "root:root")
            try etcd.control("alarm", "disarm", user: "root:root")
            try list.expect("syncing must work again", for: Meeting.patience) {
                $0.contains("● synced") && $0.contains("Beta")
            }
            #expect(try meeting.names { $0.count == 2 }.count == 2)
        }
    }
}

/// A server whose data is on a small disk of its own, which can be filled.
private final class SmallDiskServer {
    private let home: Home
    private let terminal: Terminal
    private let url: String
    private let token: String

    init(beside home: Home) throws {
        self.home = home
        let script = """
            data="$HOME/disk"; mkdir "$data" && mount -t tmpfs -o size=2m tmpfs "$data" || exit 99
            "$0" account add ada --data "$data/server" > "$HOME/token" || exit 98
            { until [ -e "$HOME/fill" ]; do sleep 0.1; done
            head -c 4m /dev/zero 2>/dev/null > "$data/filler"; touch "$HOME/filled"
            until [ -e "$HOME/free" ]; do sleep 0.1; done
            rm "$data/filler"; touch "$HOME/freed"; } &
            exec "$0" serve --data "$data/server" --port 0
            """
        let terminal = try home.open(
            ["-rm", "sh", "-c", script, Places.built("cloudyd")], columns: 80, program: "unshare")
        let screen = try terminal.expect("cloudyd: http://127.0.0.1:")
        let line = screen.split(separator: "\n").first { $0.hasPrefix("cloudyd: ") }
        url = String(try #require(line).dropFirst("cloudyd: ".count))
        token = try home.shell("cat \"$HOME/token\"").output
        self.terminal = terminal
    }

    func meet(_ home: Home, device: String) throws -> Home {
        let home = home.with(["CLOUDY_DEVICE": device])
        let outcome = try home.run("cloud", "use", url, "-y", input: token)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return home
    }

    func fill() throws { try ask("fill", until: "filled") }
    func free() throws { try ask("free", until: "freed") }

    private func ask(_ order: String, until done: String) throws {
        try home.shell("touch \"$HOME/\(order)\"")
        let isDone = try wait { try home.shell("test -e \"$HOME/\(done)\"").status == 0 }
        try #require(isDone, "\(done)")
    }
}
