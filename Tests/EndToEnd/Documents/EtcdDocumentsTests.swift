import EtcdProcess
import ScratchFolder
import TestSupport
import Testing

/// Documents of devices that sync with a server over an etcd, which stores no contents.
@Suite(.endToEnd, .enabled(if: Etcd.isInstalled, "etcd is not installed"))
struct EtcdDocumentsTests {
    private func withEtcd(_ body: (Home, Home, _ members: String, _ token: String) throws -> Void)
        throws
    {
        try withScratchHome { one in
            try withScratchHome { two in
                let etcd = try Etcd()
                try Etcd.waitUntilReady([etcd])
                defer { etcd.signal(9) }
                let members = String(etcd.url.dropFirst("http://".count))
                let made = try one.run(
                    ["account", "add", "ada", "--etcd", members], program: Places.built("cloudyd"))
                try #require(made.status == 0, "\(made.errors)")
                let (desk, laptop) = (
                    one.with(["CLOUDY_DEVICE": "desk"]), two.with(["CLOUDY_DEVICE": "laptop"])
                )
                // The agents end when the device leaves, and not a minute later.
                defer { for home in [desk, laptop] { home.leaveServer() } }
                try body(desk, laptop, members, made.output.filter { !$0.isWhitespace })
            }
        }
    }

    /// No device waits for contents that the server does not keep.
    @Test func syncEndsWhenTheServerKeepsNoContents() throws {
        try withEtcd { desk, laptop, members, token in
            let server = try EtcdServer(desk, members)
            for home in [desk, laptop] {
                try home.ok("cloud", "use", server.url, "-y", input: token)
            }
            let id = try desk.ok("add", "https://a.example/", "--name", "Sharding").output
                .filter { !$0.isNewline }
            try desk.ok("save", id, "--file", "-", input: SaveTests.article("swordfish"))
            let sync = try desk.ok("sync")
            #expect(sync.errors.contains("\(server.url) keeps no contents"), "\(sync.errors)")
            #expect(try desk.ok("docs", "--json").output.contains("\"sent\":false"))
            // The other device knows of the document.
            try laptop.ok("sync")
            #expect(try laptop.ok("docs", "--json").output.contains("\"sent\":null"))
            let read = try laptop.run("read", id)
            #expect(read.status == 69)
            // The device that has it cannot send it.
            #expect(read.errors.contains("\(server.url) keeps no contents"), "\(read.errors)")
        }
    }

    @Test func serverWithADocumentsFolderKeepsContents() throws {
        try withEtcd { desk, laptop, members, token in
            let folder = desk.folder.path("documents")
            let server = try EtcdServer(desk, members, "--documents", folder)
            for home in [desk, laptop] {
                try home.ok("cloud", "use", server.url, "-y", input: token)
            }
            let id = try desk.ok("add", "https://a.example/", "--name", "Sharding").output
                .filter { !$0.isNewline }
            try desk.ok("save", id, "--file", "-", input: SaveTests.article("swordfish"))
            try desk.ok("sync")
            try laptop.ok("sync")
            let read = try laptop.ok("read", id)
            #expect(read.output.contains("says more of the swordfish"))
            #expect(try desk.shell("find '\(folder)/ada' -name chunks").output.contains("/chunks"))
        }
    }

    @Test func documentsOptionIsRefusedWithoutEtcd() throws {
        try withScratchHome { home in
            let server = try home.run(
                ["serve", "--data", home.folder.path("data"), "--documents", "/tmp"],
                program: Places.built("cloudyd"))
            #expect(server.status == 64)
            #expect(server.errors.contains("--documents FOLDER is for servers over an etcd"))
            let wrong = try home.run(
                ["serve", "--data", home.folder.path("data"), "--document-limit", "0"],
                program: Places.built("cloudyd"))
            #expect(wrong.status == 64)
        }
    }
}
