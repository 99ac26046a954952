import ArgumentParser
import BookmarkLibrary
import DeviceStore
import Glibc
import KeyValueStore

struct StoreGet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Print the value of a key.",
        discussion: """
            Prints strings as they are, dates in seconds since 1970, data in Base64, arrays and \
            dictionaries as JSON. If the key has no value, the exit status is 1. Fetches the \
            latest changes of other devices first. Example: cloudy store get theme --identifier \
            org.example.notes
            """)

    @Argument(help: "The key.")
    var key: String

    @OptionGroup var store: StoreOptions
    @OptionGroup var format: StoreFormat
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let desk = try StoreDesk(store, options)
            try desk.fetch()
            guard let value = try desk.device.store.object(forKey: key) else {
                throw endWithoutKeys([key], store)
            }
            if format.json {
                say(StoreFormat.object(key, value))
            } else {
                sayContent(StoreValueText.plain(value))
            }
        }
    }
}

struct StoreList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print all keys of a store and their values.",
        discussion: """
            Tab-separated: key, type, value; a table on a terminal. Fetches the latest changes of \
            other devices first. If there is no such store, the exit status is 1. Example: cloudy \
            store list --identifier org.example.notes
            """)

    @OptionGroup var store: StoreOptions
    @OptionGroup var format: StoreFormat
    @OptionGroup var paging: PagingOptions
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let desk = try StoreDesk(store, options)
            try desk.fetch()
            let all = try desk.device.store.dictionaryRepresentation().sorted { $0.key < $1.key }
            if format.json {
                say(JSON.lines(all.map(StoreFormat.object)))
            } else {
                try paging.print(
                    TerminalTable.lines(
                        ["Key", "Type", "Value"], all.map(StoreFormat.fields)), options)
            }
            let others = desk.home.location.storeIdentifiers.filter { $0 != store.identifier }
            if all.isEmpty && !format.json {
                complain(
                    "The store \(store.identifier) has no keys."
                        + (others.isEmpty
                            ? ""
                            : " This device has other stores: "
                                + "\(others.joined(separator: ", "))"))
            }
        }
    }
}
