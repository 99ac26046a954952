import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import FileCoordination

struct Duplicates: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "duplicates",
        abstract: "Print duplicates, or merge each group into one bookmark.",
        discussion: """
            Two URLs lead to the same page if they differ only in http or https, the case of the \
            host, a default port, trailing slashes, the part after #, or tracking parameters. \
            Tab-separated, with a blank line between groups: what a merge would do (stays or \
            goes), id, name, URL, tags, and archived if it is.

            The bookmark that was added first stays. It gets all tags, and the name, folder and \
            notes that it lacks. The others move to the trash.

            If you name bookmarks or give a query, only groups with at least one of them are used, \
            each as a whole.

            Examples: cloudy duplicates; cloudy duplicates --merge --dry-run; cloudy duplicates \
            7k3q --merge; cloudy duplicates -q site:example --merge
            """)

    @OptionGroup var targets: TargetOptions

    @Flag(help: "Merge each group into one bookmark.")
    var merge = false

    @Flag(
        name: .customLong("dry-run"),
        help: """
            With --merge: print what would happen, change nothing.
            """)
    var isTrial = false

    @Flag(
        help: ArgumentHelp(
            "Print JSON: an array of objects, one for each group.",
            discussion: """
                With --merge, an object that describes the result. Fields: Docs/Reference/JSON.md.
                """))
    var json = false

    @OptionGroup var paging: PagingOptions

    @OptionGroup var options: HomeOptions

    func validate() throws {
        if isTrial && !merge {
            throw ValidationError("--dry-run needs --merge.")
        }
    }

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            let groups = try groups(home)
            if merge && !isTrial {
                try mergeAll(groups, home, mirror)
                return
            }
            if json {
                say(JSON.lines(groups.map(object)))
            } else {
                try paging.print(lines(groups), options)
            }
            options.sendHandEdits(home, mirror)
            if isTrial { complain(summary(groups)) }
            if groups.isEmpty, !isTrial { explainEmpty(nothingFound, json: json) }
            if groups.isEmpty, !targets.isEmpty {
                throw ExitCode(.nothingFound)
            }
        }
    }

    private var nothingFound: String {
        targets.isEmpty ? "There are no duplicates." : "None of these bookmarks has a duplicate."
    }

    /// Returns all groups, or those of the named bookmarks.
    private func groups(_ home: Home) throws -> [DuplicateGroup] {
        let all = try DuplicateGroup.all(in: home.catalog)
        if targets.isEmpty { return all }
        let nothing = merge && !isTrial ? object(MergeReport()) : "[]"
        let named = Set(try targets.ids(in: home, orPrint: json ? nothing : nil))
        return all.filter { group in group.bookmarks.contains { named.contains($0.id) } }
    }

    private func mergeAll(
        _ groups: [DuplicateGroup], _ home: Home, _ mirror: HomeMirror
    ) throws {
        if groups.isEmpty {
            if json { say(object(MergeReport())) }
            complain(nothingFound)
            options.sendHandEdits(home, mirror)
            throw ExitCode(.nothingFound)
        }
        let ids = groups.map { $0.bookmarks.map(\.id) }
        let report = try editing(ids.count, "Merging", home, mirror) { try $0.merge(ids) }
        if json {
            say(object(report))
        } else {
            complain(
                "Merged the duplicates of \(counted(report.pages, "page")); deleted "
                    + "\(bookmarks(report.deleted)).")
        }
        finish(home, mirror, isOffline: options.offline)
    }

    private func object(_ report: MergeReport) -> String {
        JSON.object(["deleted": "\(report.deleted)", "pages": "\(report.pages)"])
    }

    private func summary(_ groups: [DuplicateGroup]) -> String {
        let gone = groups.map { $0.bookmarks.count - 1 }.reduce(0, +)
        return "Nothing was changed. Without --dry-run, this would merge the duplicates of "
            + "\(counted(groups.count, "page")) and delete \(bookmarks(gone))."
    }

    /// Returns a line for each bookmark, and an empty one between two groups.
    private func lines(_ groups: [DuplicateGroup]) -> [String] {
        let rows = groups.map { group in
            group.bookmarks.enumerated().map { index, bookmark in
                let tags = bookmark.tags.map { "#\($0)" }.joined(separator: " ")
                let row = [
                    index == 0 ? "stays" : "goes", bookmark.id, bookmark.name, bookmark.url, tags,
                ]
                return row + (bookmark.isArchived ? ["archived"] : [])
            }
        }
        return TerminalTable.fitting(Array(rows.joined(separator: [[]])))
    }

    private func object(_ group: DuplicateGroup) -> String {
        func members(_ draft: BookmarkDraft) -> KeyValuePairs<String, String> {
            [
                "folder": JSON.string(draft.folder), "name": JSON.string(draft.name),
                "notes": JSON.string(draft.notes), "tags": JSON.array(draft.tags.map(JSON.string)),
                "url": JSON.string(draft.url),
            ]
        }
        let bookmarks = group.bookmarks.map { bookmark in
            let own =
                "\"added\":\(JSON.number(bookmark.added)),\"archived\":\(bookmark.isArchived),"
                + "\"id\":\(JSON.string(bookmark.id))"
            return "{\(own)," + JSON.object(members(bookmark.draft)).dropFirst()
        }
        return JSON.object([
            "bookmarks": JSON.array(bookmarks),
            "differ": JSON.array(group.differences.map { JSON.string($0.lowercased()) }),
            "merged": JSON.object(members(group.merged)),
        ])
    }
}
