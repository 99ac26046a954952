import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import FileCoordination
import Glibc
import Replication
import Synchronization
import WebPages

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "check",
        abstract: "Check whether links still work.",
        discussion: """
            Requests the pages of the named bookmarks, or of all but archived ones, one at a time \
            for each host and eight at once in total. A link is broken if its server says that the \
            page is gone, or if its host name no longer exists while other names resolve. This \
            device keeps the result, and is:broken finds it. If a server asks for a password, \
            fails or does not answer, the state is unsure. Nothing is checked in airplane mode.

            Prints id, state, URL and reason of every link that is not simply ok. Press Ctrl-C to \
            stop and keep the results so far. Exit status: 0 no link is broken, 65 some are, 1 no \
            bookmark matches, 69 no network. Example: cloudy check --query tag:swift --older-than 30
            """)

    @OptionGroup var targets: TargetOptions

    @Option(
        help: ArgumentHelp(
            "Skip links that were checked within this many days.", valueName: "days"))
    var olderThan: Double?

    @Flag(
        help: ArgumentHelp(
            "Print a JSON array of objects, one for each link that was checked.",
            discussion: """
                Fields: id, url, state (ok, moved, broken or unsure), detail (new address, or \
                reason) and checked (seconds since 1970).
                """))
    var json = false

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            try options.requireWeb(home, for: "check")
            let mirror = try options.openMirror(of: home)
            let rows = try targets.rows(in: home, json: json)
            let links = try due(rows, home)
            let checker = LinkChecker(links, now: ListSession.now)
            guard checker.count > 0 else {
                complain(
                    rows.isEmpty
                        ? "There are no bookmarks to check."
                        : "Nothing to check: \(reasonForNoChecks(rows)).")
                if json { say("[]") }
                let isWrong = rows.isEmpty && targets.targets != ["-"]
                throw ExitCode(isWrong ? .nothingFound : .done)
            }
            let (tally, end, signal) = try check(checker, home)
            let order = Dictionary(
                zip(links.map(\.id), links.indices), uniquingKeysWith: { first, _ in first })
            if json {
                say(tally.json(order))
            } else {
                for line in TerminalTable.fitting(tally.rows(order)) { say(line) }
            }
            options.sendHandEdits(home, mirror)
            try finish(tally, end, signal, of: checker.count)
        }
    }

    private func reasonForNoChecks(_ rows: [BookmarkRow]) -> String {
        olderThan == nil
            ? "none has an http or https address"
            : "all were checked recently, or have no web address"
    }

    /// Returns the links of rows, without those that were checked recently.
    private func due(_ rows: [BookmarkRow], _ home: Home) throws -> [LinkChecker.Link] {
        var rows = rows
        if let olderThan {
            let limit = ListSession.now() - olderThan * Double(CalendarTime.secondsPerDay)
            let states = try home.linkStates(ofIDs: rows.map(\.id))
            rows.removeAll { states[$0.id].map { $0.checked > limit } ?? false }
        }
        return rows.map { LinkChecker.Link(id: $0.id, url: $0.url) }
    }

    /// Checks links, and stores each result as it arrives.
    private func check(
        _ checker: LinkChecker, _ home: Home
    ) throws -> (LinkTally, LinkChecker.End, Int32?) {
        let box = TallyBox(total: checker.count)
        let (end, signal) = try runInterruptibly(box.progress) {
            try await checker.run { results in box.take(results, home) }
        }
        if let problem = box.problem { throw problem }
        try home.finishLinks()
        return (box.tally, end, signal)
    }

    private func finish(
        _ tally: LinkTally, _ end: LinkChecker.End, _ signal: Int32?, of total: Int
    ) throws {
        switch end {
        case .finished: complain(tally.summary + ".")
        case .offline:
            let what = tally.count == 0 ? "No web server answers" : "No other web server answers"
            complain(
                "\(what). Check the network connection. \(tally.summary), of \(grouped(total)). "
                    + "Results so far are kept.")
            throw ExitCode(.cloudUnreachable)
        case .cancelled:
            complain("Stopped. \(tally.summary), of \(grouped(total)). Results so far are kept.")
            throw ExitCode(128 + (signal ?? SIGINT))
        }
        if tally.broken > 0 { throw ExitCode(.badData) }
    }
}

/// Collects the results of a check, which come from other threads.
final class TallyBox: Sendable {
    private struct State {
        var tally = LinkTally()
        var problem: (any Error)?
    }

    let progress = ProgressLine()
    private let total: Int
    private let state = Mutex(State())

    init(total: Int) {
        self.total = total
    }

    var tally: LinkTally { state.withLock { $0.tally } }
    /// The reason why a result could not be stored.
    var problem: (any Error)? { state.withLock { $0.problem } }

    /// Stores results and shows the progress.
    func take(_ results: [LinkChecker.Result], _ home: Home) {
        state.withLock { state in
            state.tally.add(results)
            do {
                try home.record(links: results.map { ($0.link.id, $0.link.url, $0.state) })
            } catch {
                state.problem = state.problem ?? error
            }
            progress.show(
                "\(grouped(state.tally.count)) of \(grouped(total)): "
                    + "\(grouped(state.tally.broken)) broken")
        }
    }
}
