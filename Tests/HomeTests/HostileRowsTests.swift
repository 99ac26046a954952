import BookmarkLibrary
import Bookmarks
import DeviceStore
import KeyValueStore
import Replication
import SQLite
import ScratchFolder
import SeededRandom
import TestSupport
import Testing
import Verification

/// Files of a cloud and of a replica with content from an attacker.
@Suite(.ownThread)
struct HostileRowsTests {
    static let cloud = "home/clouds/local/cloud.sqlite"
    static let replica = "home/devices/desk/replica.sqlite"
    static let rounds = Mutator.rounds(60, environment: Command.inheritedEnvironment)

    private func change(_ folder: ScratchFolder, _ file: String, _ sql: String) throws {
        try Database(path: folder.path(file), access: .readWrite).execute(sql)
    }

    /// A home with a device that has sent its bookmarks, except one.
    private func filled() async throws -> (ScratchFolder, [String]) {
        let folder = ScratchFolder()
        let desk = try Desk(in: folder)
        var ids = try ["One", "Two"].map { try desk.add($0, "https://example.com/\($0)") }
        try await desk.home.device.syncOnce()
        ids.append(try desk.add("Three", "https://example.com/Three"))
        desk.mirror.flushBeforeExit()
        return (folder, ids)
    }

    /// Runs everything that reads the files. Errors are fine, but the program must not crash.
    private func use(_ folder: ScratchFolder) async throws {
        guard let desk = try? Desk(in: folder) else { return }
        try? desk.controller.open(firstPage: 10)
        let device = desk.home.device
        let sync = Task { _ = try? await device.syncOnce() }
        let stop = Task {
            try await Task.sleep(for: .seconds(5))
            sync.cancel()
        }
        await sync.value
        stop.cancel()
        _ = try? desk.receiveArrivals()
        _ = try? desk.add("Another", "https://another.example/\(UInt64.random(in: 0...UInt64.max))")
        if let rows = try? desk.home.catalog.rows(sortedBy: .standard, limit: nil) {
            try? desk.controller.load(rows)
            for row in rows { _ = try? desk.controller.bookmark(id: row.id) }
            try? desk.controller.filter(Query("e or note:e or is:duplicate"))
            _ = try? desk.home.catalog.rows(matching: Query("one"), sortedBy: .standard)
            for field in [SortOrder.Field.name, .url, .added, .modified] {
                desk.controller.sort(SortOrder(field, descending: false))
            }
        }
        desk.mirror.flushBeforeExit()
        _ = try? HomeVerification.report(desk.home.location)
    }

    static let numbers = ["-9223372036854775808", "9223372036854775807", "'text'"]

    /// Whether the device's replica still has the bookmarks, even if it can't be opened with this
    /// cloud.
    private func isAllThere(_ folder: ScratchFolder, _ ids: [String]) throws -> Bool {
        let location = try HomeLocation(
            home: folder.path("home"), device: "desk", environment: [:], hostName: "")
        let report = try HomeVerification.report(location)
        return report.replica.map { $0.bookmarks >= ids.count } ?? false
    }

    @Test(arguments: [
        "head", "floor", "usedBytes", "usedKeys", "collected", "epoch",
    ])
    func impossibleCloudStateLosesNoBookmarks(_ column: String) async throws {
        for number in Self.numbers {
            let (folder, ids) = try await filled()
            try? change(folder, Self.cloud, "UPDATE meta SET \(column) = \(number)")
            try await use(folder)
            #expect(try isAllThere(folder, ids), "\(column) = \(number)")
        }
    }

    @Test(arguments: ["counter", "cursor", "seen", "standing", "device", "actor"])
    func impossibleActorLosesNoBookmarks(_ column: String) async throws {
        for number in Self.numbers {
            let (folder, ids) = try await filled()
            try? change(folder, Self.cloud, "UPDATE actors SET \(column) = \(number)")
            try await use(folder)
            #expect(try isAllThere(folder, ids), "\(column) = \(number)")
        }
    }

    @Test(arguments: [
        "revision = -5", "revision = 9223372036854775807", "record = 'text'", "record = 12",
        "record = zeroblob(3000000)", "key = 'b.'", "key = ''", "key = x'62ff'",
        "key = 'b.' || hex(zeroblob(500000))", "isTombstone = 7", "committed = -1",
    ])
    func impossibleCloudRecordLosesNoBookmarks(_ change: String) async throws {
        let (folder, ids) = try await filled()
        try self.change(
            folder, Self.cloud,
            "UPDATE records SET \(change) WHERE revision = (SELECT max(revision) FROM records)")
        try await use(folder)
        let desk = try Desk(in: folder)
        #expect(try desk.draft(ids[0]) != nil)
        #expect(try desk.draft(ids[2]) != nil, "a bookmark only on this device must stay")
    }

