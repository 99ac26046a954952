import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import FileCoordination
import Glibc
import Interchange

struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "restore",
        abstract: "Restore deleted bookmarks and documents, or a whole backup.",
        discussion: """
            Targets are bookmarks that cloudy trash prints, and documents that cloudy docs \
            --deleted prints; if one is not in the trash, nothing is restored. A \
            backup restores what is missing and resets what differs; newer bookmarks stay. If a \
            note differs, its current text stays as a version. Damaged entries are left out, and \
            the exit status is 65. One undo reverts all of it, even if Ctrl-C stopped it halfway.

            Examples: cloudy restore 7k3q; cloudy restore --query swift; cloudy restore --from \
            2026-11-21 --dry-run
            """)

    @OptionGroup var targets: TargetOptions

    @Option(
        help: ArgumentHelp(
            "A backup: a file, a day that cloudy backup --list shows, or latest.",
            valueName: "backup"),
        completion: Candidates.backups)
    var from: String?

    @Flag(help: "Also delete bookmarks that are not in the backup; not with --damaged.")
    var exact = false

    @Flag(help: "Restore what is readable of a damaged backup.")
    var damaged = false

    @Flag(name: [.customShort("n"), .long], help: "Print what would be restored, change nothing.")
    var dryRun = false

    @Flag(
        help: ArgumentHelp(
            "Print what was restored as a JSON object.",
            discussion: """
                For a backup: path, made (seconds since 1970), restored, reset, same, newer, \
                deleted and refused (ids), and of notes: notesRestored, notesReset, \
                notesSame, notesLacking and notesRefused (ids of their bookmarks). For deleted \
                bookmarks: changed (how many) and ids.
                """))
    var json = false

    @OptionGroup var options: HomeOptions

    func validate() throws {
        if from == nil { try targets.requireAny() }
        if from != nil && !targets.isEmpty {
            throw ValidationError("Name deleted bookmarks, or a backup with --from, not both.")
        }
        if from == nil && (exact || damaged || dryRun) {
            throw ValidationError("--exact, --damaged and --dry-run need --from.")
        }
        if exact && damaged {
            throw ValidationError(
                "--exact deletes what the backup lacks, but a damaged backup may lack bookmarks "
                    + "that are merely unreadable. Leave out --exact.")
        }
    }

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: from != nil && !dryRun)
            let mirror = try options.openMirror(of: home)
            guard let from else { return try bringBackDeleted(home, mirror) }
            let isWhole = try bringBack(from, home, mirror)
            if !dryRun { finish(home, mirror, isOffline: options.offline) }
            if !isWhole { throw ExitCode(.badData) }
        }
    }

    private func bringBackDeleted(_ home: Home, _ mirror: HomeMirror) throws {
        let ids = try targets.deletedIDs(in: home, orPrint: json ? JSON.changed([]) : nil)
        try editing(ids.count, "Restoring", home, mirror) { try $0.restore(ids: ids) }
        if json {
            say(JSON.changed(ids))
        } else if !targets.isSingle {
            complain("Restored \(countedBookmarks(andDocuments: ids)).")
        }
        let duplicates = try home.catalog.duplicateCount(among: ids)
        if duplicates > 0 {
            complain(
                "\(counted(duplicates, "restored bookmark")) \(duplicates == 1 ? "has" : "have") "
                    + "the page of another one. To see them: cloudy duplicates")
        }
        finish(home, mirror, isOffline: options.offline)
    }

    /// Restores a backup, and reports the result. Returns whether no entry was left out.
    private func bringBack(
        _ from: String, _ home: Home, _ mirror: HomeMirror
    ) throws -> Bool {
        let path = try path(of: from, home.backups)
        let (backup, damage) = try home.backups.read(path)
        for note in damage.prefix(20) {
            complain("\(path)\(note.line > 0 ? ":\(note.line)" : ""): \(note.reason)")
        }
        guard damage.isEmpty || damaged else {
            throw HomeError(
                .damaged,
                "\(path) is damaged, and nothing was changed. Use another backup (cloudy backup "
                    + "--list), or restore what is readable: --damaged")
        }
        if backup.account != home.location.account {
            complain(
                "This backup is of the account “\(backup.account)”, but you are in "
                    + "“\(home.location.account)”.")
        }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let restored = try editing(backup.bookmarks.count, "Restoring", home, mirror) {
            [exact, dryRun] controller -> RestoredBackup in
            var notes = RestoredNotes(backup, in: home, isTrial: dryRun)
            let bookmarks = try controller.bringBack(
                backup.bookmarks, isExact: exact, title: "Restored the backup \(name)",
                isTrial: dryRun
            ) { try notes.items(of: $0) }
            return RestoredBackup(bookmarks: bookmarks, notes: notes)
        }
        for id in restored.bookmarks.refused {
            complain(
                "\(path): the entry \(id) is not a valid bookmark; left out")
        }
        for note in restored.notes.refused {
            complain("\(path): the note of \(note.bookmark) was left out. \(note.reason)")
        }
        if json {
            say(restored.json(path: path, made: backup.made))
        } else {
            complain(
                restored.words(isTrial: dryRun, isExact: exact, isDamaged: !damage.isEmpty))
        }
        if let sentence = restored.lackingNotes { complain(sentence) }
        return damage.isEmpty && restored.bookmarks.refused.isEmpty
            && restored.notes.refused.isEmpty
    }

    private func path(of from: String, _ backups: Backups) throws -> String {
        if from.contains("/") || access(from, F_OK) == 0 { return from }
        if let found = backups.named(from) { return found.path }
        if from == "latest" {
            throw HomeError(.damaged, "There is no backup yet. To make one: cloudy backup")
        }
        // The same error as for any unreadable file, even if its path has a slash.
        throw HomeError(
            .damaged,
            "There is no file and no backup “\(from)”. To see the backups: cloudy backup --list")
    }
}
