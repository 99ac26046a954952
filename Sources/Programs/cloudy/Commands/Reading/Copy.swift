import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import FileCoordination
import Glibc

struct Copy: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "copy",
        abstract: "Copy the URLs of bookmarks to the clipboard.",
        discussion: "One URL on each line. Examples: cloudy copy 7k3q; cloudy copy 7k3q --archived")

    @OptionGroup var targets: TargetOptions
    @OptionGroup var archive: ArchiveOptions

    @Flag(
        help: ArgumentHelp(
            "Print what was copied as a JSON object.",
            discussion: "Fields: Docs/Reference/JSON.md."))
    var json = false

    @OptionGroup var options: HomeOptions

    func validate() throws { try targets.requireAny() }

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let rows = try targets.ids(in: home, orPrint: json ? object([], []) : nil)
                .compactMap { try home.catalog.row(id: $0) }
            // The clipboard stays if the command before this one found nothing.
            if rows.isEmpty { return json ? say(object([], [])) : () }
            let urls = try archive.urls(of: rows)
            let text = urls.joined(separator: "\n")
            let isCopied = try waitFor {
                await Clipboard(environment: environment()).copy(text)
            }
            if !isCopied { try copyByTerminal(text) }
            if json { return say(object(rows, urls)) }
            if targets.isSingle { return }
            complain("Copied the \(urls.count == 1 ? "URL" : "URLs") of \(bookmarks(urls.count)).")
        }
    }

    private func object(_ rows: [BookmarkRow], _ urls: [String]) -> String {
        JSON.object([
            "copied": "\(urls.count)", "ids": JSON.array(rows.map { JSON.string($0.id) }),
            "urls": JSON.array(urls.map(JSON.string)),
        ])
    }

    /// Copies by the terminal if no program can.
    private func copyByTerminal(_ text: String) throws {
        let terminal = open("/dev/tty", O_WRONLY | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else {
            complain(
                "Cannot copy: there is no display, no tmux and no terminal. To print URLs: cloudy "
                    + "list --format '{url}\\n'")
            throw ExitCode(.configuration)
        }
        defer { close(terminal) }
        write(Clipboard.escape(for: text), to: terminal)
    }
}
