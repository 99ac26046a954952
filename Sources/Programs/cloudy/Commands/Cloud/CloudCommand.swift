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
                too, of leave previous and unsent, with --undo also bookmarks, forgotten, kept, \
                restored and sent. Of devices an array of objects with device \
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
