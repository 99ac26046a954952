import ArgumentParser
import BookmarkLibrary
import Bookmarks
import DeviceStore
import FileCoordination

struct Duplicates: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "duplicates",
        abstract: "Print bookmarks that lead to the same page, or make one of each group.",
        discussion: """
            Two addresses are the same page when they differ in http or https, in the case of the \
            host, in slashes at the end, in a part behind #, or in parameters that only say where \
            a visitor came from. Tab-separated, a blank line between groups: what becomes of it \
            when the group is merged (stays or goes), id, name, URL, tags.

            The one that was added first stays. It gets the tags of all, the name and the folder \
            if it has none, and the notes that it lacks. The others can be restored: cloudy trash \
            shows them.

            Where bookmarks are named, by any one of a group, or a query finds some, only the \
            groups count that they are in, all of each.

            Examples: cloudy duplicates; cloudy duplicates --merge --dry-run; \
            cloudy duplicates 7k3q --merge; cloudy duplicates -q site:example --merge
            """)

    @OptionGroup var targets: TargetOptions

    @Flag(help: "Make one bookmark of each group.")
    var merge = false

    @Flag(name: .customLong("dry-run"), help: "With --merge: only say what would be done.")
    var isTrial = false

    @Flag(
        help: ArgumentHelp(
            "Print JSON: an array of objects, one for each group.",
            discussion: """
                With --merge an object that says what was done. Members: Docs/Reference/JSON.md.
                """))
    var json = false

    @OptionGroup var paging: PagingOptions

    @OptionGroup var options: HomeOptions

    func validate() throws {
        if isTrial && !merge {
            throw ValidationError("--dry-run goes with --merge: without it nothing is changed.")
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
                try paging.print(groups.map(text).joined(separator: "\n"), options)
            }
            options.sendHandEdits(home, mirror)
            if isTrial { complain(summary(groups)) }
        }
    }

    /// All groups, or those of the bookmarks that were named.
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
            complain(
                targets.isEmpty
                    ? "No two bookmarks lead to the same page."
                    : "No other bookmark leads to the page of one that was named.")
            options.sendHandEdits(home, mirror)
            throw ExitCode(ExitStatus.nothingFound.rawValue)
        }
        let ids = groups.map { $0.bookmarks.map(\.id) }
        let report = try editing(ids.count, "Merging", home, mirror) { try $0.merge(ids) }
        if json {
            say(object(report))
        } else {
            complain(
                "Merged the bookmarks of \(counted(report.pages, "page")); deleted "
                    + "\(bookmarks(report.deleted)).")
        }
        finish(home, mirror, isOffline: options.offline)
    }

    private func object(_ report: MergeReport) -> String {
        JSON.object(["deleted": "\(report.deleted)", "pages": "\(report.pages)"])
    }

    private func summary(_ groups: [DuplicateGroup]) -> String {
        let gone = groups.map { $0.bookmarks.count - 1 }.reduce(0, +)
        return "Nothing was changed. Without --dry-run, this would merge the bookmarks of "
            + "\(counted(groups.count, "page")) and delete \(bookmarks(gone))."
    }

    private func text(_ group: DuplicateGroup) -> String {
        group.bookmarks.enumerated().map { index, bookmark in
            let tags = bookmark.tags.map { "#\($0)" }.joined(separator: " ")
            let what = index == 0 ? "stays" : "goes"
            return [what, bookmark.id, bookmark.name, bookmark.url, tags].map(harmless)
                .joined(separator: "\t") + "\n"
        }.joined()
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
            let own = "\"added\":\(JSON.number(bookmark.added)),\"id\":\(JSON.string(bookmark.id))"
            return "{\(own)," + JSON.object(members(bookmark.draft)).dropFirst()
        }
        return JSON.object([
            "bookmarks": JSON.array(bookmarks),
            "differ": JSON.array(group.differences.map { JSON.string($0.lowercased()) }),
            "merged": JSON.object(members(group.merged)),
        ])
    }
}
