import BookmarkLibrary
import Bookmarks
import DeviceStore
import ReplicaFile
import SQLite
import ScratchFolder
import Testing
import Verification

/// Verifying real files, intact and damaged.
struct HomeVerificationTests {
    let folder = ScratchFolder()
    static let device = "home/devices/desk"

    private func report(_ device: String = "desk") throws -> VerificationReport {
        try HomeVerification.report(
            HomeLocation(
                home: folder.path("home"), device: device, environment: [:], hostName: ""))
    }

    /// A device with two bookmarks and a deleted one. Everything is sent and written.
    @discardableResult
    private func filled() async throws -> [String] {
        let desk = try Desk(in: folder)
        let ids = try ["One", "Two", "Three"].map {
            try desk.add($0, "https://example.com/\($0)", tags: ["t", "u"])
        }
        try desk.controller.delete(ids: [ids[2]])
        try await desk.home.device.syncOnce()
        desk.mirror.flushBeforeExit()
        return ids
    }

    private func change(_ file: String, _ sql: String) throws {
        let database = try Database(path: folder.path(file), access: .readWrite)
        try database.execute(sql)
    }

    @Test func intactFilesAreTheSameAndStayUnchanged() async throws {
        try await filled()
        let files =
            ["\(Self.device)/replica.sqlite", "\(Self.device)/defaults.plist"]
            + ["\(Self.device)/replica.sqlite-wal", "home/clouds/local/cloud.sqlite-wal"]
            + ["home/clouds/local/cloud.sqlite"]
        let before = files.map(folder.read)
        let report = try report()
        #expect(report.verdict == .same, "\(report.findings)")
        #expect(report.replica?.bookmarks == 2)
        #expect(report.replica?.recentlyDeleted == 1)
        #expect(report.defaults?.recentlyDeleted == 1)
        #expect(report.cloud?.records == 3)
        #expect(
            Set([report.replica?.digest, report.cloud?.digest, report.defaults?.digest]).count == 1)
        #expect(files.map(folder.read) == before)
    }

    @Test func unknownDeviceIsNotCreated() throws {
        #expect(throws: HomeError.self) { try report("nobody") }
        #expect(folder.names == [])
    }

    /// Creating a home was killed halfway: with an empty replica, a replica without the derived
    /// tables, and an empty cloud.
    @Test func unfinishedHomeIsNotDamage() async throws {
        try await Desk(in: folder).sync()
        let (replica, cloud) = ("\(Self.device)/replica.sqlite", "home/clouds/local/cloud.sqlite")
        for path in [replica, cloud] {
            for end in ["", "-wal", "-shm"] { folder.remove(path + end) }
        }
        folder.remove("\(Self.device)/defaults.plist")
        _ = try Database(path: folder.path(replica))
        #expect(try report().verdict == .waiting)
        #expect(try report().findings.map(\.next) == ["cloudy sync finishes it."])
        folder.remove(replica)
        _ = try ReplicaFile(path: folder.path(replica), device: "desk", random: { 1 })
        _ = try Database(path: folder.path(cloud))
        let unfinished = try report()
        #expect(unfinished.verdict == .waiting, "\(unfinished.findings)")
        #expect(unfinished.findings.map(\.next) == ["cloudy sync finishes it."])
        try await Desk(in: folder).sync()
        #expect(try report().verdict == .same)
    }

    @Test func emptiedCloudIsDamage() async throws {
        try await filled()
        for name in ["cloud.sqlite", "cloud.sqlite-wal", "cloud.sqlite-shm"] {
            folder.remove("home/clouds/local/" + name)
        }
        _ = try Database(path: folder.path("home/clouds/local/cloud.sqlite"))
        let report = try report()
        #expect(report.verdict == .damaged)
        #expect(report.findings.first?.next.hasPrefix("cloudy sync fills it") == true)
    }

    @Test func unsentEditsAndOutdatedEntriesAreCounted() async throws {
        try await filled()
        let desk = try Desk(in: folder)
        let id = try desk.add("New", "https://new.example/")
        let report = try report()
        #expect(report.verdict == .waiting)
        #expect(report.unsent == 1)
        #expect(report.defaultsBehind == 1)
        #expect(report.findings.allSatisfy { $0.ids == [id] })
    }

    @Test func unfetchedChangesOfAnotherDeviceAreCounted() async throws {
        try await filled()
        let other = try Desk("laptop", in: folder)
        try await other.sync()
        try other.add("Far", "https://far.example/")
        try await other.sync()
        #expect(try report().unfetched == 1)
        #expect(try report().verdict == .waiting)
        let desk = try Desk(in: folder)
        try await desk.sync()
        desk.mirror.flushBeforeExit()
        other.mirror.flushBeforeExit()
        #expect(try report().verdict == .same)
        #expect(try report("laptop").replica?.digest == report().replica?.digest)
    }

    @Test func editsOfThePropertyListAreReportedAndLeftAlone() async throws {
        let ids = try await filled()
        let plist = String(decoding: folder.read("\(Self.device)/defaults.plist"), as: UTF8.self)
        folder.write("\(Self.device)/defaults.plist", plist.replacing("One", with: "Uno").utf8)
        for _ in 0..<2 {
            let report = try report()
            #expect(report.verdict == .waiting)
            #expect(report.findings.map(\.ids) == [[ids[0]]])
            #expect(report.findings.first?.message.contains("Someone edited") == true)
        }
    }

    @Test func tornPropertyListIsDamage() async throws {
        try await filled()
        let plist = folder.read("\(Self.device)/defaults.plist")
        folder.write("\(Self.device)/defaults.plist", plist.prefix(plist.count / 2))
        let report = try report()
        #expect(report.verdict == .damaged)
        #expect(report.defaults == nil)
        #expect(folder.names(Self.device).filter { $0.contains("corrupt") } == [])
    }

    @Test func rowThatDiffersFromItsRecordIsDamage() async throws {
        let ids = try await filled()
        let file = "\(Self.device)/replica.sqlite"
        try change(file, "UPDATE bookmarks SET name = 'Forged' WHERE id = '\(ids[0])'")
        try change(file, "DELETE FROM bookmarks WHERE id = '\(ids[1])'")
        let report = try report()
        #expect(report.verdict == .damaged)
        #expect(report.findings.map(\.ids) == [[ids[0], ids[1]].sorted()])
    }

    @Test func missingSearchTextIsReported() async throws {
        let ids = try await filled()
        try change("\(Self.device)/replica.sqlite", "DELETE FROM search")
        #expect(try report().findings.map(\.ids) == [[ids[0], ids[1]].sorted()])
    }

    /// The next opening makes the table again, with the columns that it lacks.
    @Test func tableOfAnEarlierVersionIsNotDamage() async throws {
        try await filled()
        try change(
            "\(Self.device)/replica.sqlite",
            """
            UPDATE derived SET version = 6 WHERE name = 'bookmarks';
            DROP INDEX bookmarks_unread;
            ALTER TABLE bookmarks DROP COLUMN unread;
            """)
        let report = try report()
        #expect(report.verdict == .same, "\(report.findings)")
        #expect(report.replica?.bookmarks == 2)
    }

    @Test(arguments: ["home/devices/desk/replica.sqlite", "home/clouds/local/cloud.sqlite"])
    func unreadableRecordIsDamage(_ file: String) async throws {
        let ids = try await filled()
        let table = file.contains("cloud") ? "records" : "entries"
        try change(file, "UPDATE \(table) SET record = x'ff00' WHERE key = 'b.\(ids[1])'")
        let report = try report()
        #expect(report.verdict == .damaged)
        #expect(report.findings.contains { $0.isDamage && $0.ids.contains(ids[1]) })
    }

    /// A bad disk may lose a row that its index still has, which only SQLite's own check finds.
    @Test(arguments: ["home/devices/desk/replica.sqlite", "home/clouds/local/cloud.sqlite"])
    func indexThatDiffersFromItsTableIsDamage(_ file: String) async throws {
        try await filled()
        let (table, index) =
            file.contains("cloud")
            ? ("records", "tombstones") : ("entries", "entries_revision")
        try change(
            file,
            """
            PRAGMA writable_schema = ON;
            CREATE TABLE kept AS SELECT * FROM sqlite_master WHERE name = '\(index)';
            DELETE FROM sqlite_master WHERE name = '\(index)';
            """)
        try change(
            file,
            """
            DELETE FROM \(table) WHERE rowid = (SELECT max(rowid) FROM \(table));
            PRAGMA writable_schema = ON;
            INSERT INTO sqlite_master SELECT * FROM kept; DROP TABLE kept;
            """)
        let report = try report()
        #expect(report.verdict == .damaged)
        #expect(
            report.findings.contains { $0.message.contains("is damaged") && $0.isDamage },
            "\(report.findings)")
    }

    @Test func replicaThatIsNotADatabaseIsDamage() async throws {
        try await filled()
        // The log beside the file would still have every page.
        for name in ["-wal", "-shm"] { folder.remove("\(Self.device)/replica.sqlite" + name) }
        folder.write("\(Self.device)/replica.sqlite", Array("not a database".utf8))
        let report = try report()
        #expect(report.verdict == .damaged && report.replica == nil)
        #expect(report.findings.first?.message.contains("is damaged") == true)
    }

    @Test func missingCloudIsNotDamageButAForeignFileIs() async throws {
        try await filled()
        let cloud = "home/clouds/local/cloud.sqlite"
        for name in ["", "-wal", "-shm"] { folder.remove(cloud + name) }
        #expect(try report().verdict == .waiting)
        #expect(try report().cloud == nil)
        folder.write(cloud, Array("something else".utf8))
        #expect(try report().verdict == .damaged)
    }
}
