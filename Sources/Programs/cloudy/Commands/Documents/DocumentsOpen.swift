import ArgumentParser
import BookmarkLibrary
import Bookmarks
import BookmarksUI
import Console
import DeviceStore
import Documents
import FileCoordination

struct DocumentsOpen: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "open",
        abstract: "Open a document with the browser or another program.",
        discussion: """
            Uses the setting browser, then $BROWSER, then xdg-open. The program gets a private \
            copy, which Cloudy removes later: to keep changes, save the copy elsewhere and attach \
            it. Example: cloudy docs open m2x8
            """)

    @Argument(
        help: "The id of the document, its beginning, its name, or a bookmark with one document.")
    var id: String

    @Flag(
        help: ArgumentHelp(
            "Print a JSON object.",
            discussion: "Fields: ids (of the documents) and urls (of the copies)."))
    var json = false

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false, isApart: options.offline)
            let document = try home.document(named: id)
            let setting = try options.settings().browser
            if Browser.isOutOfReach(setting: setting, environment: environment()) {
                complain(
                    "Cannot open a browser over SSH. To get the file: cloudy docs get "
                        + "\(document.id) -o FILE")
                throw ExitCode(.configuration)
            }
            let copies = OpenedCopies(home)
            copies.removeOld()
            let copy = try copies.add(try home.contentNow(of: document), of: document)
            let browser = try Browser(
                for: copy.url, setting: setting, environment: environment())
            guard browser.needsTerminal else {
                if let failure = try waitFor({ await Browser.runApart([browser]) })[0] {
                    copy.remove()
                    throw failure
                }
                return report(document, copy.url)
            }
            defer { copy.remove() }
            try Signals.lendingTerminal { try waitFor { try await browser.runHere() } }
            report(document, copy.url)
        }
    }

    private func report(_ document: Document, _ url: String) {
        if !json { return }
        say(
            JSON.object([
                "ids": JSON.array([JSON.string(document.id)]),
                "urls": JSON.array([JSON.string(url)]),
            ]))
    }
}
