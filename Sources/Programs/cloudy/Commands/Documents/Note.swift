import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import Documents
import FileCoordination
import Glibc

struct Note: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "note",
        abstract: "Write the note of a bookmark in your editor, or from standard input.",
        discussion: """
            A note is a text of up to \(Document.longestNote >> 20) MiB, in Markdown if you like. \
            Opens $EDITOR; each time you save, Cloudy keeps a version and sends it. A new note \
            begins with the text in the bookmark's notes field, and replaces it when you save. \
            When two terminals or devices edit a note at the same time, both changes stay. If both \
            change the same line, or both begin the note, it has both texts, between <<<<<<< and \
            >>>>>>>; to settle that, edit it again, or type cloudy settle.

            Examples: cloudy note 7k3q; date | cloudy note 7k3q -; cloudy note 7k3q --print
            """)

    @Argument(help: "The id of a bookmark, its beginning, or its URL.", completion: Candidates.ids)
    var bookmark: String

    @Argument(
        help: ArgumentHelp(
            "Write - to replace the note with standard input.", valueName: "-"))
    var source: String?

    @Flag(help: "Print the note. Exit status: 0 there is one, 1 there is none.")
    var print = false

    @Flag(
        help: ArgumentHelp(
            "Print a JSON object.",
            discussion: """
                Fields: ids (of the note; none if nothing was changed). With --print: id, \
                bookmark, bytes, changed (seconds since 1970), device and text.
                """))
    var json = false

    @OptionGroup var options: HomeOptions

    func validate() throws {
        if let source, source != "-" {
            throw ValidationError(
                "The note comes from the editor or from standard input: cloudy note ID - < FILE")
        }
        if print, source != nil { throw ValidationError("Choose one of --print and -.") }
    }

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false, isApart: options.offline)
            let id = try home.bookmarkID(named: bookmark)
            if print {
                guard let note = try home.note(ofBookmark: id) else {
                    complain("There is no note. To write one: cloudy note \(id)")
                    throw ExitCode(.nothingFound)
                }
                let text = try home.contentNow(of: note)
                if json { return say(object(of: note, text)) }
                return isatty(STDOUT_FILENO) == 0
                    ? write(text, to: STDOUT_FILENO)
                    : write(
                        harmlessLines(String(decoding: text, as: UTF8.self)), to: STDOUT_FILENO)
            }
            let mirror = try options.openMirror(of: home)
            let conflicts = home.documentConflicts()
            let before = try home.note(ofBookmark: id)
            if source == nil, isTextPiped {
                throw HomeError(
                    .usage,
                    "Text comes from a pipe, so no editor can run. To replace the note with it: "
                        + "cloudy note \(id) -")
            }
            if source != nil {
                try replace(home, mirror, id)
            } else {
                try edit(home, mirror, id)
            }
            if json {
                let note = try home.note(ofBookmark: id)
                let changed = note.map { $0.head == before?.head ? [] : [$0] }
                say(cloudy.object(of: changed ?? []))
            }
            finish(home, mirror, isOffline: options.offline)
            // Another terminal or another device may have written since.
            sayConflicts(home, since: conflicts)
        }
    }

    /// Whether a pipe has text for this command. Its writer may need a moment.
    private var isTextPiped: Bool {
        var status = stat()
        guard fstat(STDIN_FILENO, &status) == 0,
            [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
        else { return false }
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        var count: Int32 = 0
        return poll(&input, 1, 1000) > 0 && ioctl(STDIN_FILENO, UInt(FIONREAD), &count) == 0
            && count > 0
    }

    private func object(of note: Document, _ text: [UInt8]) -> String {
        JSON.object([
            "id": JSON.string(note.id), "bookmark": JSON.string(note.bookmark),
            "bytes": "\(text.count)", "changed": JSON.number(note.head.made),
            "device": JSON.string(note.head.device),
            "text": JSON.string(String(decoding: text, as: UTF8.self)),
        ])
    }

    private func replace(_ home: Home, _ mirror: HomeMirror, _ id: String) throws {
        let text = try standardInput(atMost: Document.longestNote)
        // Reading stopped at the limit, maybe in the middle of a character.
        if text.count > Document.longestNote {
            throw HomeError(
                .damaged,
                "Standard input has more than \(grouped(Document.longestNote)) bytes; the limit is "
                    + "\(Document.longestNote >> 20) MiB. Nothing was changed.")
        }
        guard text.isText else {
            throw HomeError(.damaged, "Standard input is not text, so it cannot be a note.")
        }
        if text.isEmpty {
            guard let note = try home.note(ofBookmark: id) else {
                return complain("Standard input was empty. Nothing was changed.")
            }
            // The program before the pipe may have failed.
            throw HomeError(
                .damaged,
                "Standard input is empty, and nothing was changed. To delete the note: cloudy docs "
                    + "delete \(note.id)")
        }
        let item = try home.item(note: text, ofBookmark: id)
        try home.makeController(mirror: mirror).documents.keep([item])
        _ = try? waitFor(seconds: 5) { try await home.mergeNotes() }
    }

    private func edit(_ home: Home, _ mirror: HomeMirror, _ id: String) throws {
        let start = try NoteStart(home, id) { try home.contentNow(of: $0) }
        let file = try EditorFile(start.text, in: home)
        let keeper = NoteKeeper(
            home, mirror, start, file, isSending: !options.offline)
        do {
            let editor = Editor(environment: environment())
            let end = try Signals.lendingTerminal {
                try waitFor { try await keeper.edit(with: editor) }
            }
            file.remove()
            if end.count == 0 { complain("Nothing was changed.") }
            if try end.count > 0 && home.catalog.row(id: id) == nil {
                complain(
                    "The bookmark was deleted elsewhere while you edited its note. What you saved "
                        + "is in the trash with it. To restore both: cloudy restore \(id)")
            } else if end.isBack {
                complain(
                    "The note was deleted elsewhere while you edited it. What you saved brought "
                        + "it back.")
            }
        } catch {
            if file.hasWhatWasTyped { complain("\(file.whereabouts).") } else { file.remove() }
            throw error
        }
    }
}
