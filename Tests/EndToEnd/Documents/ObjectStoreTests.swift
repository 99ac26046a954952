import EtcdProcess
import ScratchFolder
import TestSupport
import Testing

/// Documents of devices whose server keeps contents in a real object store. One test stops a part
/// of the store, so the tests run one after the other.
@Suite(.endToEnd, .serialized, .enabled(if: ObjectStore.running != nil, ObjectStore.isMissing))
struct ObjectStoreTests {
    private func withTwoHomes(_ body: (Home, Home) throws -> Void) throws {
        try withScratchHome { one in
            try withScratchHome { two in
                let (desk, laptop) = (
                    one.with(["CLOUDY_DEVICE": "desk"]), two.with(["CLOUDY_DEVICE": "laptop"])
                )
                // The agents end when the device leaves, and not a minute later.
                defer { for home in [desk, laptop] { home.leaveServer() } }
                try body(desk, laptop)
            }
        }
    }

    /// A node is stopped and restarted, and the server is killed, while a large file is being sent.
    @Test func fileArrivesAfterANodeStopsAndTheServerIsKilled() throws {
        let there = try #require(ObjectStore.running)
        let place = "\(there.place)/killed\(UInt32.random(in: 0 ... .max))"
        try withTwoHomes { desk, laptop in
            let (audit, large) = (
                desk.folder.path("audit.log"), desk.folder.path("large.bin")
            )
            try desk.shell("head -c 20971520 /dev/urandom > '\(large)'")
            let server = try TestServer(
                beside: desk.with(there.variables.mapValues(Optional.some)),
                ["--documents", place, "--audit-log", audit])
            for home in [desk, laptop] {
                try home.ok("cloud", "use", server.url, "-y", input: server.token)
            }
            func puts(_ status: Int) throws -> Int {
                let lines = try desk.shell(
                    "grep '\"PUT /v1/chunks/' '\(audit)' | grep -c '\"status\":\(status)'")
                return Int(lines.output.filter { !$0.isWhitespace }) ?? 0
            }
            let id = try desk.ok("add", "https://a.example/", "--name", "Large").output
                .filter { !$0.isNewline }
            try desk.ok("sync")
            try desk.shell("\"$0\" attach \(id) '\(large)' >/dev/null 2>&1 &")
            #expect(try wait { try puts(201) >= 40 })
            try there.stopNode()
            #expect(try wait { try puts(503) > 0 })
            let before = try puts(201)
            try there.startNode()
            #expect(try wait { try puts(201) >= before + 20 })
            try server.kill()
            #expect(try puts(201) < 400, "most chunks must not be sent yet")
            try server.start()
            #expect(
                try wait(for: .seconds(120)) {
                    _ = try desk.run("sync")
                    return try desk.ok("docs", "--json").output.contains("\"sent\":true")
                })
            try laptop.ok("sync")
            let document = String(try laptop.ok("docs").output.prefix { $0 != "\t" })
            let copy = laptop.folder.path("copy.bin")
            try laptop.ok("docs", "get", document, "-o", copy)
            #expect(try desk.shell("cmp '\(large)' '\(copy)'").status == 0)
            // Another client sees the chunks in the store, and the server's folder has none of
            // them.
            let parts = place.split(separator: "/").suffix(2).joined(separator: "/")
            let objects = try there.s3cmd("ls", "--recursive", "s3://\(parts)/")
                .split(separator: "\n")
            #expect(objects.count > 300)
            #expect(objects.allSatisfy { $0.contains("/\(parts.split(separator: "/")[1])/ada/") })
            let data = desk.folder.path("server")
            #expect(try desk.shell("find '\(data)' -name chunks").output.isEmpty)
        }
    }

    /// Servers over an etcd share the object store, and read its key from a file.
    @Test(.enabled(if: Etcd.isInstalled, "etcd is not installed"))
    func serversOverAnEtcdKeepContentsInTheObjectStore() throws {
        let there = try #require(ObjectStore.running)
        let place = "\(there.place)/etcd\(UInt32.random(in: 0 ... .max))"
        try withTwoHomes { desk, laptop in
            let etcd = try Etcd()
            try Etcd.waitUntilReady([etcd])
            defer { etcd.signal(9) }
            let members = String(etcd.url.dropFirst("http://".count))
            let made = try desk.run(
                ["account", "add", "ada", "--etcd", members], program: Places.built("cloudyd"))
            try #require(made.status == 0, "\(made.errors)")
            let token = made.output.filter { !$0.isWhitespace }
            let secret = desk.folder.path("key")
            desk.folder.write(
                "key",
                """
                [default]
                aws_access_key_id = \(there.key)
                aws_secret_access_key = \(there.secret)
                region = \(there.region)
                """.utf8)
            try desk.shell("chmod 600 '\(secret)'")
            let servers = try [desk, laptop].map {
                try EtcdServer(
                    $0, members, "--documents", place, "--documents-credentials", secret)
            }
            for (home, server) in zip([desk, laptop], servers) {
                try home.ok("cloud", "use", server.url, "-y", input: token)
            }
            try desk.ok("key", "create")
            let id = try desk.ok("add", "https://a.example/", "--name", "Sharding").output
                .filter { !$0.isNewline }
            try desk.ok("save", id, "--file", "-", input: SaveTests.article("swordfish"))
            try desk.ok("sync")
            let shown = try desk.ok("key", "show").output.split(separator: "\n")
            let string = shown.map { $0.filter { $0 != " " } }.joined(separator: "-")
            try laptop.ok("key", "enter", input: string)
            try laptop.ok("sync")
            #expect(try laptop.ok("read", id).output.contains("says more of the swordfish"))
        }
    }
}
