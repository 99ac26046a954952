import Bookmarks
import DeviceStore
import Dispatch
import Glibc
import Home
import KeyValueStore

/// Runs the engine of a device and prints what changes. All of it happens on the main thread; other
/// threads leave news in the box.
struct WatchSession {
    private let home: Home
    private let mirror: HomeMirror
    private let query: Query
    private let printsJSON: Bool
    private let box = WatchBox()

    init(_ home: Home, _ mirror: HomeMirror, _ query: Query, printsJSON: Bool) {
        self.home = home
        self.mirror = mirror
        self.query = query
        self.printsJSON = printsJSON
    }

    /// Watches until a signal comes, nobody reads any more, or the device goes to another account.
    func run(listsAll: Bool) throws {
        // From before the list is read: a change in between is told twice rather than never.
        let observation = home.store.observeExternalChanges { [box] in box.post(.external($0)) }
        defer { observation.cancel() }
        var watched = try WatchedBookmarks(home.catalog)
        try sayBeginning(watched, listsAll: listsAll)
        let signals = [SIGINT, SIGTERM, SIGHUP].map(endOn)
        let tasks = startTasks()
        home.store.synchronize()
        var news: WatchNews?
        while true {
            news = box.next(orClosed: STDOUT_FILENO)
            switch news {
            case .external(let change): try tell(change, &watched)
            case .ring: try tellConflicts(&watched)
            case .account:
                guard try !home.location.inUsedAccount().isSameAccount(as: home.location) else {
                    continue
                }
                complain("This device uses another account now. Watching ends.")
            case .signal, nil: break
            }
            if case .external = news { continue }
            if case .ring = news { continue }
            break
        }
        for task in tasks { task.cancel() }
        for signal in signals { signal.cancel() }
        mirror.flushBeforeExit()
        for problem in mirror.takeProblems() { complain(problem) }
        if case .signal(let number) = news { exit(128 + number) }
    }

    private func startTasks() -> [Task<Void, Never>] {
        [
            Task.detached { [home] in await home.store.listen() },
            Task.detached { [home] in await home.device.runEngine() },
            Task.detached { [mirror] in await mirror.run() },
            Task.detached { [home, box] in
                for await _ in home.device.rings() { box.post(.ring) }
            },
            Task.detached { [home, box] in
                for await _ in home.location.accountChanges() { box.post(.account) }
            },
        ]
    }

    private func endOn(_ number: Int32) -> any DispatchSourceSignal {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { [box] in box.post(.signal(number)) }
        source.activate()
        return source
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
        for row in try home.catalog.rows(matching: query, sortedBy: .standard).reversed() {
            guard let entry = watched.entries[row.id] else { continue }
            let listed = WatchedChange(
                .listed, entry, before: nil, [], entry.details.device)
            say(listed.text(isJSON: printsJSON, time: time, link: try link(row.id)))
        }
    }

    private func tell(_ external: ExternalChange, _ watched: inout WatchedBookmarks) throws {
        for key in external.keys where key.name.hasPrefix(BookmarksController.keyPrefix) {
            let id = String(key.name.dropFirst(BookmarksController.keyPrefix.count))
            let device = try key.device ?? home.store.deviceName()
            if let change = try watched.change(of: id, by: device) { try print(change) }
        }
        mirror.setNeedsUpdate()
    }

    private func tellConflicts(_ watched: inout WatchedBookmarks) throws {
        for problem in mirror.takeProblems() { complain(problem) }
        for change in try watched.conflictChanges(by: home.store.deviceName()) { try print(change) }
    }

    /// What was found of a link.
    private func link(_ id: String) throws -> LinkState? {
        try home.linkStates(ofIDs: [id])[id]
    }

    private func print(_ change: WatchedChange) throws {
        let id = change.entry.row.id
        let isDuplicate =
            try query.asksForDuplicates && home.catalog.duplicates().contains(id)
        let link = try link(id)
        let isBroken = link?.finding.isBroken == true
        guard change.isFound(by: query, isDuplicate: isDuplicate, isBroken: isBroken) else {
            return
        }
        say(change.text(isJSON: printsJSON, time: ListSession.now(), link: link))
    }
}
