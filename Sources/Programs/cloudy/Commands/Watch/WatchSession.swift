import BookmarkLibrary
import Bookmarks
import DeviceStore
import FileCoordination
import Glibc
import KeyValueStore

/// The watched bookmarks: all bookmarks of one account of the device.
struct WatchedAccount {
    let home: Home
    let mirror: HomeMirror

    /// Opens the device's current account.
    init(_ options: HomeOptions) throws {
        home = try options.open(isApart: options.offline)
        mirror = try options.openMirror(of: home)
    }
}

/// Runs the engine of a device in one account and prints the changes. It runs on the main thread;
/// other threads put events in the box.
struct WatchSession {
    private let home: Home
    private let mirror: HomeMirror
    private let query: Query
    private let printsJSON: Bool
    private let box: WatchBox
    private let options: HomeOptions

    init(
        _ account: WatchedAccount, _ query: Query, _ box: WatchBox, _ options: HomeOptions,
        printsJSON: Bool
    ) {
        home = account.home
        mirror = account.mirror
        self.query = query
        self.box = box
        self.options = options
        self.printsJSON = printsJSON
    }

    /// Watches until a signal comes or the reader is gone. Returns the next account if the device
    /// switches to another one.
    func run(listsAll: Bool) throws -> WatchedAccount? {
        // Observe before reading: a change in between is reported twice rather than never.
        let observation = home.store.observeExternalChanges { [box] in box.post(.external($0)) }
        var watched = try WatchedBookmarks(home.catalog)
        try sayBeginning(watched, listsAll: listsAll)
        let tasks = startTasks()
        home.store.synchronize()
        let end = try watch(&watched)
        observation.cancel()
        for task in tasks { task.cancel() }
        mirror.flushBeforeExit()
        for problem in mirror.takeProblems() { complain(problem) }
        switch end {
        case .account(let next):
            box.forgetAll()
            home.sendLast(after: tasks)
            return next
        case .unwanted: return nil
        }
    }

    /// The reason why watching an account ends.
    private enum End {
        case account(WatchedAccount)
        /// A signal came, or the reader is gone.
        case unwanted
    }

    private func watch(_ watched: inout WatchedBookmarks) throws -> End {
        var said = ""
        while !OutputFailure.hasOccurred {
            switch box.next(orClosed: STDOUT_FILENO) {
            case .external(let change): try tell(change, &watched)
            case .ring: try tellTheUnannounced(&watched)
            case .account:
                do {
                    let used = try home.location.inUsedAccount()
                    if used.isSameAccount(as: home.location) { continue }
                    return .account(try WatchedAccount(options))
                } catch {
                    // Reported once, however often it is tried.
                    let text = message(for: error)
                    let account = "the account “\(home.location.account)”"
                    if text != said { complain("Still watching \(account): \(text)") }
                    said = text
                }
            case nil: return .unwanted
            }
        }
        return .unwanted
    }

    private func startTasks() -> [Task<Void, Never>] {
        [
            Task.detached { [home] in await home.store.listen() },
            Task.detached { [home] in await home.device.runEngine() },
            Task.detached { [mirror] in await mirror.run() },
            Task.detached { [home, box] in
                let rings = home.device.rings()
                // Other programs may have changed something before.
                box.post(.ring)
                for await _ in rings { box.post(.ring) }
            },
            Task.detached { [home, box] in
                for await _ in home.location.accountChanges() { box.post(.account) }
            },
        ]
    }

    // MARK: Lines

    private func sayBeginning(_ watched: WatchedBookmarks, listsAll: Bool) throws {
        let device = try home.store.deviceName()
        let time = ListSession.now()
        if printsJSON {
            say(
                JSON.object([
                    "account": JSON.string(home.location.account),
                    "bookmarks": "\(watched.entries.count)", "device": JSON.string(device),
                    "time": JSON.number(time), "what": JSON.string("begin"),
                ]))
        } else {
            let count = bookmarks(watched.entries.count)
            say([LocalTime.text(time), "begin", device, count].joined(separator: "\t"))
        }
        guard listsAll else { return }
        let rows = try findingInText(home, query) {
            try home.catalog.rows(matching: query, sortedBy: .standard)
        }
        let links = printsJSON ? try home.linkStates(ofIDs: rows.map(\.id)) : [:]
        let lines = rows.reversed().compactMap { row in
            watched.entries[row.id].map { entry in
                WatchedChange(.listed, entry, before: nil, [], entry.details.device)
                    .text(isJSON: printsJSON, time: time, link: links[row.id]) + "\n"
            }
        }
        write(lines.joined(), to: STDOUT_FILENO)
    }

    private func tell(_ external: ExternalChange, _ watched: inout WatchedBookmarks) throws {
        for key in external.keys where key.name.hasPrefix(BookmarksController.keyPrefix) {
            let id = String(key.name.dropFirst(BookmarksController.keyPrefix.count))
            let device = try key.device ?? home.store.deviceName()
            if let change = try watched.change(of: id, by: device) { try print(change) }
        }
        mirror.setNeedsUpdate()
    }

    private func tellTheUnannounced(_ watched: inout WatchedBookmarks) throws {
        for problem in mirror.takeProblems() { complain(problem) }
        let device = try home.store.deviceName()
        for change in try watched.conflictChanges(by: device) { try print(change) }
        for change in try watched.deletionsForever(by: device) { try print(change) }
    }

    /// Returns the state of a link.
    private func link(_ id: String) throws -> LinkState? {
        try home.linkStates(ofIDs: [id])[id]
    }

    private func print(_ change: WatchedChange) throws {
        let id = change.entry.row.id
        let isDuplicate =
            try query.asksForDuplicates && home.catalog.duplicates().contains(id)
        let link = try link(id)
        let isBroken = link?.finding.isBroken == true
        let documents = try query.documentTerms.filter {
            try home.catalog.bookmarks(having: $0).contains(id)
        }
        let isFound = try change.isFound(
            by: query, isDuplicate: isDuplicate, isBroken: isBroken, documents: documents)
        guard isFound else { return }
        say(change.text(isJSON: printsJSON, time: ListSession.now(), link: link))
    }
}
