import BookmarkLibrary
import Bookmarks
import BookmarksUI
import DeviceStore
import KeyValueStore

// The tasks beside the list for as long as it is open. They report through the mailbox.
extension ListSession {
    func startTasks(_ openings: OpeningsWatch) {
        observation = home.store.observeExternalChanges(withRecords: true) { [mailbox] in
            mailbox.post(.external($0))
        }
        tasks = [
            Task.detached { [home] in await home.store.listen() },
            Task.detached { [home] in await home.device.runEngine() },
            Task.detached { [home] in await home.runDocumentExchange() },
            textIndexTask(), transfersTask(),
            Task.detached { [mirror, mailbox] in await ListSession.mirror(mirror, mailbox) },
            Task.detached { [home, mirror, mailbox] in
                await ListSession.followRings(home, mirror, openings, mailbox)
            },
        ]
        tasks.append(
            Task.detached { [home, mirror, mailbox] in
                do {
                    try await home.preferences.follow(mirror) { preferences, device in
                        mailbox.post(.preferences(preferences, device: device))
                    }
                } catch {
                    mailbox.post(.event(.message(.warning, message(for: error))))
                }
            })
        tasks.append(
            Task.detached { [home, mailbox] in
                for await _ in home.location.accountChanges() { mailbox.post(.account) }
            })
        let settingsFile = SettingsFile(home.location)
        tasks.append(
            Task.detached { [mailbox] in
                await ListSession.followSettings(settingsFile, mailbox)
            })
        tasks.append(
            Task.detached { [home, mailbox] in
                await ListSession.makeBackups(home, mailbox)
            })
        if let writer = keeper?.writer {
            tasks.append(Task.detached { [mailbox] in await writer.run(mailbox) })
        }
        if controller.list.isPartial {
            tasks.append(
                Task.detached { [home, mailbox, order = controller.list.order] in
                    do {
                        let rows = try home.catalog.rows(sortedBy: order, limit: nil)
                        mailbox.post(.rows(rows))
                    } catch {
                        mailbox.post(.event(.message(.error, message(for: error))))
                    }
                })
        }
        home.store.synchronize()
    }

    /// Keeps the property list in step, and posts what was edited in it by hand.
    private static func mirror(_ mirror: HomeMirror, _ mailbox: Mailbox) async {
        if mirror.looksLater {
            mailbox.post(
                .event(.message(.info, "The property list changed; reading it…")))
        }
        mirror.follow { [weak mirror] ids in
            if !ids.isEmpty {
                mailbox.post(.stored(ids: ids))
                let what = "Read from the property list: \(bookmarks(ids.count))"
                mailbox.post(.event(.message(.info, what)))
            }
            for problem in mirror?.takeProblems() ?? [] {
                mailbox.post(.event(.message(.error, problem)))
            }
        }
        await mirror.run()
    }

    /// Posts what the store does not announce, whenever the replica may have changed.
    private static func followRings(
        _ home: Home, _ mirror: HomeMirror, _ openings: OpeningsWatch, _ mailbox: Mailbox
    ) async {
        var openings = openings
        var conflicts = home.documentConflicts()
        let rings = home.device.rings()
        // A sibling may have settled something since the list was opened, and may not ring again.
        lookForConflicts(home, mailbox)
        for await _ in rings {
            lookForConflicts(home, mailbox)
            mailbox.post(.event(.documentsChanged))
            sayConflicts(home, since: &conflicts, mailbox)
            if let ids = try? openings.take(from: home.catalog), !ids.isEmpty {
                mailbox.post(.opened(ids: ids))
            }
            for problem in mirror.takeProblems() {
                mailbox.post(.event(.message(.error, problem)))
            }
            guard let state = try? await home.currentSyncState() else { continue }
            mailbox.post(.sync(state))
        }
    }

    /// Conflicts come and go without a change of any value, which is all that the store announces.
    private static func lookForConflicts(_ home: Home, _ mailbox: Mailbox) {
        // A failed read is repeated at the next ring.
        if let conflicts = try? home.catalog.conflicts() { mailbox.post(.conflicts(conflicts)) }
        if let links = try? home.troubledLinks() { mailbox.post(.links(links)) }
        if let saved = try? home.savedBookmarks(), let pages = try? home.bookmarksWithPage() {
            mailbox.post(.event(.saved(saved, pages: pages)))
        }
        mailbox.post(.documents)
    }
}
