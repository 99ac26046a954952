import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import KeyValueStore
import WebPages

/// The background tasks of an open list. They report through the mailbox.
struct ListTasks {
    private(set) var running: [Task<Void, Never>] = []
    private let home: Home
    private let mirror: HomeMirror
    private let mailbox: Mailbox
    private var observation: Observation?

    init(_ home: Home, _ mirror: HomeMirror, _ mailbox: Mailbox) {
        self.home = home
        self.mirror = mirror
        self.mailbox = mailbox
    }

    /// Starts all tasks.
    ///
    /// - Parameters:
    ///   - openings: the openings since the list began to open.
    ///   - settings: the settings that the list has applied.
    ///   - writer: stores the text of a form.
    mutating func start(
        _ openings: OpeningsWatch, _ settings: SettingsReading, _ writer: FormWriter?
    ) {
        observation = home.store.observeExternalChanges(withRecords: true) { [mailbox] in
            mailbox.post(.external($0))
        }
        let settingsFile = SettingsFile(home.location)
        running = [
            Task.detached { [home] in await home.store.listen() },
            Task.detached { [home] in await home.device.runEngine() },
            Task.detached { [home] in await home.runDocumentExchange() },
            textIndexTask(), transfersTask(),
            Task.detached { [mirror, mailbox] in await Self.follow(mirror, mailbox) },
            Task.detached { [home, mirror, mailbox] in
                var rings = RingFollower(home, mirror, openings, mailbox)
                await rings.run()
            },
            preferencesTask(),
            Task.detached { [home, mailbox] in
                for await _ in home.location.accountChanges() { mailbox.post(.account) }
            },
            Task.detached { [mailbox] in
                await Self.follow(settingsFile, since: settings, mailbox)
            },
            Task.detached { [home, mailbox] in await Self.makeBackups(home, mailbox) },
        ]
        if let writer {
            running.append(Task.detached { [mailbox] in await writer.run(mailbox) })
        }
        home.store.synchronize()
    }

    /// Reads the rows that are not on the first page.
    mutating func readAllRows(sortedBy order: SortOrder) {
        running.append(
            Task.detached { [home, mailbox] in
                do {
                    let rows = try home.catalog.rows(sortedBy: order, limit: nil)
                    mailbox.post(.rows(rows))
                } catch {
                    mailbox.say(.error, message(for: error))
                }
            })
    }

    func cancel() {
        for task in running { task.cancel() }
    }

    private func preferencesTask() -> Task<Void, Never> {
        Task.detached { [home, mirror, mailbox] in
            do {
                try await home.preferences.follow(mirror) { preferences, place in
                    mailbox.post(.preferences(preferences, place: place))
                }
            } catch {
                mailbox.say(.warning, message(for: error))
            }
        }
    }

    /// Keeps the index of the text of documents up to date.
    private func textIndexTask() -> Task<Void, Never> {
        Task.detached(priority: .background) { [home, mailbox] in
            await home.runTextIndex(PageExtraction()) { mailbox.post(.documents) }
        }
    }

    /// Shows the progress of transfers, no matter which process makes them.
    private func transfersTask() -> Task<Void, Never> {
        Task.detached(priority: .background) { [home, mailbox] in
            await home.followTransfers { transfers, areAllPaused in
                mailbox.post(.event(.answer(transfers, to: TransfersRequest())))
                mailbox.post(.event(.answer(areAllPaused, to: TransferPauseRequest())))
            }
        }
    }

    /// Applies the settings file whenever it changes.
    ///
    /// - Parameter applied: the settings that the list has read; the file may have changed before
    ///   the watch.
    private static func follow(
        _ file: SettingsFile, since applied: SettingsReading, _ mailbox: Mailbox
    ) async {
        var isFirst = true
        for await _ in file.changes() {
            let (settings, problems) = file.read()
            if !isFirst || (settings, problems) != applied {
                mailbox.post(.settings(settings, problems: problems))
            }
            isFirst = false
        }
    }

    /// Keeps the property list in step, and posts the bookmarks that were edited in it by hand.
    private static func follow(_ mirror: HomeMirror, _ mailbox: Mailbox) async {
        if mirror.looksLater { mailbox.say(.info, "The property list changed; reading it…") }
        mirror.follow { [weak mirror] ids in
            if !ids.isEmpty {
                mailbox.post(.stored(ids: ids))
                mailbox.say(.info, "Read from the property list: \(bookmarks(ids.count))")
            }
            for problem in mirror?.takeProblems() ?? [] { mailbox.say(.error, problem) }
        }
        await mirror.run()
    }
}
