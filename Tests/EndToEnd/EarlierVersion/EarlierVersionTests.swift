import EtcdProcess
import Foundation
import ScratchFolder
import TestSupport
import Testing

/// This version opens the data of version 0.1.0, with everything in it.
@Suite(.endToEnd)
struct EarlierVersionTests {
    @Test func homeOfTheEarlierVersionKeepsItsData() throws {
        try withEarlierHome { home in
            // Only reads, so it finds the tables of the earlier version.
            try home.ok("verify", "--device", "desk")
            let device = try home.list(device: "desk").map { [$0.name, $0.url] }
            #expect(device.contains(["Local", "http://localhost:3000"]))
            #expect(device.contains(["日本語のページ", "https://例え.jp/パス"]))
            #expect(device.count == 3)
            let code = try #require(
                try home.list("@languages folder:Code/Languages", device: "desk").first)
            #expect(code.name == "Swift language")
            #expect(code.tags == ["lang", "apple"] && code.notes == "A language.\nWith “quotes”.")
            let conflicts = try home.ok("conflicts", "--device", "desk").output
            #expect(conflicts.contains("Swift.org"), "\(conflicts)")
            let theme = try home.ok(
                "store", "get", "theme", "--identifier", "org.example.notes", "--device", "desk")
            #expect(theme.output == "dark\n")
            try home.ok("verify", "--device", "desk")
        }
    }

    @Test func devicesOfTheEarlierVersionStillSync() throws {
        try withEarlierHome { home in
            let laptop = home.with(["CLOUDY_DEVICE": "laptop"])
            try laptop.add("https://new.example/", name: "New", device: "laptop")
            try home.sync(device: "desk")
            #expect(try home.list(device: "desk").map(\.name).contains("New"))
            // The device's latest step before that was an edit with the same name.
            try home.ok("undo", "--device", "desk")
            #expect(try home.list("@languages", device: "desk").map(\.name) == ["Swift"])
            try home.sync(device: "desk")
            try laptop.sync(device: "laptop")
            #expect(
                try Set(home.list(device: "desk").map(\.name))
                    == Set(home.list(device: "laptop").map(\.name)))
        }
    }

    @Test func serverFolderOfTheEarlierVersionIsServed() throws {
        try withEarlierHome { home in
            let server = try home.serve("--data", home.earlier("server"))
            let url = try #require(try server.servedAddress)
            try home.meet(at: url, insteadOf: "http://127.0.0.1:18765")

            // One account had an edit to send, and the other is sealed.
            let desk = home.with(["CLOUDY_DEVICE": "desk"])
            try desk.ok("account", "use", "plain")
            try desk.ok("sync")
            #expect(try Set(desk.list(device: "desk").map(\.name)) == ["Plain", "Unsent"])
            #expect(try desk.status(device: "desk").unsent == 0)
            try desk.ok("account", "use", "work")
            try desk.ok("sync")
            #expect(try desk.list(device: "desk").map(\.name) == ["Work"])

            let tablet = home.with(["CLOUDY_HOME": home.folder.path("new")])
            let used = try tablet.run("cloud", "use", url, "-y", input: home.text("work-token"))
            #expect(used.status == 69, "the server must be locked without the key: \(used.errors)")
            try tablet.ok("key", "enter", input: home.text("recovery"))
            try tablet.ok("sync")
            #expect(try tablet.list("work").map(\.name) == ["Work"])
            try desk.ok("cloud", "leave")
            try tablet.ok("cloud", "leave")
        }
    }

    @Test(.enabled(if: Etcd.isInstalled, "etcd is not installed"))
    func etcdDataOfTheEarlierVersionIsServed() throws {
        let etcd = try Etcd()
        try Etcd.waitUntilReady([etcd])
        try withEarlierHome { home in
            try etcd.put(home.text("etcd.jsonl"))
            let direct = home.with([
                "CLOUDY_HOME": home.earlier("direct"), "CLOUDY_DEVICE": "direct",
            ])
            let address = etcd.url.replacing("http://", with: "etcd://")
            try home.meet(at: address, insteadOf: "etcd://127.0.0.1:12379")
            try direct.ok("add", "https://later.example/", "--name", "Later")
            try direct.ok("sync")
            #expect(try Set(direct.list(device: "direct").map(\.name)) == ["Direct", "Later"])

            let server = try home.serve("--etcd", etcd.url)
            let url = try #require(try server.servedAddress)
            let tablet = home.with(["CLOUDY_HOME": home.folder.path("new")])
            try tablet.ok("cloud", "use", url, "-y", input: home.text("etcd-token"))
            #expect(try tablet.list().map(\.name) == ["Kept"])
            try tablet.ok("cloud", "leave")
            try direct.ok("cloud", "leave")
        }
    }
}

/// Runs `body` with a home that version 0.1.0 wrote. Other data of that version is beside it.
private func withEarlierHome(_ body: (Home) throws -> Void) throws {
    try withScratchHome { scratch in
        let home = scratch.with(["CLOUDY_HOME": scratch.earlier("home")])
        let archive = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "version-0.1.0.tar.xz").path
        _ = try home.python(
            """
            import sys, tarfile
            with tarfile.open(sys.argv[1]) as archive:
                archive.extractall(sys.argv[2])
            """, archive, home.earlier(""))
        try body(home)
    }
}

extension Home {
    fileprivate func earlier(_ name: String) -> String { folder.path("earlier/\(name)") }

    fileprivate func text(_ name: String) -> String {
        String(decoding: folder.read("earlier/\(name)"), as: UTF8.self)
    }

    /// Starts a server with the data of version 0.1.0.
    fileprivate func serve(_ store: String...) throws -> Terminal {
        let server = try open(
            ["serve", "--port", "0"] + store, columns: 80, program: Places.built("cloudyd"))
        try server.expect("cloudyd: http", "://127.0.0.1:")
        return server
    }

    /// Replaces the server's former address in the files of all devices.
    fileprivate func meet(at address: String, insteadOf former: String) throws {
        _ = try python(
            """
            import pathlib, sys
            for file in pathlib.Path(sys.argv[1]).rglob("cloud*"):
                if file.is_file() and b"\\0" not in (old := file.read_bytes()):
                    file.write_bytes(old.replace(sys.argv[2].encode(), sys.argv[3].encode()))
            """, earlier(""), former, address)
    }
}

extension Terminal {
    /// The address of the server that runs in this terminal.
    fileprivate var servedAddress: String? {
        get throws {
            let prefix = "cloudyd: "
            let line = try screen.split(separator: "\n").first { $0.hasPrefix(prefix) }
            return line.map { String($0.dropFirst(prefix.count)) }
        }
    }
}

extension Etcd {
    /// Puts keys and values; each line is the JSON of a request to the gateway.
    fileprivate func put(_ lines: String) throws {
        for line in lines.split(separator: "\n") {
            let outcome = try Command(
                "curl", ["-sSf", "\(url)/v3/kv/put", "--data-binary", "@-"], input: String(line)
            ).run()
            try #require(outcome.status == 0, "\(outcome.errors)")
        }
    }
}
