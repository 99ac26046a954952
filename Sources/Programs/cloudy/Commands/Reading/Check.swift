import ArgumentParser
import BookmarkLibrary
import Bookmarks
import DeviceStore
import FileCoordination
import Glibc
import Synchronization
import WebPages

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "check",
        abstract: "Ask the web whether links still work.",
        discussion: """
            Asks for the pages of the bookmarks that are named, or of all: one at a time of each \
            host, and eight at once in all. A link is broken when its server says that the \
            page is gone, or when its host has no name any more, while another public one has; \
            that is kept on this device, and is:broken finds it. A server that wants a password, \
            fails or does not answer says nothing of a page: unsure. In airplane mode nothing is \
            asked.

            Prints id, state, URL and reason of those that do not simply work. Ctrl-C stops it and \
            keeps what is known. Exit status: 0 none is broken, 65 some are, 1 no bookmark is \
            found, 69 no network. Example: cloudy check --query tag:swift --older-than 30
            """)

    @OptionGroup var targets: TargetOptions

    @Option(
        help: ArgumentHelp(
            "Only links that were not checked in so many days.", valueName: "days"))
    var olderThan: Double?

    @Flag(
        help: ArgumentHelp(
            "Print a JSON array of objects, one for each link that was checked.",
            discussion: """
                Each has id, url, state (ok, moved, broken or unsure), detail (where to, or why) \
                and checked (seconds since 1970).
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
                        ? "There is no bookmark to check." : "Nothing to check: \(rest(rows)).")
                if json { say("[]") }
                throw ExitCode((rows.isEmpty ? ExitStatus.nothingFound : .done).rawValue)
            }
            let (tally, end, signal) = try check(checker, home)
            let order = Dictionary(
                zip(links.map(\.id), links.indices), uniquingKeysWith: { first, _ in first })
            if json {
                say(tally.json(order))
            } else {
                for line in tally.lines(order) { say(line) }
            }
            options.sendHandEdits(home, mirror)
            try finish(tally, end, signal, of: checker.count)
        }
    }

    private func rest(_ rows: [BookmarkRow]) -> String {
        olderThan == nil
            ? "no http or https address is among them"
            : "all were checked in the last days, or are not on the web"
    }

    /// The links of the rows, without those that were checked lately.
    private func due(_ rows: [BookmarkRow], _ home: Home) throws -> [LinkChecker.Link] {
        var rows = rows
        if let olderThan {
            let limit = ListSession.now() - olderThan * 86_400
            let states = try home.linkStates(ofIDs: rows.map(\.id))
            rows.removeAll { states[$0.id].map { $0.checked > limit } ?? false }
        }
        return rows.map { LinkChecker.Link(id: $0.id, url: $0.url) }
    }

    /// Checks and keeps what is found as it comes.
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
            let what = tally.count == 0 ? "Nothing" : "Nothing else"
            complain(
                "\(what) can be reached: is there a network? \(tally.summary), of "
                    + "\(grouped(total)). "
                    + "What is known is kept.")
            throw ExitCode(ExitStatus.cloudUnreachable.rawValue)
        case .cancelled:
            complain("Stopped. \(tally.summary), of \(grouped(total)). What is known is kept.")
            throw ExitCode(128 + (signal ?? SIGINT))
        }
        if tally.broken > 0 { throw ExitCode(ExitStatus.badData.rawValue) }
    }
}

/// Where the results of a check are gathered, which come from other threads.
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
    /// Why something could not be kept.
    var problem: (any Error)? { state.withLock { $0.problem } }

    /// Keeps what was found and says how far it is.
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
