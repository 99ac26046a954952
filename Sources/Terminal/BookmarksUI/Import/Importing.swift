import Bookmarks
import Screen

/// The import of bookmarks.
public struct Importing: Activity {
    /// How far it is; `nil` while there is none.
    public internal(set) var progress: ImportProgress?
    /// The typed text, as long as it may need a correction.
    var typed = ""
    /// Whether no key was pressed since it began.
    var isAwaited = false
    /// Whether there was no bookmark before it.
    var isFirst = false
    /// The browsers on this machine that have bookmarks; `nil` until they were looked for.
    private(set) var browsers: [FoundBrowser]?
    /// How many bookmarks they have, by their paths, as far as they were counted.
    private(set) var counts: [String: Int] = [:]

    func titleWords(_ symbols: Symbols) -> String? { progress?.words }

    func stop(_ symbols: Symbols) -> [PageCommand]? {
        if progress == nil { return nil }
        return [.reply("Stopping the import" + symbols.ellipsis), .stop(ImportBookmarks.self)]
    }

    mutating func begin(_ sources: [ImportBookmarks.Source], isFirst: Bool) -> Effect {
        progress = .reading
        isAwaited = true
        self.isFirst = isFirst
        return .send(ImportBookmarks(from: sources))
    }

    mutating func take(_ answer: PageAnswer, _ view: ShellView) -> [PageCommand] {
        if let found = answer.answer(to: BrowsersRequest()) { browsers = found }
        if let (_, counts) = answer.answer(of: CountBrowsers.self) { self.counts = counts }
        switch answer.answer(of: ImportBookmarks.self)?.answer {
        case .progress(let progress)?: if self.progress != nil { self.progress = progress }
        case .ended?: progress = nil
        case nil: break
        }
        return []
    }
}
