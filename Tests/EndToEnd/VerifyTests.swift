import FoundationEssentials
import TestSupport
import Testing

/// The output of `cloudy verify --json`, as far as the tests use it.
struct VerifiedDevice: Decodable, Hashable {
    struct Place: Decodable, Hashable {
        var bookmarks: Int
        var recentlyDeleted: Int
        var digest: String
    }
    struct Finding: Decodable, Hashable {
        var isDamage: Bool
        var message: String
        var ids: [String]
        var next: String
    }

    var verdict: String
    var unsent: Int
    var unfetched: Int
    var replica: Place?
    var plist: Place?
    var cloud: Place?
    var findings: [Finding]
}

extension Home {
    /// Verifies a device, and checks that the exit status says what the output says.
    func verify(
        device: String = "here", sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> VerifiedDevice {
        let outcome = try run("verify", "--json", "--device", device)
        let found = try JSONDecoder().decode(
            VerifiedDevice.self, from: Data(outcome.output.utf8))
        let statuses: [String: Int32] = ["same": 0, "waiting": 1, "damaged": 65]
        #expect(statuses[found.verdict] == outcome.status, sourceLocation: sourceLocation)
        return found
    }
}

/// `cloudy verify`, as a person and a script use it.
@Suite(.endToEnd)
struct VerifyTests {
    /// A home whose first command made no edit yet.
    @Test func missingCloudAndPropertyListAreNotCalledTheSame() throws {
        try withScratchHome { home in
            try home.run("list")
            let outcome = try home.ok("verify")
            #expect(!outcome.output.contains("have the same bookmarks"), "\(outcome)")
            #expect(outcome.output.contains("There is no property list and no cloud yet"))
            #expect(try home.verify().verdict == "same")
            try home.run("sync")
            let whole = try home.ok("verify")
            #expect(whole.output.hasSuffix("All three have the same bookmarks.\n"), "\(whole)")
            let id = try home.add("https://a.example/", name: "Alpha")
            try home.ok("note", id, "-", input: "words\n")
            let checked = try home.ok("verify").output
            let said = "bookmarks.\nThe contents of 1 document were checked, too.\n"
            #expect(checked.hasSuffix(said), "\(checked)")
        }
    }

    @Test func verdictFollowsAnUnsentEditAndItsSync() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha", device: "laptop")
            try home.run("sync", "--device", "phone")
            let laptop = try home.verify(device: "laptop")
            #expect(laptop.verdict == "same", "\(laptop.findings)")
            #expect(try home.verify(device: "phone").replica?.digest == laptop.replica?.digest)
            #expect(laptop.plist?.digest == laptop.replica?.digest)
            #expect(laptop.cloud?.digest == laptop.replica?.digest)

