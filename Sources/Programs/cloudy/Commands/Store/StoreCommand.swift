import ArgumentParser
import BookmarkLibrary
import Bookmarks
import Console
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

/// The option for the store of a command.
struct StoreOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The identifier of the store that the programs share.",
            discussion: "1 to 128 letters, digits, dots, underscores and hyphens.",
            valueName: "id"),
        completion: Candidates.stores)
    var identifier: String

    /// The name of the store of the bookmarks, which has no identifier.
    static let ofTheBookmarks = HomeLocation.bookmarksIdentifier

    var isOfTheBookmarks: Bool { identifier == Self.ofTheBookmarks }

    /// Throws for the bookmarks, which have rules that a plain store does not enforce.
    func refuseWritingBookmarks() throws {
        guard isOfTheBookmarks else { return }
        complain(
            "\(Self.ofTheBookmarks) holds the bookmarks and is read-only here. Change bookmarks "
                + "with cloudy add, edit, move, settle and delete, or many at once with cloudy "
                + "import.")
        throw ExitCode(.notAllowed)
    }
}

/// An open store, and the home of its device.
struct StoreDesk {
    let home: Home
    let device: DeviceStore
    private let isOffline: Bool

    /// - Parameter makes: whether to make the device and the store if they do not exist. Otherwise,
    ///   a store that neither this device nor the cloud has ends the command.
    init(_ which: StoreOptions, _ options: HomeOptions, makes: Bool = false) throws {
        home = try options.open(makesDevice: makes)
        isOffline = options.offline
        if !makes { try Self.requireStore(which, home, isOffline: isOffline) }
        device =
            which.isOfTheBookmarks
            ? home.device
            : try DeviceStore(
                home.location.store(identifier: which.identifier), limits: .icloud,
                simulation: options.simulate)
    }

    /// Ends the command if neither this device nor the cloud has the store.
    static func requireStore(_ which: StoreOptions, _ home: Home, isOffline: Bool) throws {
        if try exists(which, home, isOffline: isOffline) { return }
        throw endWithoutStore(which.identifier, home)
    }

    /// Returns whether the store is on this device, or another device has made it in the cloud.
    private static func exists(
        _ which: StoreOptions, _ home: Home, isOffline: Bool
    ) throws -> Bool {
        let location = try home.location.store(identifier: which.identifier)
        if which.isOfTheBookmarks || home.location.storeIdentifiers.contains(which.identifier) {
            return true
        }
        if try isOffline || home.device.isOffline { return false }
        if location.remote == nil { return access(location.cloud, F_OK) == 0 }
        do {
            return try CloudReplicas(home: home, store: which.identifier).list().head > 0
        } catch {
            complain(cloudy.message(for: error))
            return false
        }
    }

    /// Fetches the writes of others for a few seconds; otherwise, the local state must do.
    func fetch() throws {
        if try isOffline || home.device.isOffline || device.readOnlyReason != nil { return }
        do { try waitFor(seconds: 5) { [device] in try await device.syncAndWait() } } catch {
            complain(cloudy.message(for: error))
        }
    }

    /// Sends the writes for a few seconds, and reports the unsent ones.
    func send() throws {
        var reason = ""
        do {
            if try isOffline || home.device.isOffline { throw SyncError.offline }
            home.device.startAgent()
            // The agent knows that it must send, and continues without this command.
            if device.isEngineElsewhere { return device.ring() }
            try waitFor(seconds: 5) { [device] in try await device.syncOnce() }
        } catch SyncError.offline {
        } catch {
            reason = " " + cloudy.message(for: error)
        }
        let state = try device.syncState()
        if state.quotaExceeded { reason = " The cloud has no more space for this account." }
        guard state.unsent > 0 else { return }
        complain(
            "Saved here. \(grouped(state.unsent)) "
                + (state.unsent == 1 ? "edit waits" : "edits wait") + " to be sent." + reason)
    }
}

/// The output options of values.
struct StoreFormat: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Print the result as JSON.", discussion: "Fields: Docs/Reference/JSON.md."))
    var json = false

    /// Returns a key with its value as JSON.
    static func object(_ key: String, _ value: PropertyListValue) -> String {
        JSON.object([
            "key": JSON.string(key), "type": JSON.string(StoreValueText.type(of: value)),
            "value": StoreValueText.typed(value),
        ])
    }

    /// Returns a key with its value as a line.
    static func fields(_ key: String, _ value: PropertyListValue) -> [String] {
        [key, StoreValueText.type(of: value), StoreValueText.plain(value)]
    }
}

/// Ends a command about a store that does not exist.
func endWithoutStore(_ identifier: String, _ home: Home) -> ExitCode {
    let all = [StoreOptions.ofTheBookmarks] + home.location.storeIdentifiers
    complain(
        "This device has no store “\(identifier)”. It has: "
            + all.unique().joined(separator: ", ") + ". To create one, set a key: cloudy store set "
            + "KEY VALUE --identifier \(identifier)")
    return ExitCode(.nothingFound)
}

/// Ends a command whose keys have no value.
func endWithoutKeys(_ keys: [String], _ which: StoreOptions) -> ExitCode {
    let words = keys.map { "“\($0)”" }.joined(separator: ", ")
    complain(
        "The store \(which.identifier) has no \(keys.count == 1 ? "key" : "keys") \(words). To see "
            + "its keys: cloudy store list --identifier \(which.identifier)")
    return ExitCode(.nothingFound)
}
