import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import Documents
import FileCoordination
import Glibc

struct TransfersCommand: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "transfers",
        abstract: "List, pause, resume and cancel transfers of documents.",
        discussion: """
            Without a subcommand, lists the contents of documents that are still to be sent to \
            the cloud or fetched from there. Examples: cloudy transfers; \
            cloudy transfers pause --all
            """,
        subcommands: [
            TransfersList.self, TransfersPause.self, TransfersResume.self, TransfersCancel.self,
        ],
        defaultSubcommand: TransfersList.self)
}

struct TransfersList: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "list",
        abstract: "List the documents that are still to be sent or fetched.",
        discussion: """
            Prints document, direction (up or down), size sent or fetched, full size, state, \
            bookmark and name of each. The state is waiting (for its turn, or until the cloud \
            answers), running, paused or canceled (both until you resume it) or failed (the reason \
            says what must change). With --watch, an ended transfer is done or canceled. \
            The command transfers nothing itself: an open list, cloudy sync and cloudy-agent do. \
            Exit status: 0 there are some, 1 there are none, 130 stopped by Ctrl-C. Examples: \
            cloudy transfers list; cloudy transfers list --watch
            """)

    @Flag(help: "Also print a line for each change, until you stop it.")
    var watch = false

    @Flag(
        help: ArgumentHelp(
            "Print a JSON array of objects; with --watch, one object on each line.",
            discussion: """
                Fields: direction (up or down), document, bookmark, name, content, done and total \
                (in bytes), state (waiting, running, paused, canceled, failed; with --watch also \
                done) and reason (why it failed or still waits, or null).
                """))
    var json = false

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let transfers = try home.transfers()
            if watch { return try TransferWatch(home, printsJSON: json).run(from: transfers) }
            if json {
                say(JSON.lines(transfers.map { TransferWatch.object($0, $0.state.rawValue) }))
            } else {
                let headings = [
                    "ID", "Direction", "Done", "Of", "State", "Bookmark", "Name",
                ]
                let rows = transfers.map { TransferWatch.row($0, $0.state.rawValue) }
                for line in TerminalTable.lines(headings, rows) { say(line) }
                for transfer in transfers where !transfer.reason.isEmpty {
                    complain("\(harmless(transfer.title)): \(transfer.reason)")
                }
                if try home.areTransfersPaused {
                    // Some of them may have been resumed one by one.
                    let all = transfers.allSatisfy(\.isStopped) ? "All" : "All other"
                    complain(
                        "\(all) transfers are paused. To resume them: cloudy transfers resume "
                            + "--all")
                }
            }
            if transfers.isEmpty {
                explainEmpty("There are no transfers.", json: json)
                throw ExitCode(.nothingFound)
            }
        }
    }
}

struct TransfersPause: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "pause",
        abstract: "Pause transfers on this device until you resume them.",
        discussion: """
            Name a transfer by the id of its document. You can pause a transfer before it begins, \
            and it stays paused after a restart. With --all, later transfers are paused too, until \
            you resume them, or all. Example: cloudy transfers pause --all
            """)

    @OptionGroup var choice: TransferChoice

    func run() throws { try choice.perform(choice.all ? .pauseAll : .pause) }
}

struct TransfersResume: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "resume",
        abstract: "Resume paused transfers where they were.",
        discussion: """
            An open list, cloudy-agent or the next cloudy sync continues them. Example: cloudy \
            transfers resume --all
            """)

    @OptionGroup var choice: TransferChoice

    func run() throws { try choice.perform(choice.all ? .resumeAll : .resume) }
}

struct TransfersCancel: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "cancel",
        abstract: "Cancel transfers: fetch documents only when you open them, send none.",
        discussion: """
            After you cancel a download, this device fetches the document when you open it. After \
            you cancel an upload, the document stays on this device only: the cloud and your other \
            devices get it after you resume it. To delete it: cloudy docs delete. \
            Example: cloudy transfers cancel --all
            """)

    @OptionGroup var choice: TransferChoice

    func run() throws { try choice.perform(.cancel) }
}

/// The options that choose transfers.
struct TransferChoice: ParsableArguments {
    @Argument(
        help: "The ids of their documents, or the beginnings of these.",
        completion: Candidates.transfers)
    var ids: [String] = []

    @Flag(help: "All of them.")
    var all = false

    @Flag(
        help: ArgumentHelp(
            "Print a JSON object.", discussion: "Fields: ids (of the documents)."))
    var json = false

    @OptionGroup var options: HomeOptions

    func validate() throws {
        if all != ids.isEmpty {
            throw ValidationError(
                all
                    ? "--all needs no ids: leave them out."
                    : "Name the documents, or take --all. To see them: cloudy transfers")
        }
    }

    func perform(_ change: TransferChange) throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let transfers = try home.transfers()
            var chosen = transfers
            if !all {
                let documents = try home.documents(named: ids)
                for document in documents
                where !transfers.contains(where: { $0.document == document.id }) {
                    throw HomeError(
                        .damaged,
                        "“\(document.title)” has nothing to send or fetch. To see all transfers: "
                            + "cloudy transfers")
                }
                let wanted = Set(documents.map(\.id))
                chosen = transfers.filter { wanted.contains($0.document) }
            }
            try home.change(change, chosen)
            var ids: [String] = []
            for transfer in chosen where !ids.contains(transfer.document) {
                ids.append(transfer.document)
            }
            if json { say(JSON.object(["ids": JSON.array(ids.map(JSON.string))])) }
            if change == .cancel { sayUnsent(chosen.filter { $0.direction == .up }) }
            let resumes = change == .resume || change == .resumeAll
            if resumes, !chosen.isEmpty, home.location.remote != nil {
                _ = home.device.startAgent()
            }
        }
    }

    /// Warns that unsent contents are on this device only.
    private func sayUnsent(_ unsent: [Transfer]) {
        guard let first = unsent.first else { return }
        let what =
            unsent.count == 1
            ? "“\(harmless(first.title))” stays" : "\(grouped(unsent.count)) documents stay"
        let which = unsent.count == 1 ? "\(first.document), or resume --all" : "--all"
        complain(
            "\(what) on this device only, unsent, until you type: cloudy transfers resume \(which)")
    }
}
