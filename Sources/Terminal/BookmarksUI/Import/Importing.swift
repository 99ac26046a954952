import Bookmarks
import Screen

/// The import of bookmarks.
public struct Importing: Activity {
    /// The progress; `nil` while there is no import.
    public internal(set) var progress: ImportProgress?
    /// The typed text, while it may need a correction.
    var typed = ""
    /// Whether no key was pressed since the import began.
    var isAwaited = false
    /// Whether the library was empty before.
    var isFirst = false
    /// The browsers on this machine that have bookmarks; `nil` until they are known.
    private(set) var browsers: [FoundBrowser]?
    /// The number of bookmarks of each browser, by path, as far as they are counted.
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

    mutating func respond(to answer: PageAnswer, _ view: ShellView) -> [PageCommand] {
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
