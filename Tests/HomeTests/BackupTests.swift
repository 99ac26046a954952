import BookmarkLibrary
import Bookmarks
import Glibc
import Interchange
import Replication
import ScratchFolder
import Testing

/// Restoring from backups, and the list of backups.
struct BackupTests {
    private func backup(_ desk: Desk, made: Double = 1) throws -> Backup {
        Backup(
            device: "desk", account: "default", made: made,
            bookmarks: try desk.controller.allFields())
    }

    @Test func restoreBringsBackDeletedAndChangedBookmarks() throws {
        let desk = try Desk()
        let gone = try desk.add("Gone", "https://gone.example/", tags: ["a"])
        let changed = try desk.add("Old", "https://old.example/")
        let same = try desk.add("Same", "https://same.example/")
        let kept = try desk.controller.allFields()
        try desk.controller.delete(ids: [gone])
        try desk.edit(changed) { draft in
            draft.name = "New"
            draft.notes = "more"
        }
        let later = try desk.add("Later", "https://later.example/")

        let trial = try desk.controller.bringBack(kept, title: "x", isTrial: true)
        #expect(trial.restored == 1 && trial.reset == 1 && trial.same == 1 && trial.newer == 1)
        #expect(try desk.draft(gone) == nil)

        let outcome = try desk.controller.bringBack(kept, title: "Restored a backup")
        #expect(outcome == trial)
        #expect(try desk.draft(gone)?.tags == ["a"])
        #expect(try desk.draft(changed)?.name == "Old")
        #expect(try desk.draft(changed)?.notes == "")
        #expect(try desk.draft(same) != nil && desk.draft(later) != nil)

        let undone = try desk.controller.undo()
        #expect(undone?.title == "Restored a backup")
        #expect(try desk.draft(gone) == nil)
        #expect(try desk.draft(changed)?.name == "New")
        #expect(try desk.draft(changed)?.notes == "more")
    }

    @Test func exactRestoreDeletesBookmarksThatAreNotInTheBackup() throws {
        let desk = try Desk()
        try desk.add("First", "https://a.example/")
        let kept = try desk.controller.allFields()
        let later = try desk.add("Later", "https://later.example/")
        let outcome = try desk.controller.bringBack(kept, isExact: true, title: "x")
        #expect(outcome.deleted == 1 && outcome.newer == 0)
        #expect(try desk.draft(later) == nil)
        #expect(try desk.controller.allFields() == kept)
        _ = try desk.controller.undo()
        #expect(try desk.draft(later) != nil)
    }

    @Test func restoreKeepsFieldsOfLaterVersions() throws {
        let desk = try Desk()
        let fields: [String: PropertyListValue] = [
            "url": .string("https://a.example/"), "added": .date(5), "future": .integer(3),
        ]
        let outcome = try desk.controller.bringBack(
            ["0123456789abc": fields, "none": [:]], title: "x")
        #expect(outcome.restored == 1)
        #expect(outcome.refused == ["none"])
        #expect(try desk.controller.allFields() == ["0123456789abc": fields])
    }

