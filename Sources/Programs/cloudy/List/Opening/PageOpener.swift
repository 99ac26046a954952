import BookmarkLibrary
import Bookmarks
import BookmarksUI
import CursesTerminal
import WebPages

/// The reason why none of several pages was opened.
private struct NothingOpened: Error, CustomStringConvertible {
    let reason: String

    var description: String { "Nothing was opened: \(reason)" }
}

/// Opens and copies the addresses of bookmarks for a list, and posts the results.
struct PageOpener {
    private let home: Home
    private let terminal: CursesTerminal
    private let mailbox: Mailbox

    init(_ home: Home, _ terminal: CursesTerminal, _ mailbox: Mailbox) {
        self.home = home
        self.terminal = terminal
        self.mailbox = mailbox
    }

    /// Opens the pages of bookmarks, or their archived copies.
    ///
    /// - Parameter setting: the browser in the settings.
    func open(_ bookmarks: [Bookmark], isArchived: Bool, setting: String?) throws {
        let urls = try bookmarks.map { bookmark in
            if !isArchived { return bookmark.url }
            guard let url = WebArchive.url(of: bookmark.url) else {
                throw NotArchivable(url: bookmark.url)
            }
            return url
        }
        try open(
            urls: urls, names: bookmarks.map(\.title), isArchived: isArchived,
            counting: isArchived ? [] : bookmarks.map(\.id), setting: setting)
    }

    /// Opens pages, and records these bookmarks as opened.
    func open(
        urls: [String], names: [String], isArchived: Bool = false, counting ids: [String] = [],
        setting: String?
    ) throws {
        if Browser.isOutOfReach(setting: setting, environment: environment()) {
            return copy(urls) { .copiedInstead(urls: $0) }
        }
        // If one URL cannot be opened, none is: a part of many would be hard to notice.
        let browsers = try urls.map { url in
            do {
                return try Browser(for: url, setting: setting, environment: environment())
            } catch  where urls.count > 1 {
                throw NothingOpened(reason: message(for: error))
            }
        }
        let opened = ActionOutcome.opened(names: names, isArchived: isArchived)
        if browsers.contains(where: \.needsTerminal) {
            try terminal.whileSuspended {
                try waitFor { for browser in browsers { try await browser.runHere() } }
            }
            mailbox.post(.event(.outcome(opened)))
            Task.detached { [home, mailbox] in Self.noteOpening(of: ids, home, mailbox) }
            return
        }
        Task.detached { [home, mailbox] in
            let failure = await Browser.runApart(browsers).values.first
            if failure == nil { Self.noteOpening(of: ids, home, mailbox) }
            mailbox.post(.event(.outcome(failure.map { .failed(message(for: $0)) } ?? opened)))
        }
    }

    /// Records openings off the main thread: another process may be writing.
    private static func noteOpening(of ids: [String], _ home: Home, _ mailbox: Mailbox) {
        if ids.isEmpty || home.readOnlyReason != nil { return }
        do {
            try home.noteOpenings(of: ids, at: ListSession.now())
            mailbox.post(.opened(ids: ids))
        } catch {
            mailbox.say(.warning, "Not counted as opened: \(message(for: error))")
        }
    }

    /// Copies addresses, and posts the result.
    func copy(_ urls: [String], _ outcome: @escaping @Sendable ([String]) -> ActionOutcome) {
        let text = urls.joined(separator: "\n")
        Task.detached { [mailbox] in
            let isCopied = await Clipboard(environment: environment()).copy(text)
            let outcome = outcome(urls)
            mailbox.post(isCopied ? .event(.outcome(outcome)) : .copyByEscape(urls, outcome))
        }
    }
}
