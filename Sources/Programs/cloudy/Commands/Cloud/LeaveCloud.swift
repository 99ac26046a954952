import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import FileCoordination
import KeyValueStore
import Replication

struct LeaveCloud: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave",
        abstract: "Go back to the local cloud on this machine, and forget the token.",
        discussion: """
            All bookmarks stay here and on the server, and so do documents: those that are not on \
            this device are fetched first. After a mistaken cloudy cloud use, --undo \
            gives this device back what it had before: it removes what came from the server, and \
            keeps what you edited here since. It shows what would happen and asks first. Nothing \
            is deleted on the server. Examples: cloudy cloud leave; cloudy cloud leave --undo
            """)

    @Flag(help: "Also undo joining the server: remove what came from it.")
    var undo = false

    @Flag(help: "Don't fetch the documents that only the server has.")
    var withoutDocuments = false

    @Flag(name: .shortAndLong, help: "With --undo, don't ask for confirmation.")
    var yes = false

    @OptionGroup var format: CloudFormat
    @OptionGroup var options: HomeOptions

    func validate() throws {
        if yes, !undo { throw ValidationError("--yes goes with --undo.") }
    }

    func run() throws {
        try reportingErrors {
            let location = try options.location()
            try location.requireKnownDevice()
            if undo { return try leaveAndUndo(location) }
            guard let remote = location.remote else {
                try tellNothingToLeave(location)
                throw ExitCode(.nothingFound)
            }
            if !withoutDocuments, let home = try? options.open(location) {
                try takeDocumentsAlong(home)
            }
            let unsent = Account.unsent(in: location) ?? 0
            let (access, former) = (
                (try? location.cloudAccess()) ?? location.lostAccess(), location.formerAccess()
            )
            try location.leaveCloud()
            let home = try options.open(try options.location())
            try home.dropJoinSnapshots()
            let count = try joinHere(home)
            if format.json {
                say(
                    JSON.object([
                        "cloud": "null", "previous": JSON.string(remote.url),
                        "unsent": "\(unsent)",
                    ]))
            } else {
                let server = remote.url.isEmpty ? "its server" : harmless(remote.url)
                sayProse(
                    "This device has left \(server). It keeps "
                        + (count == 0 ? "no bookmarks." : "its \(bookmarks(count))."))
                if let forgotten = forgotten(access, former) { complain(forgotten) }
            }
            tell(unsent: unsent)
        }
    }

    private func tellNothingToLeave(_ location: HomeLocation) throws {
        if try options.open(location).joinUndoPlan() != nil {
            return complain(
                "This device left its server, and the rest was interrupted. To undo joining it: "
                    + "cloudy cloud leave --undo")
        }
        complain("This device does not use a server.")
    }

    func tell(unsent: Int) {
        if unsent == 0 { return }
        complain("Never sent there: \(counted(unsent, "edit")).")
    }

    /// Returns a sentence about the removed secret for coming back; `nil` if none was needed.
    func forgotten(_ access: CloudAccess?, _ former: CloudAccess?) -> String? {
        func secret(_ access: CloudAccess?) -> String? {
            guard let access, access.token != RemoteCloud.nobody else { return nil }
            return CloudAddress(access.url)?.secret ?? "the token"
        }
        var secrets = secret(access).map { [$0] } ?? []
        if let former, let secret = secret(former) {
            let place = former.url == access?.url ? "the account" : harmless(former.url)
            secrets.append("\(secret) of \(place), which was used before")
        }
        if secrets.isEmpty { return nil }
        return "This device forgot \(secrets.joined(separator: ", and ")). To come back, you need "
            + (secrets.count == 1 ? "it or a new one." : "them or new ones.")
    }

    /// Joins the local cloud. It is the person's own, so no question is needed. Returns the number
    /// of bookmarks here.
    func joinHere(_ home: Home) throws -> Int {
        let mirror = try options.openMirror(of: home)
        // Undoing a join changes preferences, too.
        try home.preferences.follow(mirror)
        if options.offline {
            mirror.flushBeforeExit()
            return try home.catalog.count()
        }
        do { try exchange(home) } catch SyncError.joining {
            try home.join(home.makeController(mirror: mirror))
            try exchange(home)
        } catch is SyncError {
            // The next sync reports the decisions that wait for the person.
        }
        finish(home, mirror, isOffline: false)
        return try home.catalog.count()
    }

    /// Syncs everything with the local cloud. The agent of the former server holds the engine for a
    /// moment longer, and may report its own problems.
    private func exchange(_ home: Home) throws {
        let line = ExchangeLine(home.device)
        do {
            try waitFor(line, seconds: 30) { try await home.device.syncAndWait() }
        } catch is CloudError {
            try waitFor(line, seconds: 30) { try await home.device.syncOnce() }
        }
    }
}
