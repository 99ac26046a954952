import ArgumentParser
import BookmarkLibrary
import Bookmarks
import DeviceStore
import FileCoordination
import Glibc
import KeyValueStore
import Replication

struct StoreWatch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Print changes of a store as they arrive, until you stop it.",
        discussion: """
            Prints changes by other devices and programs, with Apple's reasons: server change, \
            initial sync, quota violation and account change. Tab-separated: time, reason, device, \
            key, type, value; the last two are empty for a removed key. Keeps the store in sync \
            meanwhile, and follows when the device switches accounts. If there is no such store, \
            the exit status is 1. Example: cloudy store watch --identifier org.example.notes
            """)

    @Flag(help: "Print the existing keys first.")
    var all = false

    @Flag(
        help: ArgumentHelp(
            "Print one JSON object on each line.", discussion: "Fields: Docs/Reference/JSON.md."))
    var json = false

    @OptionGroup var store: StoreOptions
    @OptionGroup var options: HomeOptions

    func run() throws {
        try reportingErrors {
            let location = try options.location()
            let isNew = try options.beginLooking(at: location)
            let home = try options.open(isApart: options.offline)
            if isNew { options.sayMade(location) }
            // With a mistyped identifier, the command would wait forever and leave an empty store.
            try StoreDesk.requireStore(store, home, isOffline: options.offline)
            let following =
                store.isOfTheBookmarks
                ? FollowingStore(staying: home.device)
                : try FollowingStore(
                    options.deviceLocation(), identifier: store.identifier, limits: .icloud,
                    simulation: options.simulate)
            let box = WatchBox()
            try Signals.noting([SIGINT, SIGTERM, SIGHUP], waker: box.waker) {
                try StoreWatchSession(home, following, box, self).run()
            }
            if let signal = Signals.latest { throw ExitCode(128 + signal) }
        }
    }
}

/// Prints the changes of a store. It runs on the main thread; other threads put events in the box.
private struct StoreWatchSession {
    private let home: Home
    private let following: FollowingStore
    private let box: WatchBox
    private let command: StoreWatch

    init(_ home: Home, _ following: FollowingStore, _ box: WatchBox, _ command: StoreWatch) {
        self.home = home
        self.following = following
        self.box = box
        self.command = command
    }

    private var store: UbiquitousKeyValueStore { following.store }

    func run() throws {
        following.device.isApart = command.options.offline
        // Observe before reading: a change in between is reported twice rather than never.
        let observation = store.observeExternalChanges(withRecords: true) { [box] in
            box.post(.external($0))
        }
        try sayBeginning()
        let following = Task.detached { [following] in
            await following.run { complain("Still watching the same account: \(message(for: $0))") }
        }
        store.synchronize()
        while !OutputFailure.hasOccurred, let event = box.next(orClosed: STDOUT_FILENO) {
            guard case .external(let change) = event else { continue }
            if change.reason == .accountChange {
                self.following.device.isApart = command.options.offline
            }
            try tell(change)
        }
        observation.cancel()
        following.cancel()
    }

    private func sayBeginning() throws {
        let values = try store.dictionaryRepresentation().sorted { $0.key < $1.key }
        let device = try store.deviceName()
        let time = ListSession.now()
        if command.json {
            say(
                JSON.object([
                    "account": JSON.string(following.account), "device": JSON.string(device),
                    "identifier": JSON.string(command.store.identifier),
                    "keys": "\(values.count)", "time": JSON.number(time),
                    "what": JSON.string("begin"),
                ]))
        } else {
            let count = counted(values.count, "key")
            say([LocalTime.text(time), "begin", device, count].joined(separator: "\t"))
        }
        guard command.all else { return }
        for (key, value) in values { line("listed", "listed", device, key, value, time) }
    }

    private func tell(_ change: ExternalChange) throws {
        let time = ListSession.now()
        let device = try store.deviceName()
        let (word, name) = change.reason.names
        // A full cloud is not about a key.
        if change.keys.isEmpty { line(word, name, device, nil, nil, time) }
        for start in stride(from: 0, to: change.keys.count, by: ExternalChange.mostRecords) {
            let end = min(start + ExternalChange.mostRecords, change.keys.count)
            let part = change.part(start..<end)
            for (key, record) in zip(part.keys, try store.records(of: part)) {
                line(word, name, key.device ?? device, key.name, record?.value, time)
            }
        }
    }

    private func line(
        _ word: String, _ name: String, _ device: String, _ key: String?,
        _ value: PropertyListValue?, _ time: Double
    ) {
        let type = value.map(StoreValueText.type)
        guard command.json else {
            let text = value.map(StoreValueText.plain)
            return say(
                [LocalTime.text(time), name, device, key ?? "", type ?? "", text ?? ""]
                    .map(harmless).joined(separator: "\t"))
        }
        say(
            JSON.object([
                "device": JSON.string(device), "key": key.map(JSON.string) ?? "null",
                "time": JSON.number(time), "type": type.map(JSON.string) ?? "null",
                "value": value.map(StoreValueText.typed) ?? "null", "what": JSON.string(word),
            ]))
    }
}

extension ExternalChange.Reason {
    /// The kind of change for programs, and for people.
    fileprivate var names: (word: String, name: String) {
        switch self {
        case .serverChange: ("serverChange", "server change")
        case .initialSyncChange: ("initialSync", "initial sync")
        case .quotaViolationChange: ("quotaViolation", "quota violation")
        case .accountChange: ("accountChange", "account change")
        }
    }
}