    /// A stray row for a deleted bookmark does not prevent restoring it.
    @Test func strayRowDoesNotBlockRestoringABookmark() async throws {
        let (folder, ids) = try await filled()
        let desk = try Desk(in: folder)
        try desk.controller.delete(ids: [ids[0]])
        try change(
            folder, Self.replica,
            """
            INSERT INTO bookmarks(
                id, name, url, tags, added, modified, lost, position, opened, opens, page, device,
                notes, folder, description, unread, archived)
            SELECT '\(ids[0])', 'Ghost', url, tags, added, modified, lost, position, opened, opens,
                page, device, notes, folder, description, unread, archived
            FROM bookmarks WHERE id = '\(ids[1])'
            """)
        try desk.controller.restore(ids: [ids[0]])
        let rows = try desk.home.catalog.rows(sortedBy: .standard, limit: nil)
        #expect(rows.filter { $0.id == ids[0] }.map(\.name) == ["One"])
        let found = try desk.home.catalog.rows(matching: Query("one"), sortedBy: .standard)
        #expect(found.map(\.id) == [ids[0]])
    }

    /// A valid record whose value is not a bookmark must not keep others from arriving.
    @Test(arguments: [
        PropertyListValue.string("no dictionary"), .array([]),
        .dictionary(["url": .string("x:nan"), "added": .date(.nan)]),
        .dictionary(["url": .string("x:infinite"), "added": .date(.infinity)]),
        .dictionary(["url": .string("x:far"), "added": .date(1e300)]),
        .dictionary(["url": .integer(1)]), .dictionary(["url": .string("\u{0}\u{1b}[2J")]),
        .dictionary([
            "url": .string(String(repeating: "x", count: 900_000)),
            "tags": .array(Array(repeating: .string("t"), count: 10_000)),
        ]),
    ])
    func recordThatIsNoBookmarkDoesNotBlockOthers(_ value: PropertyListValue) async throws {
        let (folder, _) = try await filled()
        let laptop = try Desk("laptop", in: folder)
        try laptop.home.store.set(value, forKey: "b.0000000000000")
        let id = try laptop.add("After", "https://after.example/")
        try await laptop.sync()
        let desk = try Desk(in: folder)
        try desk.controller.open(firstPage: 10)
        try await desk.sync()
        #expect(try desk.draft(id)?.name == "After")
        try await use(folder)
        #expect(
            try desk.home.catalog.rows(sortedBy: .standard, limit: nil).allSatisfy {
                $0.added.isFinite
            }, "the catalog must not contain dates that are not finite")
        desk.mirror.flushBeforeExit()
        #expect(desk.mirror.takeProblems() == [])
    }

    @Test func damagedCloudRecordsLoseNoBookmarks() async throws {
        let (folder, ids) = try await filled()
        let database = try Database(path: folder.path(Self.cloud), access: .readWrite)
        let seeds = try database.query("SELECT record FROM records") { $0.blob(0) }
        var mutator = Mutator(seed: 4, seeds: seeds)
        for round in 0..<Self.rounds {
            try database.run(
                """
                INSERT OR REPLACE INTO records(revision, key, isTombstone, committed, record)
                SELECT head + 1, ?, 0, 1, ? FROM meta
                """, .text("b.fuzz\(round % 7)"), .blob(mutator.next()))
            try database.run("UPDATE meta SET head = head + 1")
            if round % 20 == 19 { try await use(folder) }
        }
        try await use(folder)
        let desk = try Desk(in: folder)
        for id in ids { #expect(try desk.draft(id) != nil) }
    }

    @Test(arguments: [
        "counter", "clock", "clock_counter", "cloud_clock_offset", "head", "cursor", "last_sync",
        "held_deletions = 1, held_total", "policies", "epoch", "device",
    ])
    func impossibleReplicaStateDoesNotCrash(_ column: String) async throws {
        for number in Self.numbers {
            let (folder, _) = try await filled()
            try? change(folder, Self.replica, "UPDATE meta SET \(column) = \(number)")
            try await use(folder)
        }
    }

    @Test(arguments: ["base_revision", "dirty", "live", "local_revision", "record", "base", "key"])
    func impossibleReplicaEntryDoesNotCrash(_ column: String) async throws {
        for number in Self.numbers {
            let (folder, _) = try await filled()
            try? change(
                folder, Self.replica,
                """
                UPDATE entries SET \(column) = \(number)
                WHERE rowid = (SELECT max(rowid) FROM entries)
                """
            )
            try await use(folder)
        }
    }

    @Test(arguments: [
        "revision SET local", "mirror_state SET generation", "mirror_state SET size",
        "search SET chunk", "search SET text", "bookmarks SET added", "bookmarks SET page",
        "bookmarks SET lost",
    ])
    func impossibleCountersDoNotCrash(_ column: String) async throws {
        for number in Self.numbers {
            let (folder, _) = try await filled()
            try? change(folder, Self.replica, "UPDATE \(column) = \(number)")
            try? change(folder, Self.replica, "UPDATE bookmarks SET number = number - 5")
            try await use(folder)
        }
    }
}
