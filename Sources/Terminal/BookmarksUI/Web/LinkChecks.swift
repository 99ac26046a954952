public import Bookmarks
import KeyValueStore
import Screen

/// The check of links, and its results.
public struct LinkChecks: Activity {
    /// The states of links that do not simply work, by bookmark id.
    public internal(set) var states: [String: LinkState] = [:]
    /// The progress of the check; `nil` if there is none.
    public internal(set) var progress: LinkProgress?

    /// Whether the link of a bookmark was broken when it was last checked.
    func isBroken(_ id: String) -> Bool { states[id]?.finding.isBroken == true }

    mutating func check(_ ids: [String]) -> Effect {
        progress = LinkProgress(total: ids.count)
        return .send(CheckLinks(ids: ids))
    }

    func titleWords(_ symbols: Symbols) -> String? {
        progress.map { "checking \(grouped($0.done))/\(grouped($0.total))" }
    }

    func stop(_ symbols: Symbols) -> [PageCommand]? {
        if progress == nil { return nil }
        return [.reply("Stopping the link check" + symbols.ellipsis), .stop(CheckLinks.self)]
    }

    /// Stops in airplane mode, in which nothing contacts the web.
    func follow(_ sync: SyncState) -> [PageCommand] {
        sync.phase == .offline && progress != nil ? [.stop(CheckLinks.self)] : []
    }

    mutating func respond(to answer: PageAnswer, _ view: ShellView) -> [PageCommand] {
        switch answer.answer(of: CheckLinks.self)?.answer {
        case .progress(let progress)?:
            if self.progress != nil { self.progress = progress }
            return []
        case .ended(let progress, let end)?:
            self.progress = nil
            return [Self.words(progress, end), .refresh(after: .linksChecked)]
        case nil: return []
        }
    }

    /// Returns a command that reports the result of a check.
    private static func words(_ progress: LinkProgress, _ end: LinkProgress.End) -> PageCommand {
        switch end {
        case .finished where progress.total == 0:
            .reply("Nothing was checked: there is no http or https address", .warning)
        case .finished: .announce(progress.broken > 0 ? .warning : .info, progress.summary)
        case .stopped: .announce(.info, "Stopped. " + progress.summary)
        case .offline:
            .announce(
                .warning,
                progress.done == 0
                    ? "No web server answers. Check the network connection. No link was checked"
                    : "No other web server answers. Check the network connection. "
                        + progress.summary)
        case .failed(let reason): .announce(.error, reason)
        }
    }
}

extension ScreenState {
    mutating func performOnWeb(_ action: ActionID, _ list: BookmarkList) -> [Effect] {
        if shell.sync.phase == .offline, activities.links.progress == nil, action != .openArchive {
            shell.reply("Airplane mode is on, so the web is not contacted", .warning)
            return []
        }
        if action == .openArchive {
            return target(list).map { [.open(ids: [$0], isArchived: true)] } ?? []
        }
        // The same key stops a running check.
        if let stop = activities.links.stop(shell.symbols) { return carryOut(stop, list) }
        guard let targets = targets(list) else { return [] }
        guard targets.ids.count > 1 else { return [activities.links.check(targets.ids)] }
        shell.ask(
            Question("Check \(targets.words(shell.symbols)) on the web?") { screen, _ in
                [screen.activities.links.check(targets.ids)]
            })
        return []
    }
}
