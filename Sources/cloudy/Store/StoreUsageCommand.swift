import ArgumentParser
import Bookmarks
import DeviceStore
import Home
import KeyValueStore

struct StoreUsageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "usage",
        abstract: "Print the stores of the device, and what is used of them.",
        discussion: """
            Tab-separated: identifier, keys, the most keys, bytes, the most bytes, and how many \
            keys are in conflict. A minus stands where there is no limit but the cloud's. \
            Examples: cloudy store; cloudy store usage --json
            """)

    @OptionGroup var format: StoreFormat
    @OptionGroup var paging: PagingOptions
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let home = try options.open(makesDevice: false)
            let names = home.location.storeIdentifiers
                .filter { $0 != HomeLocation.bookmarksIdentifier }
            var stores = [try Row(StoreOptions.ofTheBookmarks, home.device)]
            for name in names {
                let location = try home.location.store(identifier: name)
                stores.append(try Row(name, DeviceStore(location, limits: .icloud)))
            }
            if format.json { return say(JSON.lines(stores.map(\.json))) }
            try paging.print(stores.map(\.line), options)
        }
    }

    /// What is known of a store.
    private struct Row {
        var identifier: String
        var limits: StoreLimits
        var usage: StoreUsage
        var conflicts: Int

        init(_ identifier: String, _ device: DeviceStore) throws {
            self.identifier = identifier
            limits = device.store.limits
            usage = try device.store.usage()
            conflicts = try device.store.conflicts().count
        }

        var line: String {
            let numbers = [
                usage.keys, limits.maximumKeys, usage.bytes, limits.maximumTotalBytes, conflicts,
            ]
            return ([harmless(identifier)] + numbers.map { $0.map(String.init) ?? "-" })
                .joined(separator: "\t")
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
