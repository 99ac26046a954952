import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
import DeviceStore
import FileCoordination
import Glibc
import KeyValueStore
import Replication

struct CloudDevices: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "Print the devices registered with the cloud.",
        discussion: """
            Tab-separated: name, when it was last seen, what it has confirmed (everything, all but \
            some changes, or “not confirmed yet”), ID, and “this device”; a table with a header on \
            a terminal. Devices confirm once a minute, so one that has just synced may still seem \
            behind. The cloud keeps each deletion for at least 30 days, and until all devices have \
            it; it stops waiting for a device that was silent for 180 days. If a device is gone \
            for good, retire it. Examples: cloudy cloud devices; cloudy cloud devices retire \
            laptop
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
            for line in Self.lines(replicas, head: answer.head, own: own) { say(line) }
            if replicas.contains(where: { $0.cursor < answer.head }) {
                complain(
                    "Devices confirm what they have once a minute. One that has just synced may "
                        + "still seem behind.")
            }
            for (name, count) in Namesakes.counted(in: replicas) {
                complain(
                    "\(count) devices have the name \(name): tell them apart by their IDs, in "
                        + "the fourth column.")
            }
        }
    }

    private static func lines(
        _ replicas: [RegisteredReplica], head: Int64, own: ActorID
    ) -> [String] {
        let rows = replicas.map { replica in
            let missing = max(0, head - replica.cursor)
            return [
                replica.device, LocalTime.text(Double(replica.seen) / 1000, as: "%Y-%m-%d %H:%M"),
                words(missing: missing, of: replica), replica.actor.description,
                replica.actor == own ? "this device" : "",
            ]
        }
        return TerminalTable.lines(["Device", "Last seen", "Has", "ID", ""], rows)
    }

    private static func words(missing: Int64, of replica: RegisteredReplica) -> String {
        switch missing {
        case 0: "everything"
        case _ where replica.cursor == 0: "not confirmed yet"
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

    /// Opens the home of a device that may contact its cloud.
    static func home(_ options: HomeOptions) throws -> Home {
        if options.offline {
            complain("devices needs the network: leave out --offline.")
            throw ExitCode(.usage)
        }
        let home = try options.open(makesDevice: false)
        if try home.device.isOffline { throw SyncError.offline }
        return home
    }
}

struct RetireDevice: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retire",
        abstract: "Remove a device that is gone from that list.",
        discussion: """
            If it comes back, it is listed again and loses nothing. To lock it out as well: \
            cloudyd token revoke on the server. Example: cloudy cloud devices retire laptop
            """)

    @Argument(help: "The name of the device, or its ID if several have the same name.")
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
            // In other stores, the device has other actors, and only its name is known. If several
            // devices have the name, each is retired there only when it was not seen for long.
            if namesakes.count == 1 { try retireInStores(home, replica) }
            if format.json {
                say(
                    JSON.object([
                        "actor": JSON.string(replica.actor.description),
                        "device": JSON.string(replica.device),
                    ]))
            } else {
                let name = harmless(replica.device)
                say("Retired \(name): the cloud no longer keeps deletions for it.")
            }
            tellReturn(of: replica, home)
        }
    }

    /// Reports that a device which may still be running comes back by itself.
    private func tellReturn(of replica: RegisteredReplica, _ home: Home) {
        // The cloud's times may be an hour late.
        let hour: Int64 = 3_600_000
        guard replica.seen > DeviceStore.milliseconds() - hour - 60_000 else { return }
        let token = "To lock it out: cloudyd token revoke, on the server."
        complain(
            "It was seen within the last hour or so. If it still syncs, its next sync lists it "
                + "again." + (home.location.remote == nil ? "" : " " + token))
    }

    private func find(
        _ replicas: [RegisteredReplica], own: ActorID
    ) throws -> RegisteredReplica {
        let found = replicas.filter {
            $0.device.utf8.elementsEqual(device.utf8) || $0.actor.description == device
        }
        if found.count > 1 {
            complain("\(found.count) devices have that name. Name one by its ID:")
            for replica in found {
                let seen = LocalTime.text(Double(replica.seen) / 1000, as: "%Y-%m-%d %H:%M")
                let here = replica.actor == own ? ", this device" : ""
                complain("  \(replica.actor), last seen \(seen)\(here)")
            }
            throw ExitCode(.badData)
        }
        if let replica = found.first, replica.actor != own { return replica }
        if !found.isEmpty {
            complain("This is the device you are using; its next sync would list it again.")
            throw ExitCode(.usage)
        }
        complain(
            "The cloud has no device “\(device)”. To see all: cloudy cloud devices")
        throw ExitCode(.nothingFound)
    }

    /// Retires the device in the other stores of the account, where it has other actors.
    private func retireInStores(_ home: Home, _ replica: RegisteredReplica) throws {
        // There, this device has the same name, even if it was never in this list.
        guard replica.device != home.location.device else { return }
        for identifier in home.location.storeIdentifiers {
            let cloud = CloudReplicas(home: home, store: identifier)
            for other in try cloud.list().replicas where other.device == replica.device {
                try cloud.retire(other.actor)
            }
        }
    }
}
