import ArgumentParser
import BookmarkLibrary
import Bookmarks
import DeviceStore
import FileCoordination
import KeyValueStore

struct StoreUsageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "usage",
        abstract: "Print the stores of this device and their usage.",
        discussion: """
            Tab-separated: identifier, keys, maximum keys, bytes, maximum bytes, and number of \
            keys in conflict; a table on a terminal. A minus means that only the cloud's limit \
            applies. Examples: cloudy store; cloudy store usage --identifier org.example.notes \
            --json
            """)

    @Option(
        help: ArgumentHelp("Only this store.", valueName: "id"), completion: Candidates.stores)
    var identifier: String?

    @OptionGroup var format: StoreFormat
    @OptionGroup var paging: PagingOptions
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let all =
                [StoreOptions.ofTheBookmarks]
                + home.location.storeIdentifiers.filter { $0 != StoreOptions.ofTheBookmarks }
            let names = identifier.map { name in all.filter { $0 == name } } ?? all
            if names.isEmpty, let identifier { throw endWithoutStore(identifier, home) }
            var stores: [Row] = []
            for name in names {
                if name == StoreOptions.ofTheBookmarks {
                    stores.append(try Row(name, home.device, isOfTheBookmarks: true))
                    continue
                }
                let location = try home.location.store(identifier: name)
                stores.append(try Row(name, DeviceStore(location, limits: .icloud)))
            }
            if format.json { return say(JSON.lines(stores.map(\.json))) }
            try paging.print(
                TerminalTable.lines(
                    ["Identifier", "Keys", "At most", "Bytes", "At most", "Conflicts"],
                    stores.map(\.fields)), options)
        }
    }

    /// The usage of a store.
    private struct Row {
        var identifier: String
        var limits: StoreLimits
        var usage: StoreUsage
        var conflicts: Int

        init(
            _ identifier: String, _ device: DeviceStore, isOfTheBookmarks: Bool = false
        ) throws {
            self.identifier = identifier
            limits = device.store.limits
            usage = try device.store.usage()
            conflicts = try device.store.conflicts(ofBookmarks: isOfTheBookmarks).count
        }

        var fields: [String] {
            let numbers = [
                usage.keys, limits.maximumKeys, usage.bytes, limits.maximumTotalBytes, conflicts,
            ]
            return [identifier] + numbers.map { $0.map(String.init) ?? "-" }
        }

        var json: String {
            func number(_ number: Int?) -> String { number.map(String.init) ?? "null" }
            return JSON.object([
                "bytes": "\(usage.bytes)", "conflicts": "\(conflicts)",
                "identifier": JSON.string(identifier), "keys": "\(usage.keys)",
                "maximumBytes": number(limits.maximumTotalBytes),
                "maximumKeys": number(limits.maximumKeys),
            ])
        }
    }
}
