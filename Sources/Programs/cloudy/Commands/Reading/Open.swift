import ArgumentParser
import BookmarkLibrary
import Bookmarks
import BookmarksUI

struct Open: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "open",
        abstract: "Open bookmarks in the browser.",
        discussion: """
            Uses the setting browser, then $BROWSER, then xdg-open. Examples: cloudy open 7k3q; \
            cloudy open --query tag:morning; cloudy open 7k3q --archived
            """)

    @OptionGroup var targets: TargetOptions

    @OptionGroup var archive: ArchiveOptions

    @OptionGroup var sure: SureOptions

    @Flag(
        help: ArgumentHelp(
            "Print what was opened as a JSON object.",
            discussion: "Fields: Docs/Reference/JSON.md."))
    var json = false

    @OptionGroup var options: HomeOptions

    func validate() throws { try targets.requireAny() }

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let ids = try targets.ids(in: home, orPrint: json ? object([], []) : nil)
            try sure.ask("Open \(bookmarks(ids.count))?", about: ids.count)
            let rows = try ids.compactMap { try home.catalog.row(id: $0) }
            let urls = try archive.urls(of: rows)
            if !archive.archived { try offerSavedPages(of: rows, home) }
            let setting = try options.settings().browser
            if Browser.isOutOfReach(setting: setting, environment: environment()) {
                complain(
                    "Cannot open a browser over SSH. Open the page on your own machine, or name a "
                        + "text browser: cloudy settings set browser w3m")
                if json { return say(object([], urls)) }
                for url in urls { say(harmless(url)) }
                return
            }
            // All are checked before the first is opened.
            let browsers = try urls.map {
                try Browser(for: $0, setting: setting, environment: environment())
            }
            if browsers.contains(where: \.needsTerminal) {
                for (row, browser) in zip(rows, browsers) {
                    try Signals.lendingTerminal { try waitFor { try await browser.runHere() } }
                    try noteOpening(of: [row], home)
                }
            } else {
                let failures = try waitFor { await Browser.runApart(browsers) }
                let opened = rows.indices.filter { failures[$0] == nil }.map { rows[$0] }
                try noteOpening(of: opened, home)
                if json && !opened.isEmpty && opened.count < rows.count {
                    say(object(opened.map(\.id), urls))
                }
                if let failure = failures.min(by: { $0.key < $1.key })?.value { throw failure }
            }
            if json {
                say(object(rows.map(\.id), urls))
            } else if !targets.isSingle {
                complain("Opened \(bookmarks(rows.count)).")
            }
        }
    }

    private func object(_ opened: [String], _ urls: [String]) -> String {
        JSON.object([
            "ids": JSON.array(opened.map(JSON.string)), "opened": "\(opened.count)",
            "urls": JSON.array(urls.map(JSON.string)),
        ])
    }

    /// Says how to read the saved pages of those links that are known to be broken.
    private func offerSavedPages(of rows: [BookmarkRow], _ home: Home) throws {
        let states = try home.linkStates(ofIDs: rows.map(\.id))
        let broken = rows.filter { states[$0.id]?.finding.isBroken == true }
        if broken.isEmpty { return }
        let saved = try home.bookmarksWithPage()
        for row in broken where saved.contains(row.id) {
            complain(
                "The link of “\(harmless(shortened(row.title)))” is broken. To read its saved "
                    + "page: cloudy read \(row.id)")
        }
    }

    private func noteOpening(of rows: [BookmarkRow], _ home: Home) throws {
        // As in the list, a copy of a page does not count as opening the page.
        if rows.isEmpty || archive.archived || home.readOnlyReason != nil { return }
        try home.noteOpenings(of: rows.map(\.id), at: ListSession.now())
    }
}
