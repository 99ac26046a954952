import ArgumentParser
import CloudMessages
import DeviceStore
import Replication

/// Asks the server of a device about the replicas of its account.
struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "Print the devices that the server of this machine waits for.",
        discussion: """
            cloudy cloud devices runs it. It prints the head of the cloud, and a line for each \
            device, tab-separated: actor, cursor, when it was seen (milliseconds since 1970), \
            name. Example: cloudyd devices --device laptop
            """)

    @OptionGroup var options: DeviceOptions

    @Option(help: "Which other store of the account.")
    var store: String?

    @Option(help: "Wait for this actor no more, and print nothing.")
    var retire: String?

    func run() async throws {
        try await reporting {
            let location = try options.location()
            try await ask(try SyncCommand.cloud(location.server(), store, of: location))
        }
    }

    private func ask(_ cloud: some Cloud) async throws {
        if let retire {
            guard let actor = ActorID(hexadecimal: retire) else {
                throw ValidationError("--retire \(retire): an actor is sixteen hex digits.")
            }
            _ = try await cloud.retire(actor)
            return
        }
        let reply = try await cloud.replicas()
        print(reply.head)
        for replica in reply.value {
            // A name is anything that a device said.
            let name = replica.device.unicodeScalars.map {
                $0.properties.generalCategory == .control ? "�" : String($0)
            }.joined()
            print("\(replica.actor)\t\(replica.cursor)\t\(replica.seen)\t\(name)")
        }
    }
}
