import ArgumentParser
import Bookmarks
import DeviceStore
import Home
import KeyValueStore

struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say how many bookmarks there are, what waits to be sent, and where things are.")

    @Flag(help: "Print a JSON object.")
    var json = false

    @OptionGroup var options: HomeOptions

    /// What is printed. `lastSync` is in seconds since 1970; `plistBehind` counts the bookmarks
    /// that changed since the property list was written.
    private struct Report: Encodable {
        var device: String
        var home: String
        var bookmarks: Int
        var unsent: Int
        var state: String
        var lastSync: Double?
        var quotaExceeded: Bool
        var plist: String
        var plistBehind: Int
    }

    func run() throws {
        try reportingErrors {
            let home = try options.open()
            let mirror = try options.openMirror(of: home)
            let sync = try home.device.syncState()
            let report = Report(
                device: sync.device, home: home.location.folder,
                bookmarks: try home.catalog.count(), unsent: sync.unsent,
                state: word(for: sync.phase), lastSync: sync.lastSync,
                quotaExceeded: sync.quotaExceeded, plist: home.location.defaults,
                plistBehind: try mirror.behind())
            json ? say(try JSON.text(report)) : print(report)
        }
    }

    private func word(for phase: SyncState.Phase) -> String {
        switch phase {
        case .idle, .syncing: "online"
        case .offline: "offline"
        case .unreachable: "unreachable"
        case .held: "held"
        }
    }

    private func print(_ report: Report) {
        say("device     \(report.device) (\(report.state))")
        say("bookmarks  \(report.bookmarks)")
        say("unsent     \(report.unsent)")
        say("home       \(report.home)")
        say("plist      \(report.plist) (\(report.plistBehind) changes behind)")
    }
}