    @Test func oneBackupIsMadeADayAndFourteenAreKept() throws {
        let desk = try Desk()
        let backups = desk.home.backups
        #expect(backups.isDue(on: "2026-01-01") == nil)
        let byHand = backups.path(byHandAt: "2026-01-01-101112")
        try desk.add("0", "https://a.example/")
        try backups.write(backup(desk), to: byHand)
        for day in 10..<30 {
            try desk.add("\(day)", "https://a.example/\(day)")
            let path = try backups.makeDaily(on: "2026-01-\(day)") { try backup(desk) }
            #expect(path?.hasSuffix("2026-01-\(day).backup") == true)
            #expect(backups.isDue(on: "2026-01-\(day)") == false)
            let again = try backups.makeDaily(on: "2026-01-\(day)") { try backup(desk) }
            #expect(again == nil)
        }
        let found = backups.found()
        #expect(found.filter(\.isDaily).map(\.name) == (16..<30).reversed().map { "2026-01-\($0)" })
        #expect(found.last?.path == byHand)
        #expect(backups.named("2026-01-20")?.name == "2026-01-20")
        #expect(backups.named("latest")?.name == "2026-01-29")
        #expect(backups.named("2025") == nil)
        let read = try backups.read(found[0].path)
        #expect(read.damage.isEmpty && read.backup.bookmarks.count == 21)
        var status = stat()
        #expect(stat(found[0].path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    /// Until there is an earlier backup, bookmarks that are added during the day get into the
    /// backup of that day.
    @Test func firstDaysBackupIsRenewedWhenTheBookmarksDouble() throws {
        let desk = try Desk()
        let backups = desk.home.backups
        func make(_ day: String, _ count: Int) throws -> Int? {
            try backups.makeDaily(on: day, holding: count) { try backup(desk) }
                .map { try backups.read($0).backup.bookmarks.count }
        }
        try backups.note(day: "2026-01-10", count: 0)
        #expect(backups.isDue(on: "2026-01-10", few: 10, hasAtLeast: { $0 <= 9 }) == false)
        #expect(backups.isDue(on: "2026-01-10", few: 10, hasAtLeast: { $0 <= 10 }) == true)
        #expect(backups.isDue(on: "2026-01-10", hasAtLeast: { $0 <= 1 }) == true)
        for number in 0..<3 { try desk.add("\(number)", "https://a.example/\(number)") }
        #expect(try make("2026-01-10", 3) == 3)
        try desk.add("3", "https://a.example/3")
        #expect(
            try make("2026-01-10", 4) == nil,
            "a backup must not be renewed before the bookmarks double")
        for number in 4..<6 { try desk.add("\(number)", "https://a.example/\(number)") }
        #expect(try make("2026-01-10", 6) == 6)
        #expect(
            backups.isDue(on: "2026-01-10", hasAtLeast: { $0 <= 1 }) == false,
            "a smaller library must not replace the backup")
        #expect(backups.found().count == 1)
        for number in 6..<9 { try desk.add("\(number)", "https://a.example/\(number)") }
        #expect(try make("2026-01-11", 9) == 9)
        for number in 9..<30 { try desk.add("\(number)", "https://a.example/\(number)") }
        #expect(try make("2026-01-11", 30) == nil, "a backup of the day before must be enough")
        #expect(backups.found().count == 2)
    }

    /// The clock was ahead for some weeks.
    @Test func todaysBackupIsKeptBesideBackupsWithLaterDates() throws {
        let desk = try Desk()
        let backups = desk.home.backups
        for day in 10..<30 {
            try desk.add("\(day)", "https://a.example/\(day)")
            try backups.makeDaily(on: "2400-01-\(day)") { try backup(desk) }
        }
        try desk.add("Today", "https://a.example/today")
        let today = try backups.makeDaily(on: "2026-01-10") { try backup(desk) }
        let found = backups.found().filter(\.isDaily)
        #expect(found.count == 14 && found.first?.path == today)
    }

    /// The backup that was made last is the latest one, whatever the clock said when the others
    /// were made.
    @Test func latestBackupIsTheOneMadeLast() throws {
        let desk = try Desk()
        let backups = desk.home.backups
        try desk.add("Ahead", "https://a.example/")
        try backups.makeDaily(on: "2400-01-10") { try backup(desk) }
        try backups.write(backup(desk), to: backups.path(byHandAt: "2400-01-11-101112"))
        try desk.add("Today", "https://a.example/today")
        let today = try backups.makeDaily(on: "2026-01-10") { try backup(desk) }
        #expect(backups.named("latest")?.path == today)
        #expect(backups.found().first?.path == today)
        // Today's backup already has everything, so the next day needs none.
        #expect(try backups.makeDaily(on: "2026-01-11") { try backup(desk) } == nil)
        let byHand = backups.path(byHandAt: "2026-01-12-101112")
        try backups.write(backup(desk), to: byHand)
        #expect(backups.named("latest")?.path == byHand)
        #expect(backups.named("2400")?.name == "2400-01-11-101112")
    }

    @Test func unchangedBookmarksNeedNoNewBackup() throws {
        let desk = try Desk()
        try desk.add("A", "https://a.example/")
        let backups = desk.home.backups
        #expect(try backups.makeDaily(on: "2026-01-10") { try backup(desk) } != nil)
        #expect(backups.isDue(on: "2026-01-11") == true)
        #expect(try backups.makeDaily(on: "2026-01-11") { try backup(desk, made: 2) } == nil)
        #expect(backups.isDue(on: "2026-01-11") == false)
        #expect(backups.found().count == 1)
    }
}
