import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import FileCoordination
import Glibc

struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "edit",
        abstract: "Change fields of bookmarks.",
        discussion: """
            Fields that you don't name stay as they are. One undo reverts all of it. Examples: \
            cloudy edit 7k3q --name Swift --tags lang,apple; cloudy edit --query 'in:inbox' \
            --folder done --add-tag read; cloudy edit --editor --query tag:todo
            """)

    @OptionGroup var targets: TargetOptions

    @Option(
        name: .shortAndLong,
        help: "The new name; '' clears it, \(TextOption.help)")
    var name: String?

    @Option(name: .shortAndLong, help: "The new URL. A missing scheme is added as in cloudy add.")
    var url: String?

    @Option(
        name: .customLong("tags"),
        help: ArgumentHelp(
            "Replace all tags with these, separated by commas; repeatable.",
            discussion: "'' removes all tags.", valueName: "tags"),
        completion: Candidates.tags)
    var tags: [String] = []

    @Option(
        name: [.customShort("t"), .customLong("tag"), .customLong("add-tag")],
        help: ArgumentHelp(
            "Tags to add; repeatable.", valueName: "tags"),
        completion: Candidates.tags)
    var addTag: [String] = []

    @Option(
        help: ArgumentHelp(
            "Tags to remove; repeatable.", valueName: "tags"),
        completion: Candidates.tags)
    var removeTag: [String] = []

    @Option(help: "The new notes; '' clears them, \(TextOption.help)")
    var notes: String?

    @Option(help: "The page's description of itself; '' clears it, \(TextOption.help)")
    var description: String?

    /// Whether to mark bookmarks as unread or read.
    enum Reading: EnumerableFlag {
        case unread, noUnread

        static func help(for value: Reading) -> ArgumentHelp? {
            switch value {
            case .unread: "Mark the bookmarks as unread."
            case .noUnread: "Remove that mark."
            }
        }
    }

    @Flag var unread: Reading?

    /// Whether to archive or unarchive bookmarks.
    enum Archiving: EnumerableFlag {
        case archived, noArchived

        static func help(for value: Archiving) -> ArgumentHelp? {
            switch value {
            case .archived:
                ArgumentHelp(
                    "Archive the bookmarks.",
                    discussion: "Then only searches with is:archived find them.")
            case .noArchived: "Bring the bookmarks back into the list."
            }
        }
    }

    @Flag var archived: Archiving?

    @Option(
        help: ArgumentHelp(
            "A folder path such as work/swift; '' removes the bookmark from its folder.",
            valueName: "path"),
        completion: Candidates.folders)
    var folder: String?

    @Flag(
        help: ArgumentHelp(
            "Edit the bookmarks as text in $VISUAL or $EDITOR.",
            discussion: """
                This is the default on a terminal if you name no field. \
                Without targets, edits all bookmarks that are not archived. Only what you change \
                in the text changes; a bookmark is deleted only if you mark it so in the text.
                """))
    var editor = false

    @Flag(
        help: ArgumentHelp(
            "Continue editing a text that could not be saved.",
            discussion: "Takes the latest of those that cloudy status lists."))
    var resume = false

    @Flag(help: "Change the URL even if another bookmark has the same page.")
    var evenIfThere = false

    @OptionGroup var format: ChangeFormat

    @OptionGroup var options: HomeOptions

    private var namesFields: Bool {
        name != nil || url != nil || notes != nil || folder != nil || description != nil
            || unread != nil || archived != nil || !(tags + addTag + removeTag).isEmpty
    }

    /// Whether to open the editor: a person at a terminal gave no changes.
    private var opensEditor: Bool {
        editor
            || !namesFields && !resume && isatty(STDIN_FILENO) != 0
                && isatty(STDOUT_FILENO) != 0
    }

    func validate() throws {
        let isPiped = targets.targets.contains("-")
        try TextOption.check(
            ["--name": name, "--notes": notes, "--description": description], others: isPiped)
        if resume {
            if !namesFields && !editor && targets.isEmpty { return }
            throw ValidationError("--resume cannot be combined with other options or targets.")
        }
        if editor {
            if !namesFields { return }
            throw ValidationError("Use either --editor or options that name fields, not both.")
        }
        try targets.requireAny()
        if opensEditor { return }
        if !tags.isEmpty && !(addTag + removeTag).isEmpty {
            throw ValidationError("--tags replaces all tags: leave out --add-tag and --remove-tag.")
        }
        if namesFields { return }
        throw ValidationError(
            "Nothing to change. Use --name, --url, --tags, --add-tag, --remove-tag, --folder, "
                + "--notes, --description, --unread, --archived, --editor or --resume.")
    }

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            if resume || opensEditor {
                let session = EditorSession(
                    home, mirror, evenIfThere: evenIfThere, json: format.json)
                try resume ? session.resume() : session.edit(targets)
            } else {
                try edit(home, mirror)
            }
            finish(home, mirror, isOffline: options.offline)
        }
    }

    private func edit(_ home: Home, _ mirror: HomeMirror) throws {
        let change = try DraftChange(self)
        let ids = try targets.ids(in: home, orPrint: format.json ? BatchOutcome().json : nil)
        if ids.count > 1 && (name != nil || url != nil) {
            complain(
                "--name and --url change one bookmark, but the targets are "
                    + "\(bookmarks(ids.count)). To change many names: cloudy edit --editor")
            throw ExitCode(.usage)
        }
        let edited = try editing(ids.count, "Changing", home, mirror) { [evenIfThere] in
            try $0.edit(ids, evenIfThere: evenIfThere) { draft in change.apply(to: &draft) }
        }
        if format.json {
            var outcome = BatchOutcome()
            outcome.edited = edited
            say(outcome.json)
        } else if !targets.isSingle {
            complain(
                edited.isEmpty
                    ? "Nothing was changed."
                    : edited.count == ids.count
                        ? "Changed \(bookmarks(ids.count))."
                        : "Changed \(bookmarks(edited.count)) of \(grouped(ids.count)).")
        }
    }
}

