import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import Documents
import FileCoordination
import KeyValueStore
import Replication
import ReportableErrors

struct Sync: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "sync",
        abstract: "Sync with the cloud now, and wait until it is done.",
        discussion: """
            If other devices deleted more than ten bookmarks or documents and more than a fifth of \
            all within ten minutes, these deletions wait for your decision: sync prints them, \
            syncs everything else and exits with status 65. To see all: cloudy list --held, and \
            cloudy docs --held for documents. --restore also brings back those deleted just before \
            the limit was reached. Bookmarks that a sealed server lost, and that no device \
            deleted, wait in the same way, however few.

            If this device has more than ten bookmarks when it first connects to a cloud that has \
            some too, it sends nothing: sync prints how many are the same and how many differ, and \
            exits with status 65. --join merges duplicates and keeps both values where they \
            differ. If the cloud has no space for an edit or a document, that stays here, and sync \
            exits with status 69. If this machine's disk is full, it exits with status 74.

            Examples: cloudy sync; cloudy sync --accept; cloudy sync && cloudy list --limit 5
            """)

    @Flag(help: "Accept the waiting deletions of other devices here too.")
    var accept = false

    @Flag(help: "Reject the waiting deletions and restore the bookmarks on all devices.")
    var restore = false

    @Flag(help: "Merge this device's bookmarks with a cloud that is new to it.")
    var join = false

    @Flag(
        help: ArgumentHelp(
            "Print the resulting state as a JSON object.",
            discussion: "Also after a failure. Fields: Docs/Reference/JSON.md."))
    var json = false

    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            if options.offline {
                complain("sync needs the network: leave out --offline.")
                throw ExitCode(.usage)
            }
            let home = try options.open(evenIfMistyped: true)
            let mirror = try options.openMirror(of: home)
            let decided = try answer(home)
            if join { try home.join(home.makeController(mirror: mirror)) }
            let (failure, statusOfDocuments) = sync(home, mirror, decided)
            let done = failure == nil ? decided : nil
            if json {
                say(try object(home, mirror, failure, done))
            } else if let done {
                complain(done.end)
            }
            if let failure = failure as? SyncError {
                throw ExitCode(ExitStatus(failure))
            }
            if let failure { throw failure }
            try refuseLeftovers(home)
            if let statusOfDocuments { throw ExitCode(statusOfDocuments) }
        }
    }

    /// Syncs all changes, and reports the decisions that wait for the person. Returns the error,
    /// and the status if documents failed: see `exchangeDocuments(_:)`.
    private func sync(
        _ home: Home, _ mirror: HomeMirror, _ decided: DecidedDeletions?
    ) -> (failure: (any Error)?, statusOfDocuments: ExitStatus?) {
        var failure: (any Error)?
        let line = ExchangeLine(home.device, deciding: decided?.beginning ?? "")
        CommandLog.note("exchanges changes")
        let conflicts = home.documentConflicts()
        defer { CommandLog.note("exchanged them, as far as could be") }
        do {
            do {
                try waitFor(line) { try await home.device.syncAndWait() }
            } catch SyncError.joining where join {
                // The join was not known before the cloud was listed.
                try home.join(home.makeController(mirror: mirror))
                try waitFor(line) { try await home.device.syncAndWait() }
            }
        } catch {
            guard error is SyncError else { return (error, nil) }
            complain(cloudy.message(for: error))
            showHeld(home)
            showJoin(home, mirror)
            failure = error
        }
        // A waiting decision must not hold up anything else.
        exchangeTheRest(home, mirror)
        let statusOfDocuments = exchangeDocuments(home)
        sayConflicts(home, since: conflicts)
        return (failure, statusOfDocuments)
    }

    private func object(
        _ home: Home, _ mirror: HomeMirror, _ failure: (any Error)?, _ done: DecidedDeletions?
    ) throws -> String {
        var state = try home.device.syncState()
        if let failure = failure as? CloudError {
            state.phase = .idle
            state.note(failure)
        } else if let failure, !(failure is SyncError) {
            state.phase = .unreachable(cloudy.message(for: failure))
            state.isFullHere = isFullDisk(failure)
        }
        let held = try home.device.heldDeletions().map {
            JSON.object([
                "deletions": "\($0.deletions)", "earlier": "\($0.earlier)",
                "missing": "\($0.missing)", "total": "\($0.total)",
            ])
        }
        let joining = try home.joinPlan(home.makeController(mirror: mirror)).map {
            JSON.object([
                "differ": "\($0.differingCount)", "own": "\($0.own)", "same": "\($0.sameCount)",
                "there": "\($0.there)",
            ])
        }
        let documents = try WaitingDocuments(home)
        return JSON.object([
            "bookmarks": "\(try home.catalog.count())", "deleted": "\(done?.deleted ?? 0)",
            "documentsMissing": "\(documents.missing)",
            "documentsUnsent": "\(documents.unsent)",
            "held": held ?? "null", "joining": joining ?? "null",
            "lastSync": JSON.number(state.lastSync), "restored": "\(done?.restored ?? 0)",
            "state": JSON.string(state.word(in: home).rawValue), "unsent": "\(state.unsent)",
        ])
    }

    /// Syncs searches and the order of the list, and writes the property list. Without a cloud, the
    /// bookmarks' sync has already reported that.
    private func exchangeTheRest(_ home: Home, _ mirror: HomeMirror) {
        exchangePreferences(home, mirror)
        mirror.flush()
        for problem in mirror.takeProblems() { complain(problem) }
    }

    func validate() throws {
        if accept && restore {
            throw ValidationError("--accept deletes and --restore restores: choose one of them.")
        }
    }

    private func answer(_ home: Home) throws -> DecidedDeletions? {
        guard accept || restore else { return nil }
        let held = try home.device.heldDeletions()
        if try home.device.answerHeldDeletions(accept ? .accept : .restore) {
            return held.map { DecidedDeletions(held: $0, isRestoring: restore) }
        }
        complain("No deletions are waiting; syncing.")
        return nil
    }

    /// Lists on standard error which bookmarks wait, so that the person can decide.
    private func showHeld(_ home: Home) {
        guard let held = try? home.device.heldDeletions(), let rows = try? home.heldRows(),
            let documents = try? home.heldDocuments()
        else { return }
        let words =
            rows.map(Self.words)
            + documents.map { document in
                let bookmark = try? home.catalog.row(id: document.bookmark)
                return document.title + "  "
                    + document.words(ofBookmark: bookmark?.title ?? document.bookmark)
            }
        for word in words.prefix(Self.heldShown) { complain("  " + word) }
        let rest = held.deletions - min(words.count, Self.heldShown)
        let lists = [
            rows.count > 0 ? "cloudy list --held" : nil,
            documents.count > 0 ? "cloudy docs --held" : nil,
        ].compactMap(\.self)
        if rest > 0, !lists.isEmpty {
            complain("  and \(grouped(rest)) more: \(lists.joined(separator: "; "))")
        }
    }

    /// Shows on standard error the effects of joining.
    private func showJoin(_ home: Home, _ mirror: HomeMirror) {
        guard let plan = try? home.joinPlan(home.makeController(mirror: mirror)) else { return }
        complain("  \(plan.summary)")
    }

    private static func words(_ row: BookmarkRow) -> String {
        row.name.isEmpty ? row.url : "\(row.name)  \(row.url)"
    }

    /// The most waiting bookmarks to name.
    private static let heldShown = 10

    /// Fails if edits could not be sent, because the person asked to send them.
    private func refuseLeftovers(_ home: Home) throws {
        let state = try home.device.syncState()
        let unsealed = home.location.sealingNotes().unsealedCount
        if unsealed > 0 {
            let records = unsealed == 1 ? "1 record is" : "\(grouped(unsealed)) records are"
            complain(
                "The cloud has no more space for this account, so it is not sealed completely: "
                    + "\(records) still unencrypted. Delete bookmarks to free space; sealing then "
                    + "continues automatically.")
        }
        guard state.unsent > 0, state.quotaExceeded else { return }
        let edits = state.unsent == 1 ? "1 edit is" : "\(grouped(state.unsent)) edits are"
        complain(
            "The cloud has no more space for this account: \(edits) saved here and not sent. "
                + "Delete bookmarks to free space; the next sync tries again.")
        throw ExitCode(.cloudUnreachable)
    }
}

