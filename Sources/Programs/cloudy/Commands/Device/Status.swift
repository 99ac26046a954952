import ArgumentParser
import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import FileCoordination
import KeyValueStore
import Replication

struct Status: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "status",
        abstract: "Print how many bookmarks there are, what is unsent, and where files are.",
        discussion: "Examples: cloudy status; cloudy status --json | jq .unsent")

    @Flag(
        help: ArgumentHelp(
            "Print a JSON object.",
            discussion: """
                Fields: account, cloud (the address of a server, or null), key (the key that \
                seals it, or null), browserDeletions (number of bookmarks that browsers deleted \
                at once, which wait for you), unreadable (number of cloud records that cannot be \
                opened), unsealed (number of records that wait for room to be sealed), device, \
                home, bookmarks, unread, archived, documents (an object: count, bytes, remote, \
                which are not on this device, unsent, uploadProblem, the reason or null, and \
                usedBytes and maximumBytes of the server, or null), backup (the name of the \
                latest, or null), unsent, state \
                (\(SyncWord.list)), lastSync (seconds since 1970, or null), usedBytes and \
                maximumBytes (of the cloud, or null), quotaExceeded, transfersPaused (whether you \
                paused all transfers of documents), unsavedTexts (paths of texts that could not \
                be saved), plist and plistBehind (number of bookmarks that changed since the \
                property list was written).
                """))
    var json = false

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let mirror = try options.openMirror(of: home)
            options.sendHandEdits(home, mirror)
            let (sync, quota) = try syncState(home)
            let facts = try StatusFacts(home, mirror)
            let tallies = try home.catalog.tallies()
            let documents = try home.documentTallies()
            let key = try home.location.fittingKey()
            let notes = home.location.sealingNotes()
            let browserDeletions = try home.browserDeletionCount()
            let (unreadable, unsealed) = (notes.unreadableCount, notes.unsealedCount)
            guard json else {
                say("device     \(sync.device) (\(words(for: sync, in: home)))")
                if let account = sync.account { say("account    \(harmless(account))") }
                if let remote = home.location.remote {
                    let sealed = words(for: sync.phase, hasKey: key != nil, home.location)
                    let url = remote.url.isEmpty ? "unknown" : harmless(remote.url)
                    say("cloud      \(url)\(sealed)\(words(for: sync, quota))")
                }
                if unreadable > 0 {
                    say("unreadable \(grouped(unreadable)) in the cloud (cloudy verify)")
                }
                if unsealed > 0 {
                    let why = "for lack of space (cloudy key)"
                    say("unsealed   \(grouped(unsealed)) in the cloud, \(why)")
                }
                say("bookmarks  \(grouped(facts.bookmarks))\(words(for: tallies))")
                if documents.count > 0 {
                    say("documents  \(words(for: documents))\(words(for: quota?.contents))")
                }
                if facts.areTransfersPaused { say("transfers  paused (\(Self.resuming))") }
                if browserDeletions > 0 { say("waiting    \(words(forHeld: browserDeletions))") }
                say("unsent     \(grouped(sync.unsent))")
                if let reason = sync.refusedEdits { say("refused    \(harmless(reason))") }
                say("home       \(facts.home)")
                say("plist      \(facts.plist) (\(facts.plistWords))")
                say("backup     \(facts.backup ?? "none yet")")
                sayUnsaved(home)
                return
            }
            let report = JSON.object([
                "account": JSON.string(home.location.account), "archived": "\(tallies.archived)",
                "backup": facts.backup.map(JSON.string) ?? "null",
                "bookmarks": "\(facts.bookmarks)", "browserDeletions": "\(browserDeletions)",
                "cloud": home.location.remote.map { JSON.string($0.url) } ?? "null",
                "device": JSON.string(sync.device),
                "documents": json(for: documents, quota?.contents),
                "home": JSON.string(home.location.folder),
                "key": key.map(JSON.string) ?? "null",
                "lastSync": JSON.number(sync.lastSync),
                "maximumBytes": quota?.maximumBytes.map { "\($0)" } ?? "null",
                "plist": JSON.string(home.location.defaults), "plistBehind": "\(facts.plistBehind)",
                "quotaExceeded": "\(sync.quotaExceeded)",
                "state": JSON.string(sync.word(in: home).rawValue),
                "transfersPaused": "\(facts.areTransfersPaused)",
                "unread": "\(tallies.unread)", "unreadable": "\(unreadable)",
                "unsavedTexts": JSON.array(EditorFile.leftovers(in: home).map(JSON.string)),
                "unsealed": "\(unsealed)", "unsent": "\(sync.unsent)",
                "usedBytes": quota.map { "\($0.usedBytes)" } ?? "null",
            ])
            say(report)
        }
    }

    private static let resuming = "cloudy transfers resume --all"

    private func sayUnsaved(_ home: Home) {
        for path in EditorFile.leftovers(in: home) {
            let next = EditorFile(taking: path) == nil ? "" : " (cloudy edit --resume)"
            say("unsaved    \(path)\(next)")
        }
    }

    /// Returns the state of syncing and the space in the cloud, and checks whether the cloud is
    /// reachable.
    private func syncState(_ home: Home) throws -> (SyncState, Quota?) {
        if home.location.remote == nil, !options.offline, home.device.trouble != nil {
            // There may be space by now, which only a write shows.
            try? waitFor(seconds: 5) { try await home.device.syncOnce() }
        }
        var sync = try home.device.syncState()
        var quota = home.device.notedQuota
        // An earlier agent has already reported its problem.
        let isAgentNew = !options.offline && home.lacksAgent
        if !isAgentNew, !sync.lacksAddress, let trouble = home.device.trouble {
            let known = sync.phase
            sync.note(trouble)
            if sync.phase != known { complain(trouble.message) }
        }
        guard sync.phase == .idle, !options.offline,
            try isAgentNew || home.device.hasListedCloud()
        else {
            sayLock(sync)
            return (sync, quota)
        }
        do {
            quota = try waitFor(seconds: 5) { try await home.device.reachCloud() } ?? quota
            if isAgentNew {
                sync = try home.device.syncState()
                if let trouble = home.device.trouble { sync.note(trouble) }
            }
        } catch {
            // The sync may have found that the key is missing.
            let refused = sync.refusedEdits
            sync = try home.device.syncState()
            sync.refusedEdits = refused
            if sync.phase == .idle {
                let text = cloudy.message(for: error)
                sync.note(error as? CloudError ?? CloudError(.unreachable, text))
                complain(text)
            }
        }
        sayLock(sync)
        return (sync, quota)
    }

    private func sayLock(_ sync: SyncState) {
        if sync.lacksAddress, case .unreachable(let why) = sync.phase { complain(why) }
        guard case .locked(let isReplaced) = sync.phase else { return }
        complain(cloudy.message(for: SyncError.locked(isReplaced: isReplaced)))
    }

    /// Returns the used part of a server's space, and when it last answered.
    private func words(for sync: SyncState, _ quota: Quota?) -> String {
        var parts: [String] = []
        if let quota {
            let used = byteCount(Int(quota.usedBytes))
            let of = quota.maximumBytes.map { " of \(byteCount(Int($0)))" } ?? ""
            parts.append("\(used)\(of) used")
            if !sync.quotaExceeded, isNearlyFull(quota) {
                parts.append("nearly full; other devices may be unable to send")
            }
        }
        if let last = sync.lastSync {
            parts.append("synced \(LocalTime.text(last, as: "%Y-%m-%d %H:%M"))")
        }
        return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    }

    /// Returns words about deletions in browsers that wait, and how to decide about them.
    private func words(forHeld count: Int) -> String {
        "\(counted(count, "deletion")) in a browser (\(Action.usualKey(of: .sync)) in the list, or "
            + "cloudy serve deletions)"
    }

    /// Returns the number of documents, and of those to be sent or fetched.
    private func words(for documents: DocumentTallies) -> String {
        var parts: [String] = []
        if documents.remote > 0 { parts.append("\(grouped(documents.remote)) not here") }
        if let unsent = documents.unsent, unsent > 0 {
            let problem = documents.uploadProblem.map { ": \($0.withoutFullStop)" } ?? ""
            parts.append("\(grouped(unsent)) to be sent\(problem)")
        }
        let onTheWay = parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
        return "\(grouped(documents.count)), \(byteCount(documents.bytes))\(onTheWay)"
    }

    private func json(for documents: DocumentTallies, _ room: Quota.ContentRoom?) -> String {
        JSON.object([
            "bytes": "\(documents.bytes)", "count": "\(documents.count)",
            "maximumBytes": room.map { "\($0.maximumBytes)" } ?? "null",
            "remote": "\(documents.remote)",
            "unsent": documents.unsent.map { "\($0)" } ?? "null",
            "uploadProblem": documents.uploadProblem.map(JSON.string) ?? "null",
            "usedBytes": room.map { "\($0.usedBytes)" } ?? "null",
        ])
    }

    /// Returns the space that documents take on the server, if it says so.
    private func words(for room: Quota.ContentRoom?) -> String {
        guard let room else { return "" }
        let used = byteCount(Int(room.usedBytes), of: Int(room.maximumBytes))
        return "; \(used) used in the cloud"
    }

    /// Returns the numbers of unread and archived bookmarks, if any.
    private func words(for tallies: CatalogTallies) -> String {
        let counts = [(tallies.unread, "unread"), (tallies.archived, "archived")]
        let parts = counts.filter { $0.0 > 0 }.map { "\(grouped($0.0)) \($0.1)" }
        return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    }

    /// Whether so little space is left that a device with more to send may have none.
    private func isNearlyFull(_ quota: Quota) -> Bool {
        let bytes = quota.maximumBytes.map { quota.usedBytes / 95 >= $0 / 100 } ?? false
        return bytes || quota.maximumKeys.map { quota.usedKeys * 100 >= $0 * 95 } ?? false
    }

    /// Whether others can read the records at the server.
    private func words(
        for phase: SyncState.Phase, hasKey: Bool, _ location: HomeLocation
    ) -> String {
        switch phase {
        case .locked: " (sealed, locked)"
        case .unsealed: " (not sealed)"
        default: hasKey ? " (sealed)" : location.staysUnsealed ? " (unsealed, as you chose)" : ""
        }
    }

    private func words(for sync: SyncState, in home: Home) -> String {
        let inList = "\(Action.usualKey(of: .sync)) in the list"
        let word = sync.word(in: home)
        switch word {
        case .held where sync.missing > 0:
            return "the server lacks \(counted(sync.missing, "bookmark")) that no device deleted; "
                + "\(inList), or cloudy sync --restore or --accept"
        case .held: return "deletions wait; \(inList), or cloudy sync --accept or --restore"
        case .full:
            return "the cloud has no more space for this account; deleting bookmarks frees space"
        case .noAddress: return "the server's address was lost"
        case .noRoom: return "the cloud has no space"
        case .diskFull: return "this machine's disk is full"
        case .refused: return "the cloud refuses this device"
        case .offline:
            return "airplane mode; \(Action.usualKey(of: .airplane)) in the list to turn it off"
        case .joining:
            return "bookmarks here are not joined yet; \(inList), or cloudy sync --join"
        case .locked: return "the server is sealed; cloudy key enter"
        case .unsealed: return "the server should be sealed but is not; cloudy key seal"
        case .online, .unreachable, .readOnly: return word.rawValue
        }
    }
}

extension HomeLocation {
    /// The id of the key that seals the records sent to the server.
    fileprivate func fittingKey() throws -> String? {
        // A key that never fitted there seals nothing.
        try sealingKey().flatMap { $0.url == remote?.url ? $0.id : nil }
    }
}

extension StatusFacts {
    /// The status of a device.
    init(_ home: Home, _ mirror: HomeMirror) throws {
        let device = home.location.device
        self.init(
            bookmarks: try home.catalog.count(), home: home.location.folder,
            plist: home.location.defaults, plistBehind: try mirror.behind(),
            otherDevices: home.location.devices.filter { $0 != device },
            backup: home.backups.found().first?.name, server: home.location.remote?.url,
            isSealed: try home.location.fittingKey() != nil,
            staysUnsealed: home.location.staysUnsealed,
            isAgentAtWork: home.location.remote != nil && home.device.isAgentThere,
            areTransfersPaused: try home.areTransfersPaused)
    }
}