/// The changes that the options of `edit` make to each bookmark.
private struct DraftChange: Sendable {
    let name: String?
    let url: String?
    let notes: String?
    let description: String?
    let unread: Bool?
    let archived: Bool?
    let folder: String?
    let tags: [String]?
    let added: [String]
    let removed: [String]

    init(_ command: Edit) throws {
        name = try TextOption.text(command.name, of: "--name", clearing: "--name ''")
        notes = try TextOption.text(command.notes, of: "--notes", clearing: "--notes ''")
        description = try TextOption.text(
            command.description, of: "--description", clearing: "--description ''")
        unread = command.unread.map { $0 == .unread }
        archived = command.archived.map { $0 == .archived }
        url = try command.url.map { try meantURL($0) }
        folder = command.folder.map { FolderPath.normalized($0) }
        let given = try command.tags.flatMap { try Tags.parsed(argument: $0) }
        tags = command.tags.isEmpty ? nil : Tags.unique(given)
        added = try command.addTag.flatMap { try Tags.parsed(argument: $0) }
        removed = try command.removeTag.flatMap {
            try Tags.parsed(argument: $0)
        }
    }

    /// Edits a bookmark as a form would.
    func apply(to draft: inout BookmarkDraft) {
        if let name { draft.name = name }
        if let url { draft.url = url }
        if let notes { draft.notes = notes }
        if let description { draft.description = description }
        if let folder { draft.folder = folder }
        if let unread { draft.isUnread = unread }
        if let archived { draft.isArchived = archived }
        if let tags { draft.tags = tags }
        if !removed.isEmpty { BulkEdit.removeTags(removed).apply(to: &draft) }
        if !added.isEmpty { BulkEdit.addTags(added).apply(to: &draft) }
    }
}

extension BatchOutcome {
    /// For other programs: as for every change, with the clashes of an editor's text.
    var json: String {
        let ids = edited + deleted
        func array(_ ids: [String]) -> String { JSON.array(ids.map(JSON.string)) }
        return JSON.object([
            "changed": "\(ids.count)", "ids": array(ids), "deleted": array(deleted),
            "contested": array(contested), "kept": array(kept), "gone": array(gone),
        ])
    }
}
