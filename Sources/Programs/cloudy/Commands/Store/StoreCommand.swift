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
            What apps keep in an NSUbiquitousKeyValueStore, for scripts: each identifier has a \
            store of its own in the account, the same on all devices. It holds what one of Apple's \
            does: 1,024 keys of 128 UTF-16 units, and a mebibyte. The bookmarks are in the store \
            \(StoreOptions.ofTheBookmarks), which can be read here and not written. Without a \
            subcommand, the stores of the device and what is used of them. Example: \
            cloudy store set theme dark --identifier org.example.notes
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
            "What the programs call the store that share it.",
            discussion: "1 to 128 letters, digits, points, underscores and hyphens.",
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
            "\(Self.ofTheBookmarks) holds the bookmarks, which are written by their own commands "
                + "alone: cloudy add, edit, move, settle and delete; many at once by cloudy "
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

    /// Takes in what others wrote, as far as that can be done in a few seconds; otherwise what is
    /// here is what is known.
    func fetch() throws {
        if try isOffline || home.device.isOffline || device.readOnlyReason != nil { return }
        do { try waitFor(seconds: 5) { [device] in try await device.syncAndWait() } } catch {
            complain(cloudy.message(for: error))
        }
    }

    /// Sends what was written, as far as that can be done in a few seconds, and says what waits.
    func send() throws {
        var reason = ""
        do {
            if try isOffline || home.device.isOffline { throw SyncError.offline }
            home.device.startAgent()
            // Whoever is to send it has been told; it goes on without this command.
            if device.isEngineElsewhere { return device.ring() }
            try waitFor(seconds: 5) { [device] in try await device.syncOnce() }
        } catch SyncError.offline {
        } catch {
            reason = " " + cloudy.message(for: error)
        }
        let state = try device.syncState()
        if state.quotaExceeded { reason = " This account is full in the cloud." }
        guard state.unsent > 0 else { return }
        complain(
            "Saved here. \(grouped(state.unsent)) "
                + (state.unsent == 1 ? "edit waits" : "edits wait") + " to be sent." + reason)
    }
}

/// How what a store holds is printed.
struct StoreFormat: ParsableArguments {
    @Flag(
        help: ArgumentHelp("Print it as JSON.", discussion: "Members: Docs/Reference/JSON.md."))
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
        "The store \(which.identifier) has no \(keys.count == 1 ? "key" : "keys") \(words). "
            + "cloudy store list --identifier \(which.identifier) prints those it has.")
    return ExitCode(ExitStatus.nothingFound.rawValue)
}
