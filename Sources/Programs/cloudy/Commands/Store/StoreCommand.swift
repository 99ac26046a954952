import ArgumentParser
import BookmarkLibrary
import Bookmarks
import DeviceStore
import FileCoordination
import Glibc
import KeyValueStore
import Replication

struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration.command(
        "store",
        abstract: "Read, write and watch key-value stores that programs share.",
        discussion: """
            Scripts can use the values that apps keep in an NSUbiquitousKeyValueStore. Each \
            identifier has its own store in the account, the same on all devices. The limits are \
            Apple's: 1,024 keys of at most 128 UTF-16 units, and 1 MiB. The bookmarks are in the \
            store \(StoreOptions.ofTheBookmarks), which is read-only here. Without a subcommand, \
            prints the stores of the device and their usage. Example: cloudy store set theme dark \
            --identifier org.example.notes
            """,
        subcommands: [
            StoreUsageCommand.self, StoreGet.self, StoreSet.self, StoreRemove.self, StoreList.self,
            StoreWatch.self, StoreConflicts.self, StoreSettle.self,
        ], defaultSubcommand: StoreUsageCommand.self)
}

/// Which store a command is about.
struct StoreOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The identifier of the store that the programs share.",
            discussion: "1 to 128 letters, digits, dots, underscores and hyphens.",
            valueName: "id"),
        completion: Candidates.stores)
    var identifier: String

    /// How the store of the bookmarks is called here. It has no identifier of its own.
    static let ofTheBookmarks = HomeLocation.bookmarksIdentifier

    var isOfTheBookmarks: Bool { identifier == Self.ofTheBookmarks }

    /// Throws for the bookmarks, which have rules that the plain store does not know.
    func refuseWritingBookmarks() throws {
        guard isOfTheBookmarks else { return }
        complain(
            "\(Self.ofTheBookmarks) holds the bookmarks and is read-only here. Change bookmarks "
                + "with cloudy add, edit, move, settle and delete, or many at once with cloudy "
                + "import.")
        throw ExitCode(ExitStatus.notAllowed.rawValue)
    }
}

/// A store that is open, and the home of the device that it belongs to.
struct StoreDesk {
    let home: Home
    let device: DeviceStore
    private let isOffline: Bool

    init(_ which: StoreOptions, _ options: HomeOptions, makesDevice: Bool = false) throws {
        home = try options.open(makesDevice: makesDevice)
        isOffline = options.offline
        device =
            which.isOfTheBookmarks
            ? home.device
            : try DeviceStore(
                home.location.store(identifier: which.identifier), limits: .icloud,
                simulation: options.simulate)
    }

    /// Takes in the writes of others, as far as that can be done in a few seconds; otherwise the
    /// local state must do.
    func fetch() throws {
        if try isOffline || home.device.isOffline || device.readOnlyReason != nil { return }
        do { try waitFor(seconds: 5) { [device] in try await device.syncAndWait() } } catch {
            complain(cloudy.message(for: error))
        }
    }

    /// Sends the writes, as far as that can be done in a few seconds, and reports the unsent ones.
    func send() throws {
        var reason = ""
        do {
            if try isOffline || home.device.isOffline { throw SyncError.offline }
            home.device.startAgent()
            // The agent knows that it must send; it goes on without this command.
            if device.isEngineElsewhere { return device.ring() }
            try waitFor(seconds: 5) { [device] in try await device.syncOnce() }
        } catch SyncError.offline {
        } catch {
            reason = " " + cloudy.message(for: error)
        }
        let state = try device.syncState()
        if state.quotaExceeded { reason = " The cloud has no more room for this account." }
        guard state.unsent > 0 else { return }
        complain(
            "Saved here. \(grouped(state.unsent)) "
                + (state.unsent == 1 ? "edit waits" : "edits wait") + " to be sent." + reason)
    }
}

/// How the values of a store are printed.
struct StoreFormat: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Print the result as JSON.", discussion: "Fields: Docs/Reference/JSON.md."))
    var json = false

    /// A key with its value, for other programs.
    static func object(_ key: String, _ value: PropertyListValue) -> String {
        JSON.object([
            "key": JSON.string(key), "type": JSON.string(StoreValueText.type(of: value)),
            "value": StoreValueText.typed(value),
        ])
    }

    /// A key with its value, on a line.
    static func fields(_ key: String, _ value: PropertyListValue) -> [String] {
        [key, StoreValueText.type(of: value), StoreValueText.plain(value)]
    }
}

/// Ends a command that was asked for keys that have no value.
func endWithoutKeys(_ keys: [String], _ which: StoreOptions) -> ExitCode {
    let words = keys.map { "“\($0)”" }.joined(separator: ", ")
    complain(
        "The store \(which.identifier) has no \(keys.count == 1 ? "key" : "keys") \(words). To see "
            + "its keys: cloudy store list --identifier \(which.identifier)")
    return ExitCode(ExitStatus.nothingFound.rawValue)
}
