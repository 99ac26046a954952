import Bookmarks
import KeyValueStore
import Screen

/// Work beside the list and the pages. It goes on when they are left, and the title tells of it.
///
/// An activity owns its state and takes the answers to its requests. ``Activities`` lists all of
/// them; the shell knows no more of one than this.
protocol Activity: Sendable {
    /// How far it is, as the title says it; `nil` where it says nothing.
    func titleWords(_ symbols: Symbols) -> String?
    /// Ends it for the action `clear`; `nil` where nothing can be ended so.
    func stop(_ symbols: Symbols) -> [PageCommand]?
    /// Takes an answer, if it is to a request of its own.
    mutating func take(_ answer: PageAnswer, _ view: ShellView) -> [PageCommand]
}

extension Activity {
    func titleWords(_ symbols: Symbols) -> String? { nil }
    func stop(_ symbols: Symbols) -> [PageCommand]? { nil }
    mutating func take(_ answer: PageAnswer, _ view: ShellView) -> [PageCommand] { [] }
}

/// The work that may go on beside the list and the pages.
public struct Activities: Sendable {
    public internal(set) var links = LinkChecks()
    public var titles = TitleFetching()
    public var saving = PageSaving()
    var transfers = RunningTransfers()
    public internal(set) var imports = Importing()
    var deletions = DecidedDeletions()

    /// All of them, in the order in which the title tells of them and a person stops them.
    private var all: [any Activity] { [links, saving, transfers, imports, titles, deletions] }

    /// How far the work is, as the title says it.
    func titleWords(_ symbols: Symbols) -> [String] {
        all.compactMap { $0.titleWords(symbols) }
    }

    /// Ends the first work that can be ended; `nil` where there is none.
    func stop(_ symbols: Symbols) -> [PageCommand]? {
        all.lazy.compactMap { $0.stop(symbols) }.first
    }

    mutating func take(_ answer: PageAnswer, _ view: ShellView) -> [PageCommand] {
        links.take(answer, view) + titles.take(answer, view) + saving.take(answer, view)
            + transfers.take(answer, view) + imports.take(answer, view)
    }

    mutating func follow(_ sync: SyncState) -> [PageCommand] {
        deletions.follow(sync)
    }
}
