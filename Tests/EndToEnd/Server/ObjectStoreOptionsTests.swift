import ScratchFolder
import TestSupport
import Testing

/// Messages of `cloudyd serve` about an object store that it cannot use, and about its key.
@Suite(.endToEnd)
struct ObjectStoreOptionsTests {
    // Nobody listens at this port of loopback.
    private static let place = "s3:http://127.0.0.1:1/marks/cloudy"
    private static let key: [String: String?] = [
        "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "top secret",
    ]

    private func serve(
        _ home: Home, _ options: String...
    ) throws -> Command.Outcome {
        try home.run(
            ["serve", "--data", home.folder.path("server")] + options,
            program: Places.built("cloudyd"))
    }

    @Test(arguments: [
        "s3:", "s3:https://host", "s3:https://ada:top@host/marks", "s3:https://host/a?b=c",
        "s3:marks/a b",
    ])
    func invalidPlaceInAnObjectStoreIsRefused(_ place: String) throws {
        try withScratchHome { home in
            let outcome = try serve(home.with(Self.key), "--documents", place)
            #expect(outcome.status == 78)
            #expect(outcome.errors.contains("is not a place in an object store"))
            #expect(outcome.errors.contains("s3:https://HOST/BUCKET/PREFIX"))
            #expect(!outcome.errors.contains("top@") && !outcome.errors.contains("ada:top"))
        }
    }

    @Test func missingAccessKeyIsExplained() throws {
        try withScratchHome { home in
            let none = try serve(home, "--documents", Self.place)
            #expect(none.status == 78)
            #expect(none.errors.contains("AWS_SECRET_ACCESS_KEY"))
            #expect(none.errors.contains("--documents-credentials FILE"))
            let file = home.folder.path("key")
            let missing = try serve(
                home, "--documents", Self.place, "--documents-credentials", file)
            #expect(missing.status == 78)
            #expect(missing.errors.contains("\(file) cannot be read"))
            home.folder.write("key", "aws_access_key_id = key\n".utf8)
            try home.shell("chmod 600 '\(file)'")
            let half = try serve(
                home.with(Self.key), "--documents", Self.place, "--documents-credentials", file)
            #expect(half.status == 78)
            #expect(half.errors.contains("\(file) has no access key"))
        }
    }

    @Test func keyFileThatOthersCanReadIsRefused() throws {
        try withScratchHome { home in
            let file = home.folder.path("key")
            home.folder.write(
                "key", "aws_access_key_id=key\naws_secret_access_key=top secret\n".utf8)
            try home.shell("chmod 644 '\(file)'")
            let outcome = try serve(
                home, "--documents", Self.place, "--documents-credentials", file)
            #expect(outcome.status == 78)
            #expect(outcome.errors.contains("chmod 600 \(file)"))
            #expect(!outcome.errors.contains("top secret"))
        }
    }

    /// Bookmarks sync while the object store is unreachable, and the log says what waits.
    @Test func serverStartsWithoutAReachableObjectStore() throws {
        try withScratchHome { home in
            let server = try TestServer(
                beside: home.with(Self.key), ["--documents", Self.place])
            let desk = try home.meeting(at: server, device: "desk")
            defer { desk.leaveServer() }
            let id = try desk.run("add", "https://a.example/", "--name", "A").output
                .filter { !$0.isNewline }
            _ = try desk.run(
                ["save", id, "--file", "-"], input: SaveTests.article("swordfish"))
            _ = try desk.run("sync")
            #expect(try desk.run("docs", "--json").output.contains("\"sent\":false"))
            #expect(try server.rows("SELECT count(*) > 0 FROM records") == "1")
            #expect(try !server.holds("says more of the swordfish"))
        }
    }

    @Test func documentsFolderIsRefusedWithoutEtcd() throws {
        try withScratchHome { home in
            let outcome = try serve(home, "--documents", "/tmp")
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains("--documents FOLDER is for servers over an etcd"))
            #expect(outcome.errors.contains("--documents s3:https://HOST/BUCKET"))
        }
    }
}
