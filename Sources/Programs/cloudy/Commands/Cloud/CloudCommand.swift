import ArgumentParser
import BookmarkLibrary
import Bookmarks
import DeviceStore
import FileCoordination
import KeyValueStore
import Replication

/// How the cloud is printed. Shared, as with `AccountFormat`.
struct CloudFormat: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Print JSON.",
            discussion: """
                It has cloud: the address of the server, or null. Of use bookmarks and joining \
                too, of leave previous and unsent. Of devices an array of objects with device \
                (its name), actor, seen (seconds since 1970), missing (how many changes it has not \
                said yet that it has) and here, of retire an object with device and actor.
                """))
    var json = false
}

struct CloudCommand: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "cloud",
        abstract: "Say where the devices of the account meet: on this machine, or at a server.",
        discussion: """
            Without a command it prints the address of the server, or “this machine”. A server is \
            any cloudyd, which lets a device in that has a token of an account there. Examples: \
            cloudy cloud; cloudy cloud use https://cloud.example.org; cloudy cloud leave
            """,
        subcommands: [UseCloud.self, LeaveCloud.self, CloudDevices.self])

    @OptionGroup var format: CloudFormat
    @OptionGroup var options: HomeOptions

    private func name(_ remote: RemoteCloud) -> String {
        remote.lostReason == nil ? remote.url : "unknown"
    }

    func run() throws {
        try reportingErrors {
            let location = try options.location()
            try location.requireKnownDevice()
            guard format.json else {
                say(harmless(location.remote.map(name) ?? "this machine"))
                if let key = try location.sealingKey(), key.url == location.remote?.url {
                    say("sealed with the key \(key.id)")
                }
                if location.remote?.staysUnsealed ?? false, let key = try location.anySealingKey() {
                    say("unsealed, as --unsealed said; the key \(key.id) is kept")
                }
                if let trouble = location.cloudTrouble { complain(trouble) }
                return
            }
            say(JSON.object(["cloud": location.remote.map { JSON.string($0.url) } ?? "null"]))
        }
    }
}

struct LeaveCloud: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave",
        abstract: "Meet other devices on this machine again, and forget the token.",
        discussion: "All bookmarks stay here, and at the server. Example: cloudy cloud leave")

    @OptionGroup var format: CloudFormat
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let location = try options.location()
            try location.requireKnownDevice()
            guard let remote = location.remote else {
                complain("This device meets no others at a server.")
                throw ExitCode(ExitStatus.nothingFound.rawValue)
            }
            let unsent = Account.unsent(in: location) ?? 0
            let (access, former) = (
                (try? location.cloudAccess()) ?? location.lostAccess(), location.formerAccess()
            )
            try location.leaveCloud()
            let count = try joinHere()
            if format.json {
                say(
                    JSON.object([
                        "cloud": "null", "previous": JSON.string(remote.url),
                        "unsent": "\(unsent)",
                    ]))
            } else {
                let server = remote.url.isEmpty ? "its server" : harmless(remote.url)
                say(
                    "This device has left \(server). All that it had is here: "
                        + "\(bookmarks(count)).")
                if let forgotten = forgotten(access, former) { complain(forgotten) }
            }
            if unsent > 0 {
                complain(
                    "Not sent there before: \(grouped(unsent)) \(unsent == 1 ? "edit" : "edits").")
            }
        }
    }

    /// What is needed to come back is no longer here; nil where nothing was needed.
    private func forgotten(_ access: CloudAccess?, _ former: CloudAccess?) -> String? {
        func secret(_ access: CloudAccess?) -> String? {
            guard let access, access.token != RemoteCloud.nobody else { return nil }
            return CloudAddress(access.url)?.secret ?? "the token"
        }
        var secrets = secret(access).map { [$0] } ?? []
        if let former, let secret = secret(former) {
            let place = former.url == access?.url ? "the account" : harmless(former.url)
            secrets.append("\(secret) of \(place) that was used before")
        }
        if secrets.isEmpty { return nil }
        return "Forgotten here: \(secrets.joined(separator: ", and ")). Who comes back needs "
            + (secrets.count == 1 ? "it, or another one." : "them, or others.")
    }

    /// The cloud of this machine is one's own: nobody has to be asked. Returns how many bookmarks
    /// are here.
    private func joinHere() throws -> Int {
        let home = try options.open(try options.location())
        let mirror = try options.openMirror(of: home)
        if options.offline { return try home.catalog.count() }
        do { try exchange(home) } catch SyncError.joining {
            try home.join(home.makeController(mirror: mirror))
            try exchange(home)
        } catch is SyncError {
            // What waits for the person is said by whoever syncs next.
        }
        finish(home, mirror, isOffline: false)
        return try home.catalog.count()
    }

    /// Exchanges all with the cloud of this machine. The agent of the server that was left has the
    /// engine for a moment more, and may say what is in its own way.
    private func exchange(_ home: Home) throws {
        let line = ExchangeLine(home.device)
        do {
            try waitFor(line, seconds: 30) { try await home.device.syncAndWait() }
        } catch is CloudError {
            try waitFor(line, seconds: 30) { try await home.device.syncOnce() }
        }
    }
}
