import ArgumentParser
import Bookmarks
import BookmarksUI
import Home

struct Open: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "open",
        abstract: "Open bookmarks in the browser.",
        discussion: """
            The setting browser says which, otherwise $BROWSER, otherwise xdg-open. Examples: \
            cloudy open 7k3q; cloudy open --query tag:morning
            """)

    @OptionGroup var targets: TargetOptions

    @OptionGroup var sure: SureOptions

    @OptionGroup var options: HomeOptions

    func validate() throws { try targets.requireAny() }

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let ids = try targets.ids(in: home)
            try sure.ask("Open \(bookmarks(ids.count))?", about: ids.count)
            let rows = try ids.compactMap { try home.catalog.row(id: $0) }
            let setting = try options.settings().browser
            if Browser.isOutOfReach(setting: setting, environment: environment()) {
                complain(
                    "Over SSH there is nothing here to open it with: open it on your side, or name "
                        + "a browser: cloudy settings set browser w3m")
                for row in rows { say(harmless(row.url)) }
                return
            }
            // All are looked at before the first is opened.
            let browsers = try rows.map {
                try Browser(for: $0.url, setting: setting, environment: environment())
            }
            for (row, browser) in zip(rows, browsers) {
                try waitFor {
                    if browser.needsTerminal {
                        try await browser.runHere()
                    } else {
                        try await browser.runApart()
                    }
                }
                if home.readOnlyReason == nil {
                    try home.noteOpenings(of: [row.id], at: ListSession.now())
                }
            }
            if rows.count > 1 { complain("Opened \(bookmarks(rows.count)).") }
        }
    }
}
