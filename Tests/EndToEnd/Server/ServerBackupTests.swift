import Glibc
import ScratchFolder
import TestSupport
import Testing

/// A server that is restored from a backup, with devices that have more than the backup.
@Suite(.endToEnd)
struct ServerBackupTests {
    @Test func restoredServerReceivesEverythingThatDevicesHave() throws {
        try withScratchHome { one in
            try withScratchHome { two in
                let server = try TestServer(beside: one)
                let backup = one.folder.path("backup")
                let gone = try one.add("https://gone.example/", name: "Gone", device: "desk")
                try one.add("https://old.example/", name: "Old", device: "desk")
                let desk = try one.meeting(at: server, device: "desk")
                let laptop = try two.meeting(at: server, device: "laptop")
                #expect(try names(laptop, "laptop") == ["Gone", "Old"])

                // The stores are for bookmarks, for preferences, and for notes about keys.
                let made = try server.run("backup", backup, "--json")
                #expect(
                    made.output
                        == "{\"accounts\":1,\"folder\":\"\(backup)\",\"stores\":3}\n",
                    "\(made.errors)")
                #expect(
                    try server.run("backup", backup).status == 78,
                    "an existing backup must not be overwritten")

                try desk.add("https://b.example/", name: "Of the desk", device: "desk")
                try laptop.add("https://c.example/", name: "Of the laptop", device: "laptop")
                #expect(try desk.run("delete", gone).status == 0)
                let all = ["Of the desk", "Of the laptop", "Old"]
                let homes = [(desk, "desk"), (laptop, "laptop")]
                #expect(try wait { try exchange(homes) == [all, all] })

                let refused = try server.run("restore", backup, "--replace")
                #expect(refused.status == 78 && refused.errors.contains("Stop it"))
                #expect(try server.stop())
                #expect(
                    try server.run("restore", backup).status == 78,
                    "existing accounts must not be replaced without --replace")
                let restored = try server.run("restore", backup, "--replace")
                #expect(restored.status == 0, "\(restored.errors)")
                try server.start()

                // Both devices notice that it is another cloud, and either of them sends what it
                // lacks.
                #expect(try wait { try exchange(homes) == [all, all] })
                for device in [desk, laptop] { try device.run("cloud", "leave") }
            }
        }
    }

    /// Each device asks before it sends more than a few bookmarks, until one of them has sent them.
    @Test func onlyOneDeviceIsAskedToJoinARestoredServer() throws {
        try withScratchHome { one in
            try withScratchHome { two in
                let server = try TestServer(beside: one)
                let backup = one.folder.path("backup")
                try one.add("https://old.example/", name: "Old", device: "desk")
                let desk = try one.meeting(at: server, device: "desk")
                let laptop = try two.meeting(at: server, device: "laptop")
                #expect(try server.run("backup", backup).status == 0)
                for number in 1...11 {
                    try desk.add("https://\(number).example/", name: "N", device: "desk")
                }
                let homes = [(desk, "desk"), (laptop, "laptop")]
                #expect(try wait { try exchange(homes).allSatisfy { $0.count == 12 } })
                #expect(try server.stop())
                #expect(try server.run("restore", backup, "--replace").status == 0)
                try server.start()
                for device in [desk, laptop] {
                    let asked = try device.run("sync")
                    #expect(asked.status == 65, "\(asked)")
                    #expect(asked.errors.contains("has 11 bookmarks of its own"), "\(asked)")
                }
                // A wrong token is refused, and the device keeps its own.
                let wrong = try laptop.run(["cloud", "use", server.url], input: "nonsense")
                #expect(wrong.status == 77, "\(wrong)")
                #expect(wrong.errors.contains("does not know this token"), "\(wrong.errors)")
                try desk.ok("sync", "--join")
                #expect(try wait { try laptop.run("sync").status == 0 })
                #expect(try !laptop.run("status").output.contains("join"))
                try laptop.add("https://late.example/", name: "Late", device: "laptop")
                #expect(try wait { try exchange(homes).allSatisfy { $0.count == 13 } })
                for device in [desk, laptop] { try device.run("cloud", "leave") }
            }
        }
    }

    @Test func restoreRefusesAFolderThatIsNotABackup() throws {
        try withScratchHome { home in
            let server = try TestServer(beside: home)
            #expect(try server.stop())
            let folder = home.folder.path("nothing")
            let outcome = try server.run("restore", folder, "--replace")
            #expect(outcome.status == 78 && outcome.errors.contains("not a backup"))
            home.folder.write("nothing/accounts.sqlite", "no database".utf8)
            #expect(try server.run("restore", folder, "--replace").status != 0)
            #expect(
                try server.run("token", "list").output.contains("ada"),
                "the accounts must be unchanged")
            #expect(try server.run("restore", folder, "--replace", "--json").output.isEmpty)
        }
    }

    /// Otherwise a backup of nothing would look complete until it is needed.
    @Test func backupOfAFolderWithoutAccountsIsRefused() throws {
        try withScratchHome { home in
            let program = Places.built("cloudyd")
            for folder in [home.folder.path("nowhere"), home.folder.path] {
                let backup = home.folder.path("backup")
                let outcome = try home.run(
                    ["backup", backup, "--data", folder], program: program)
                #expect(outcome.status == 78 && outcome.output.isEmpty)
                #expect(outcome.errors.contains(folder + " has no accounts"))
                #expect(outcome.errors.contains("--data"))
            }
            #expect(!home.folder.names("").contains { ["nowhere", "backup"].contains($0) })
            #expect(!home.folder.names("").contains { $0.hasPrefix("accounts") })
        }
    }

    /// A service runs as its own user, and could not read files that belong to root.
    @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
    func filesRestoredByRootBelongToTheServersUser() throws {
        try withScratchHome { home in
            let server = try TestServer(beside: home)
            let desk = try home.meeting(at: server, device: "desk")
            try desk.add("https://a.example/", name: "A", device: "desk")
            try desk.run("sync")
            try desk.run("cloud", "leave")
            let backup = home.folder.path("backup")
            #expect(try server.run("backup", backup).status == 0)
            #expect(try server.stop())
            let data = home.folder.path("server")
            let given = try home.shell(
                "chown -R 12345:12346 '\(data)' && rm '\(data)/serving.lock'")
            #expect(given.status == 0)
            #expect(try server.run("restore", backup, "--replace").status == 0)
            let all = try home.shell("find '\(data)' -printf '%U:%G\\n' | sort | uniq -c")
            let owners = all.output.split(separator: "\n").map { $0.split(separator: " ") }
            #expect(owners.count == 1 && owners[0][1] == "12345:12346", "\(all.output)")
            let names = try home.shell("find '\(data)' -name cloud.sqlite | wc -l")
            #expect(
                (Int(names.output.filter(\.isNumber)) ?? 0) > 1,
                "the replaced files must be kept as well")
        }
    }

    private func names(_ home: Home, _ device: String) throws -> [String] {
        try home.list(device: device).map(\.name).sorted()
    }

    private func exchange(_ homes: [(Home, String)]) throws -> [[String]] {
        try homes.map { home, device in
            try home.run("sync")
            return try names(home, device)
        }
    }
}
