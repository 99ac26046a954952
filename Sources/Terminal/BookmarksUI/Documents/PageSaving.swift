import Bookmarks
import Documents
import KeyValueStore
import Screen

/// The saving of pages.
public struct PageSaving: Activity {
    /// Whether to save the page of each added bookmark.
    public var savesAdded = false
    /// The progress; `nil` while no pages are saved.
    private var progress: SaveProgress?
    /// The bookmarks whose pages are saved next.
    private var next: [String] = []
    /// Whether a person asked for any of the next pages.
    private var isNextAskedFor = false

    /// The number of pages that are not saved yet, and that nobody stopped.
    var awaitedPages: Int {
        guard let progress, !progress.isStopping else { return next.count }
        return progress.total - progress.done + next.count
    }

    func titleWords(_ symbols: Symbols) -> String? {
        guard let progress else { return nil }
        var words = ["saving \(grouped(progress.done))/\(grouped(progress.total))"]
        if let received = progress.received {
            // A server may tell a wrong size.
            let size = progress.size.flatMap { received <= $0 ? $0 : nil }
            words.append(size.map { Transfer.amount(received, of: $0) } ?? byteCount(received))
        }
        if !next.isEmpty { words.append("\(grouped(next.count)) next") }
        return words.joined(separator: ", ")
    }

    /// Saves the pages of bookmarks. The same key stops it, or takes pages out of the queue.
    mutating func save(_ targets: Targets, _ view: ShellView) -> [PageCommand] {
        if let progress {
            guard progress.ids.isSuperset(of: targets.ids) else {
                return [.reply(queue(targets, besides: progress.ids, view))]
            }
            stop()
            return [.reply("Stopping" + view.symbols.ellipsis), .stop(SavePages.self)]
        }
        if view.sync.phase == .offline {
            return [.reply("Airplane mode is on, so the web is not contacted", .warning)]
        }
        return [begin(targets.ids, isAskedFor: true)]
    }

    /// Puts pages into the queue, or takes them out if all of them are in it. Returns what was
    /// done.
    private mutating func queue(
        _ targets: Targets, besides begun: Set<String>, _ view: ShellView
    ) -> String {
        let what =
            "The \(targets.ids.count == 1 ? "page" : "pages") of \(targets.words(view.symbols))"
        let known = begun.union(next)
        let new = targets.ids.filter { !known.contains($0) }
        if new.isEmpty {
            let dropped = Set(targets.ids).intersection(next)
            next.removeAll { dropped.contains($0) }
            if next.isEmpty { isNextAskedFor = false }
            return dropped.count == targets.ids.count
                ? "\(what) will not be saved"
                : "\(counted(dropped.count, "page")) will not be saved; the others are being saved"
        }
        next += new
        isNextAskedFor = true
        return view.text("\(what) will be saved next", .savePage, to: "cancel")
    }

    /// Saves the pages of added bookmarks one after the other, if that is set.
    mutating func saveAdded(_ ids: [String], _ view: ShellView) -> [PageCommand] {
        guard savesAdded, view.sync.phase != .offline else { return [] }
        next += ids
        return saveNext()
    }

    /// Stops in airplane mode, in which nothing contacts the web.
    mutating func follow(_ sync: SyncState) -> [PageCommand] {
        guard sync.phase == .offline, progress != nil else { return [] }
        stop()
        (next, isNextAskedFor) = ([], false)
        return [.stop(SavePages.self)]
    }

    /// The person waits for the end of the stopped pages.
    private mutating func stop() {
        progress?.isAskedFor = true
        progress?.isStopping = true
    }

    private mutating func saveNext() -> [PageCommand] {
        guard progress == nil, !next.isEmpty else { return [] }
        defer { (next, isNextAskedFor) = ([], false) }
        return [begin(next, isAskedFor: isNextAskedFor)]
    }

    private mutating func begin(_ ids: [String], isAskedFor: Bool) -> PageCommand {
        progress = SaveProgress(total: ids.count)
        progress?.ids = Set(ids)
        progress?.isAskedFor = isAskedFor
        return .request(SavePages(ids: ids))
    }

    mutating func respond(to answer: PageAnswer, _ view: ShellView) -> [PageCommand] {
        switch answer.answer(of: SavePages.self)?.answer {
        case .progress(let progress)?:
            self.progress?.done = progress.done
            self.progress?.received = progress.received
            self.progress?.size = progress.size
            return []
        case .ended(let end)?:
            let isAskedFor = progress?.isAskedFor != false
            progress = nil
            let isTold = isAskedFor || end.problem != nil
            return (isTold ? failures(end, view) + [words(end, view)] : [])
                + [.refresh(after: .pagesSaved(ids: end.ids))] + saveNext()
        case nil: return []
        }
    }

    /// Returns a message for the log about each page of several that was not saved.
    private func failures(_ end: SaveEnd, _ view: ShellView) -> [PageCommand] {
        if end.total == 1 { return [] }
        return end.failures.prefix(Self.mostFailures).map { failure in
            let title = view.list.row(id: failure.id)?.title ?? failure.id
            return .announce(
                .warning,
                "The page of \(view.symbols.quoted(title)) was not saved: \(failure.reason)")
        }
    }

    /// The most failures that the log names.
    private static let mostFailures = 50

    private func words(_ end: SaveEnd, _ view: ShellView) -> PageCommand {
        let (done, total) = (grouped(end.ids.count), grouped(end.total))
        if let problem = end.problem {
            if end.total == 1 { return .announce(.warning, "The page was not saved: \(problem)") }
            let what = "Saved \(done) of \(total) pages: \(problem)"
            let isListed = !end.failures.isEmpty
            return .announce(.warning) {
                isListed ? $0.text(what, .messages, to: "see which failed") : what
            }
        }
        if end.isStopped {
            return .announce(
                .info, "Stopped. Saved \(done) of \(total) \(end.total == 1 ? "page" : "pages")")
        }
        guard let id = end.ids.first, end.ids.count == 1 else {
            let unchanged = end.unchanged > 0 ? ", \(grouped(end.unchanged)) unchanged" : ""
            return .announce(.info, "Saved \(counted(end.ids.count, "page"))\(unchanged)")
        }
        // The bookmark may have been deleted meanwhile.
        guard let row = view.list.row(id: id) else { return .announce(.info, "Saved 1 page") }
        let name = view.symbols.quoted(row.title)
        let what =
            end.unchanged > 0
            ? "The saved page of \(name) is unchanged" : "Saved the page of \(name)"
        // The reader shows the page at once.
        let isRead = view.context == .reader
        return .announce(.info) { isRead ? what : $0.text(what, .read, to: "read it") }
    }
}
