import Bookmarks
import KeyValueStore
import Screen

/// Background work. It continues when pages are closed, and the title shows its progress.
///
/// An activity owns its state and takes the answers to its requests. ``Activities`` lists all of
/// them; the shell knows nothing else about them.
protocol Activity: Sendable {
    /// Returns the progress for the title; `nil` if there is none to show.
    func titleWords(_ symbols: Symbols) -> String?
    /// Stops the work because of the action `clear`; returns `nil` if it cannot be stopped.
    func stop(_ symbols: Symbols) -> [PageCommand]?
    /// Receives an answer to one of its own requests, and returns commands.
    mutating func respond(to answer: PageAnswer, _ view: ShellView) -> [PageCommand]
}

extension Activity {
    func titleWords(_ symbols: Symbols) -> String? { nil }
    func stop(_ symbols: Symbols) -> [PageCommand]? { nil }
    mutating func respond(to answer: PageAnswer, _ view: ShellView) -> [PageCommand] { [] }
}

/// All kinds of background work.
public struct Activities: Sendable {
    public internal(set) var links = LinkChecks()
    public var titles = TitleFetching()
    public var saving = PageSaving()
    var attaching = Attaching()
    var transfers = RunningTransfers()
    public internal(set) var imports = Importing()
    var deletions = DecidedDeletions()

    /// All activities, in the order in which the title shows and a person stops them.
    private var all: [any Activity] {
        [links, saving, attaching, transfers, imports, titles, deletions]
    }

    /// Returns the progress of all work for the title.
    func titleWords(_ symbols: Symbols) -> [String] {
        all.compactMap { $0.titleWords(symbols) }
    }

    /// Stops the first work that can be stopped; returns `nil` if there is none.
    func stop(_ symbols: Symbols) -> [PageCommand]? {
        all.lazy.compactMap { $0.stop(symbols) }.first
    }

    mutating func respond(to answer: PageAnswer, _ view: ShellView) -> [PageCommand] {
        links.respond(to: answer, view) + titles.respond(to: answer, view)
            + saving.respond(to: answer, view) + attaching.respond(to: answer, view)
            + transfers.respond(to: answer, view) + imports.respond(to: answer, view)
    }

    mutating func follow(_ sync: SyncState) -> [PageCommand] {
        links.follow(sync) + saving.follow(sync) + deletions.follow(sync)
    }
}