            try home.run("add", "https://b.example/", "--offline", "--device", "phone")
            let text = try home.run("verify", "--device", "phone")
            #expect(text.status == 1)
            #expect(text.output.contains("Not sent yet: 1 edit"))
            #expect(text.output.contains("Next: cloudy sync"))
            try home.run("sync", "--device", "phone")
            #expect(try home.verify(device: "phone").verdict == "same")
            #expect(try home.verify(device: "laptop").unfetched == 1)
        }
    }

    @Test func verifyWorksWhileAListIsOpen() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let list = try home.openList()
            try list.expect("> Alpha", "● local · here")
            try list.edit(.name, "Better")
            try list.expect("the property list must follow") { _ in
                try home.verify().verdict == "same"
            }
            try list.edit(.name, "Best")
        }
    }

    @Test func editByHandIsReportedAndNotImported() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let plist = "\(home.deviceFolder())/defaults.plist"
            _ = try home.shell("sed -i s/Alpha/Omega/ '\(plist)'")
            for _ in 0..<2 {
                let found = try home.verify()
                #expect(found.verdict == "waiting")
                #expect(found.findings.map(\.ids) == [[id]])
            }
            #expect(try home.list().map(\.name) == ["Omega"])
            #expect(try home.run("sync").status == 0)
            #expect(try home.verify().verdict == "same")
        }
    }

    @Test func damageIsReportedWithItsBookmark() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let script = """
                import sqlite3, sys
                with sqlite3.connect(sys.argv[1]) as file:
                    file.execute("UPDATE bookmarks SET name = 'Forged'")
                """
            _ = try home.python(script, "\(home.deviceFolder())/replica.sqlite")
            let text = try home.run("verify")
            #expect(text.status == 65)
            #expect(text.output.contains("DAMAGE"))
            #expect(text.output.contains(id))
            #expect(text.output.contains("Damage was found."))
        }
    }

    /// Each message says what to type next.
    @Test(arguments: [
        (": > replica.sqlite", "replica.sqlite is empty"),
        ("head -c 5000 /dev/zero | tr '\\0' x > replica.sqlite", "replica.sqlite is damaged"),
        ("rm defaults.plist; mkdir defaults.plist", "it is a folder, a pipe or a device"),
        ("sed -i 's#https://a.example/#no url#' defaults.plist", "are invalid"),
    ])
    func damageIsReportedWithANextStep(_ line: String, _ said: String) throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            try home.shell(
                """
                cd '\(home.deviceFolder())'
                case '\(said)' in replica*) rm -f replica.sqlite-*;; esac
                \(line)
                """)
            let text = try home.run("verify")
            #expect(text.status == 65, "\(text.errors)")
            #expect(text.output.contains("DAMAGE: ") && text.output.contains(said))
            #expect(text.output.contains("\nNext: "), "\(text.output)")
            #expect(try home.verify().verdict == "damaged")
        }
    }

    /// Pages in the middle of the file are overwritten; then the test follows the advice.
    @Test func adviceAboutADamagedReplicaRepairsIt() throws {
        try withScratchHome { home in
            try home.fill(300)
            try home.run("backup")
            try home.run("add", "https://unsent.example/", "--offline")
            let before = try home.verify().replica?.digest
            // Pages that the log has, too, would not be read, so the log is emptied first. The
            // first backup of the day, which another process makes, may still be reading.
            let script = """
                import os, sqlite3, sys
                database = sqlite3.connect(sys.argv[1], timeout=60)
                while database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone() != (0, 0, 0):
                    pass
                database.close()
                size = os.path.getsize(sys.argv[1]) // 4096
                with open(sys.argv[1], "r+b") as file:
                    for page in range(size // 4, size * 3 // 4):
                        file.seek(page * 4096)
                        file.write(b"\\xa5" * 4096)
                """
            let replica = "\(home.deviceFolder())/replica.sqlite"
            _ = try home.python(script, replica)
            let refused = try home.run("add", "https://b.example/")
            #expect(refused.status == 65)
            let backups = "cloudy restore --from latest --dry-run"
            for words in ["Move it away", "-wal and -shm", backups] {
                #expect(refused.errors.contains(words), "\(refused.errors)")
            }
            let verified = try home.run("verify")
            #expect(verified.status == 65)
            #expect(verified.output.contains("Then move \(replica) away"), "\(verified.output)")
            #expect(verified.output.contains(backups))
            try home.shell("cd '\(home.deviceFolder())' && mkdir away && mv replica.sqlite* away")
            #expect(try home.run("sync").status == 0)
            #expect(try home.verify().verdict == "same")
            #expect(try home.verify().replica?.digest == before)
            let backup = try home.run("restore", "--from", "latest", "--dry-run")
            #expect(backup.errors.contains("300 are unchanged"), "\(backup.errors)")
        }
    }

    @Test func verifyDoesNotCreateAMissingDevice() throws {
        try withScratchHome { home in
            let outcome = try home.run("verify", "--device", "nobody")
            #expect(outcome.status == 78)
            #expect(outcome.errors.contains("nobody") && outcome.errors.contains("Devices: none."))
            #expect(
                try home.shell("ls '\(home.path)'").status != 0, "verify must not create a home")
            for device in ["phone", "laptop"] { try home.run("sync", "--device", device) }
            let others = try home.run("verify", "--device", "nobody")
            #expect(others.status == 78 && others.errors.contains("Devices: laptop, phone."))
            #expect(try home.shell("ls '\(home.path)/devices'").output == "laptop\nphone\n")
        }
    }
}