/// Syncs saved searches and the order of the list, for a few seconds at most.
func exchangePreferences(_ home: Home, _ mirror: HomeMirror) {
    do { try waitFor(seconds: 5) { try await home.preferences.exchange(mirror) } } catch {
        // The device must not sync, or has already reported why it cannot.
        if error is SyncError { return }
        complain(
            "Saved searches and the order of the list are not synced yet. \(message(for: error))")
    }
}

/// Deletions that were held, and the person's decision about them.
private struct DecidedDeletions {
    var held: HeldDeletions
    var isRestoring: Bool

    /// The number of bookmarks and documents deleted here.
    var deleted: Int { isRestoring ? 0 : held.deletions }
    /// The number of bookmarks and documents restored everywhere.
    var restored: Int { isRestoring ? held.deletions + held.earlier : 0 }

    private func words(_ count: Int) -> String {
        if count == held.deletions {
            return countedBookmarks(count - held.documents, documents: held.documents)
        }
        // It is not known which of those deleted before are documents.
        return held.documents == 0 ? bookmarks(count) : "\(grouped(count)) bookmarks and documents"
    }

    /// The message at the beginning.
    var beginning: String {
        isRestoring
            ? "Restoring \(words(restored))…" : "Deleting \(words(deleted)) here too…"
    }

    /// The message at the end.
    var end: String {
        isRestoring
            ? "Restored \(words(restored)); other devices get them when they sync."
            : held.missing > 0
                ? "Moved \(words(deleted)) to the trash here."
                : "Deleted \(words(deleted)) here too, as the other devices did."
    }
}
