import ArgumentParser
import BookmarkLibrary
import Bookmarks
import DeviceStore
import FileCoordination
import Glibc
import KeyValueStore
import Replication

struct CloudDevices: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "Print the devices that the cloud waits for.",
        discussion: """
            Tab-separated: name, when it was last heard of, what it says that it has (everything, \
            all but so many changes, or “not said yet”), actor, and “this device”; on a terminal a \
            table, whose first line says what is what. A device says what it has once a minute, so \
            that one that has just exchanged everything may still seem to lack some. What was \
            deleted is kept for as long as one of them may not have heard of it: 180 days. A \
            device that is gone for good need not be waited for. Examples: cloudy cloud devices; \
            cloudy cloud devices retire laptop
            """,
        subcommands: [RetireDevice.self])

    @OptionGroup var format: CloudFormat
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try Self.home(options)
            let own = try home.device.actor()
            let answer = try CloudReplicas(home: home).list()
            let replicas = answer.replicas.sorted { ($0.seen, $1.actor) > ($1.seen, $0.actor) }
            guard !format.json else {
                return say(
                    JSON.lines(replicas.map { Self.object($0, head: answer.head, own: own) }))
            }
            let lines = Self.lines(
                replicas, head: answer.head, own: own, isTerminal: isatty(STDOUT_FILENO) != 0)
            for line in lines { say(line) }
            for (name, count) in Namesakes.counted(in: replicas) {
                complain(
                    "\(count) devices are called \(name): their actors tell them apart, the fourth "
                        + "column.")
            }
        }
    }

    private static func lines(
        _ replicas: [RegisteredReplica], head: Int64, own: ActorID, isTerminal: Bool
    ) -> [String] {
        let rows = replicas.map { replica in
            let missing = max(0, head - replica.cursor)
            return [
                replica.device, localTime("%Y-%m-%d %H:%M", at: Double(replica.seen) / 1000),
                words(missing: missing, of: replica), replica.actor.description,
                replica.actor == own ? "this device" : "",
            ]
        }
        guard isTerminal else { return rows.map { $0.map(harmless).joined(separator: "\t") } }
        // Where nobody is waited for, there is nothing to name.
        if rows.isEmpty { return [] }
        return TerminalTable.lines(
            ["Device", "Last heard of", "Says it has", "Actor", ""], rows)
    }

    private static func words(missing: Int64, of replica: RegisteredReplica) -> String {
        switch missing {
        case 0: "everything"
        case _ where replica.cursor == 0: "not said yet"
        case 1: "all but 1 change"
        default: "all but \(grouped(Int(missing))) changes"
        }
    }

    private static func object(
        _ replica: RegisteredReplica, head: Int64, own: ActorID
    ) -> String {
        JSON.object([
            "actor": JSON.string(replica.actor.description),
            "device": JSON.string(replica.device), "here": "\(replica.actor == own)",
            "missing": "\(max(0, head - replica.cursor))",
            "seen": JSON.number(Double(replica.seen) / 1000),
        ])
    }

    /// The home of a device that may ask its cloud.
    static func home(_ options: HomeOptions) throws -> Home {
        if options.offline {
            complain("devices asks the cloud; leave out --offline.")
            throw ExitCode(ExitStatus.usage.rawValue)
        }
        let home = try options.open(makesDevice: false)
        if try home.device.isOffline { throw SyncError.offline }
        return home
    }
}

struct RetireDevice: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retire",
        abstract: "Have the cloud wait no more for a device that is gone.",
        discussion: """
            Should it come back, it is waited for again, and loses nothing. To let nobody in with \
            its token any more is another thing: cloudyd token revoke. \
            Example: cloudy cloud devices retire laptop
            """)

    @Argument(help: "The name of the device, or its actor where several have one name.")
    var device: String

    @OptionGroup var format: CloudFormat
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try CloudDevices.home(options)
            let cloud = CloudReplicas(home: home)
            let replicas = try cloud.list().replicas
            let replica = try find(replicas, own: try home.device.actor())
            try cloud.retire(replica.actor)
            let namesakes = replicas.filter { $0.device.utf8.elementsEqual(replica.device.utf8) }
            // In other stores it has other actors, and is known by its name alone: where several
            // have that, each is retired there when it was not seen for long.
            if namesakes.count == 1 { try retireInStores(home, replica) }
            if format.json {
                say(
                    JSON.object([
                        "actor": JSON.string(replica.actor.description),
                        "device": JSON.string(replica.device),
                    ]))
            } else {
                say("The cloud waits no more for \(harmless(replica.device)).")
            }
            tellReturn(of: replica, home)
        }
    }

    /// Says of a device that may still be at work that it comes back by itself.
    private func tellReturn(of replica: RegisteredReplica, _ home: Home) {
        // What a cloud says of that may be an hour behind.
        let hour: Int64 = 3_600_000
        guard replica.seen > DeviceStore.milliseconds() - hour - 60_000 else { return }
        let token = "To let it in no more: cloudyd token revoke, where the server runs."
        complain(
            "It was heard of within the last hour or so: if it still syncs, it is back at its next "
                + "sync, and listed again." + (home.location.remote == nil ? "" : " " + token))
    }

    private func find(
        _ replicas: [RegisteredReplica], own: ActorID
    ) throws -> RegisteredReplica {
        let found = replicas.filter {
            $0.device.utf8.elementsEqual(device.utf8) || $0.actor.description == device
        }
        if found.count > 1 {
            complain("\(found.count) devices have that name. Name one by its actor:")
            for replica in found {
                let seen = localTime("%Y-%m-%d %H:%M", at: Double(replica.seen) / 1000)
                let here = replica.actor == own ? ", this device" : ""
                complain("  \(replica.actor), last heard of \(seen)\(here)")
            }
            throw ExitCode(ExitStatus.badData.rawValue)
        }
        if let replica = found.first, replica.actor != own { return replica }
        if !found.isEmpty {
            complain("This is that device, and it would be waited for again at its next sync.")
            throw ExitCode(ExitStatus.usage.rawValue)
        }
        complain(
            "The cloud waits for no device “\(device)”. Those there are: cloudy cloud devices")
        throw ExitCode(ExitStatus.nothingFound.rawValue)
    }

    /// The other stores of the account have replicas of the same device, under actors of their own.
    private func retireInStores(_ home: Home, _ replica: RegisteredReplica) throws {
        // There this device is known by its name, too, even if it has never been here.
        guard replica.device != home.location.device else { return }
        for identifier in home.location.storeIdentifiers {
            let cloud = CloudReplicas(home: home, store: identifier)
            for other in try cloud.list().replicas where other.device == replica.device {
                try cloud.retire(other.actor)
            }
        }
    }
}
