import ArgumentParser
import BookmarkLibrary
import Bookmarks
import DeviceStore
import FileCoordination
import KeyValueStore
import Replication

/// The output options of the cloud, shared like `AccountFormat`.
struct CloudFormat: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Print JSON.",
            discussion: """
                Fields: cloud (the address of the server, or null). use adds bookmarks and \
                joining; leave adds previous and unsent, with --undo also bookmarks, forgotten, \
                kept, restored and sent. devices prints an array of objects with device (its \
                name), actor, seen (seconds since 1970), missing (how many changes it has not \
                confirmed yet) and here; retire prints an object with device and actor.
                """))
    var json = false
}

struct CloudCommand: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "cloud",
        abstract: "Choose how the devices of an account sync: on this machine or through a server.",
        discussion: """
            Without a command, prints the address of the server, or “this machine”. A server is a \
            cloudyd that has given you a token. Examples: cloudy cloud; cloudy cloud use \
            https://cloud.example.org; cloudy cloud leave
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
                    say("unsealed, because of --unsealed; the key \(key.id) is kept")
                }
                if let trouble = location.cloudTrouble { complain(trouble) }
                return
            }
            say(JSON.object(["cloud": location.remote.map { JSON.string($0.url) } ?? "null"]))
        }
    }
}
