import ArgumentParser
import Bookmarks
import BookmarksUI
import DeviceStore
import Home
import KeyValueStore

struct Status: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "status",
        abstract: "Say how many bookmarks there are, what waits to be sent, and where things are.",
        discussion: "Examples: cloudy status; cloudy status --json | jq .unsent")

    @Flag(
        help: ArgumentHelp(
            "Print a JSON object.",
            discussion: """
                It has account, cloud (the address of a server, or null), device, home, bookmarks, \
                backup (the name of the latest, or null), unsent, state (online, full, offline, \
                unreachable, held, joining or read-only), lastSync (seconds since 1970, or null), \
                quotaExceeded, typed (paths of texts that could not be taken in), plist and \
                plistBehind: how many bookmarks changed since the \
                property list was written.
                """))
    var json = false

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            options.sendHandEdits(home, mirror)
            let sync = try syncState(home)
            let facts = try StatusFacts(home, mirror)
            guard json else {
                say("device     \(sync.device) (\(words(for: sync.word(in: home))))")
                if let account = sync.account { say("account    \(harmless(account))") }
                if let remote = home.location.remote { say("cloud      \(harmless(remote.url))") }
                say("bookmarks  \(grouped(facts.bookmarks))")
                say("unsent     \(grouped(sync.unsent))")
                say("home       \(facts.home)")
                say("plist      \(facts.plist) (\(facts.plistWords))")
                say("backup     \(facts.backup ?? "none yet")")
                for path in EditorFile.kept(in: home) {
                    let next = EditorFile(taking: path) == nil ? "" : " (cloudy edit --resume)"
                    say("typed      \(path)\(next)")
                }
                return
            }
            let report = JSON.object([
                "account": JSON.string(home.location.account), "bookmarks": "\(facts.bookmarks)",
                "backup": facts.backup.map(JSON.string) ?? "null",
                "cloud": home.location.remote.map { JSON.string($0.url) } ?? "null",
                "device": JSON.string(sync.device),
                "home": JSON.string(home.location.folder),
                "lastSync": JSON.number(sync.lastSync),
                "plist": JSON.string(home.location.defaults), "plistBehind": "\(facts.plistBehind)",
                "quotaExceeded": "\(sync.quotaExceeded)",
                "state": JSON.string(sync.word(in: home)),
                "typed": JSON.array(EditorFile.kept(in: home).map(JSON.string)),
                "unsent": "\(sync.unsent)",
            ])
            say(report)
        }
    }

    /// What is known of syncing, and whether the cloud can be reached now.
    private func syncState(_ home: Home) throws -> SyncState {
        var sync = try home.device.syncState()
        guard sync.phase == .idle, !options.offline, try home.device.hasListedCloud() else {
            return sync
        }
        do { try waitFor(seconds: 2) { try await home.device.reachCloud() } } catch {
            sync.phase = .unreachable(cloudy.message(for: error))
            complain(cloudy.message(for: error))
        }
        return sync
    }

    private func words(for state: String) -> String {
        switch state {
        case "full": "the cloud is full"
        case "offline": "airplane mode; C in the list leaves it"
        case "joining": "bookmarks of its own wait; R in the list, or cloudy sync --join"
        case "held": "deletions wait; R in the list, or cloudy sync --accept or --restore"
        default: state
        }
    }
}

extension StatusFacts {
    /// What is known of a device.
    init(_ home: Home, _ mirror: HomeMirror) throws {
        let device = home.location.device
        self.init(
            bookmarks: try home.catalog.count(), home: home.location.folder,
            plist: home.location.defaults, plistBehind: try mirror.behind(),
            otherDevices: home.location.devices.filter { $0 != device },
            backup: home.backups.found().first?.name, server: home.location.remote?.url,
            isAgentAtWork: home.location.remote != nil && home.device.isEngineRunningElsewhere)
    }
}
