import ArgumentParser
import BookmarkLibrary
import DeviceStore
import FoundationEssentials
import Glibc
import KeyValueStore
import Replication

/// The type of a value that a person types.
enum StoreType: String, CaseIterable, ExpressibleByArgument {
    case string, integer, double, bool, data, date, json

    /// Returns the value of a text; throws if the text is invalid.
    func value(_ text: String) throws -> PropertyListValue {
        let value: PropertyListValue? =
            switch self {
            case .string: .string(text)
            case .integer:
                Int64(text).map { .integer($0) } ?? UInt64(text).map { .unsigned(exactly: $0) }
            case .double: Double(text).map { .real($0) }
            case .bool: Self.truths[text.lowercased()].map { .boolean($0) }
            case .data: Data(base64Encoded: text).map { .data(Array($0)) }
            case .date: Double(text).flatMap { $0.isFinite ? .date($0) : nil }
            case .json: StoreValueText.value(ofJSON: text)
            }
        if let value { return value }
        throw ValidationError("“\(text.prefix(80))” is not a valid \(rawValue): \(wanted)")
    }

    private var wanted: String {
        switch self {
        case .string: "any text is one."
        case .integer: "type a whole number of 64 bits."
        case .double: "type a number such as 0.5."
        case .bool: "type true or false."
        case .data: "type the bytes in Base64."
        case .date: "type seconds since 1970, as date +%s prints them."
        case .json: "type an array, an object, a text in quotes, a number, true or false."
        }
    }

    private static let truths = ["true": true, "yes": true, "false": false, "no": false]
}

struct StoreSet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set the value of a key.",
        discussion: """
            The value is durable when the command ends. Sending may take a few seconds; what is \
            unsent then waits. Values too large for the store are refused with status 65. \
            Examples: cloudy store set theme dark --identifier org.example.notes; cloudy store set \
            sizes '[9, 12]' --type json --identifier org.example.notes
            """)

    @Argument(help: "The key: at most 128 UTF-16 units.")
    var key: String

    @Argument(help: "The value; put -- before one that begins with a minus.")
    var value: String

    @Option(
        help: ArgumentHelp(
            "The type of the value.",
            discussion: """
                string (the default), integer, double, bool, data (in Base64), date (seconds since \
                1970) or json, for arrays and dictionaries. In JSON, {"$data": "…"}, {"$date": 0} \
                and {"$double": 1} stand for types that JSON lacks.
                """,
            valueName: "type"))
    var type = StoreType.string

    @OptionGroup var store: StoreOptions
    @OptionGroup var format: StoreFormat
    @OptionGroup var options: HomeOptions

    func validate() throws { _ = try type.value(value) }

    func run() throws {
        try reportingErrors {
            try store.refuseWritingBookmarks()
            let value = try type.value(self.value)
            let desk = try StoreDesk(store, options, makes: true)
            try desk.device.store.set(value, forKey: key)
            if format.json { say(StoreFormat.object(key, value)) }
            try desk.send()
        }
    }
}

struct StoreRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove keys and their values.",
        discussion: """
            If one of the keys has no value, nothing is removed and the exit status is 1. Example: \
            cloudy store remove theme --identifier org.example.notes
            """)

    @Argument(help: "The keys.")
    var keys: [String]

    @OptionGroup var store: StoreOptions
    @OptionGroup var format: StoreFormat
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            try store.refuseWritingBookmarks()
            let desk = try StoreDesk(store, options)
            try desk.fetch()
            let keys = keys.unique()
            let missing = try keys.filter { try desk.device.store.object(forKey: $0) == nil }
            if !missing.isEmpty { throw endWithoutKeys(missing, store) }
            try desk.device.store.set(keys.map { ($0, nil) })
            if format.json {
                say(JSON.object(["keys": JSON.array(keys.map(JSON.string))]))
            }
            try desk.send()
        }
    }
}
