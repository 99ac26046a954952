import ArgumentParser
import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import FileCoordination
import Glibc
import Interchange

struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "backup",
        abstract: "Write all bookmarks and notes to a backup file.",
        discussion: """
            A backup has all fields of the bookmarks and the texts of their notes, but no saved \
            pages and files; cloudy export --documents keeps those. It lacks a note that is not on \
            this device, and says so. Without a file name, the backup is kept beside the daily \
            ones. Cloudy makes a daily backup on each day with changes and keeps the latest \
            fourteen, unless the setting backups is off. On the first day it makes a new one \
            whenever the library doubles, from ten bookmarks on. To restore a backup: cloudy \
            restore --from.

            Examples: cloudy backup; cloudy backup ~/bookmarks.backup; cloudy backup --list
            """)

    @Argument(
        help: ArgumentHelp(
            "The file to write, replaced as a whole or not at all.",
            valueName: "file"),
        completion: .file())
    var file: String?

    @Flag(help: "Print the existing backups, latest first.")
    var list = false

    @Flag(
        help: ArgumentHelp(
            "Print JSON.",
            discussion: """
                An object with path, bookmarks and notes (how many), and lacking (the bookmarks of \
                notes that it lacks); with --list an array of objects with path, name (for restore \
                --from), isDaily and bytes.
                """))
    var json = false

    @Flag(help: .hidden)
    var daily = false

    @OptionGroup var options: HomeOptions

    func validate() throws {
        guard list, let file else { return }
        throw ValidationError(
            "--list prints the backups and writes none: leave out \(file), or --list.")
    }

    func run() throws {
        try reportingErrors {
            if daily { return try makeDaily() }
            let home = try options.open(makesDevice: false)
            if list { return show(home.backups.found()) }
            let mirror = try options.openMirror(of: home)
            let (backup, lacking) = try home.backup(home.makeController(mirror: mirror))
            let path = file ?? home.backups.path(byHandAt: LocalTime.now(as: "%Y-%m-%d-%H%M%S"))
            try home.backups.write(backup, to: path)
            say(json ? backup.json(path: path, lacking) : harmless(path))
            for sentence in lacking.sentences { complain(sentence) }
            let documents = try home.documentTallies()
            let others = documents.count - documents.notes
            if others > 0 {
                let what =
                    others == 1
                    ? "1 saved page or file is" : "\(grouped(others)) saved pages and files are"
                complain(
                    "\(what) not in a backup. To keep all documents: cloudy export -o FILE "
                        + "--documents FOLDER")
            }
            options.sendHandEdits(home, mirror)
        }
    }

    private func show(_ found: [Backups.Found]) {
        if json {
            return say(
                JSON.array(
                    found.map {
                        JSON.object([
                            "path": JSON.string($0.path), "name": JSON.string($0.name),
                            "isDaily": "\($0.isDaily)", "bytes": "\($0.bytes)",
                        ])
                    }))
        }
        let rows = found.map { [$0.name, "\($0.bytes) bytes", $0.path] }
        for line in TerminalTable.lines(["Backup", "Size", "File"], rows) { say(line) }
        if found.isEmpty { complain("There is no backup yet. To make one: cloudy backup") }
    }

    /// Makes the backup for another process. An open list reads the answer. A command that started
    /// this has already ended.
    private func makeDaily() throws {
        nice(10)
        do {
            let home = try options.open(makesDevice: false)
            // The process that left this to us has long closed the files.
            defer { home.settle(afterOthers: true) }
            try home.makeBackup(of: LocalTime.now(as: "%Y-%m-%d"))
        } catch {
            DailyBackupAnswer(problem: cloudy.message(for: error)).write()
            throw error
        }
    }
}

/// Returns the arguments for another process that makes today's backup; `nil` if it is not due or
/// not wanted.
///
/// - Parameter isForced: whether it is due even if no process ever checked, and for few bookmarks.
func argumentsOfDailyBackup(_ home: Home, isForced: Bool = false) throws -> [String]? {
    let day = LocalTime.now(as: "%Y-%m-%d")
    guard home.readOnlyReason == nil,
        try home.backups.isDue(
            on: day, few: isForced ? 1 : fewToLose,
            hasAtLeast: { try home.catalog.hasMore(than: $0 - 1) }) ?? isForced,
        // Only this process knows which settings apply: the other one gets the folder.
        try home.wantsBackup(of: day)
    else { return nil }
    let location = home.location
    return ["backup", "--daily", "--home", location.folder, "--device", location.device]
}

/// The number of bookmarks from which the first day has a backup, and another one whenever the
/// number doubles: fewer are typed again as fast as they are restored.
private let fewToLose = 10

/// Shrinks the device's files when a program ends. If today's backup is due, another process makes
/// it and shrinks them afterwards: they can't shrink while it reads.
func leaveTidy(_ home: Home) {
    if !leaveDailyBackup(home) { home.settle() }
}

/// Leaves today's backup to another process if it is due. Returns whether it did.
private func leaveDailyBackup(_ home: Home) -> Bool {
    guard home.readOnlyReason == nil else { return false }
    let day = LocalTime.now(as: "%Y-%m-%d")
    if home.backups.isDue(on: day) == nil { try? home.backups.note(day: day, count: 0) }
    guard let arguments = try? argumentsOfDailyBackup(home) else { return false }
    return DetachedProgram.start(DetachedProgram.own, arguments)
}

extension Home {
    /// Whether daily backups are on. If they are not, records the check for this day.
    fileprivate func wantsBackup(of day: String) throws -> Bool {
        if SettingsFile(location).read().settings.makesBackups { return true }
        try backups.note(day: day)
        return false
    }

    /// Makes the backup of a day, unless it exists.
    fileprivate func makeBackup(of day: String) throws {
        let controller = makeController(mirror: NoMirror())
        let count = try catalog.count()
        if count == 0 { return }
        // A daily backup reports no missing notes; the next one has those that arrived.
        try backups.makeDaily(on: day, holding: count) { try backup(controller).backup }
    }
}

extension Backup {
    fileprivate func json(path: String, _ lacking: LackingNotes) -> String {
        JSON.object([
            "path": JSON.string(path), "bookmarks": "\(bookmarks.count)",
            "notes": "\(notes.values.count { $0.text != nil })",
            "lacking": JSON.array(lacking.ids.map(JSON.string)),
        ])
    }
}
