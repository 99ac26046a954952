import BookmarkDatabase
package import BookmarkLibrary
package import Bookmarks
import BrowserFiles
import DeviceStore
import KeyValueStore
import WebPages

/// The open bookmarks of one account of the device, with the tasks that keep them in sync with
/// other programs and devices.
package final class OpenedLibrary {
    package let home: Home
    package let controller: BookmarksController
    package let mirror: HomeMirror
    private var tasks: [Task<Void, Never>] = []
    private var observation: Observation?
    /// The folder that browsers sync with, once a browser has used it.
    var browserFolder: BrowserFolder?

    /// Opens the bookmarks of an account, and reads their list.
    init(_ location: HomeLocation, isApart: Bool) throws {
        home = try Home(location, isApart: isApart)
        mirror = try home.openMirror(canLookLater: true)
        controller = home.makeController(mirror: mirror)
        try controller.open(firstPage: 0)
        let rows = try home.catalog.rows(sortedBy: .standard, limit: nil)
        try controller.load(rows)
        // Programs alternate searches and plain lists. Without this, each search would read all
        // notes.
        controller.keepDetails()
        controller.add(
            try ForeseenFacts(.details, from: home.catalog), of: controller.list.revision)
        // The numbers of bookmarks, which programs use, follow the order in which they were added.
        if home.readOnlyReason == nil {
            _ = try InterfaceNumbers.numbers(
                .bookmark, of: rows.reversed().map(\.id), in: home.device.replica)
        }
    }

    /// Begins to follow the changes of others, and to exchange with the cloud.
    ///
    /// - Parameter report: receives the changes of others.
    func follow(_ report: @escaping @Sendable (ExternalChange) -> Void) {
        observation = home.store.observeExternalChanges(withRecords: true, report)
        tasks = [
            Task.detached { [home] in await home.store.listen() },
            Task.detached { [home] in await home.device.runEngine() },
            Task.detached { [home] in await home.runDocumentExchange() },
            Task.detached(priority: .background) { [home] in
                await home.runTextIndex(PageExtraction())
            },
            Task.detached { [mirror] in await mirror.run() },
            Task.detached { [home, mirror] in try? await home.preferences.follow(mirror) { _, _ in }
            },
        ]
        home.store.synchronize()
    }

    private var knownTagDates: (revision: Int, dates: [String: (added: Double, spelling: String)])?

    /// Returns for each tag, as ``Tags/stored(_:)`` spells it, when the first bookmark with it was
    /// added, and how that bookmark spells it. The result is cached until a bookmark changes.
    package func tagDates() throws -> [String: (added: Double, spelling: String)] {
        let revision = controller.list.revision
        if let known = knownTagDates, known.revision == revision { return known.dates }
        var dates: [String: (added: Double, spelling: String)] = [:]
        // The earliest come last.
        for row in try home.catalog.rows(sortedBy: .standard, limit: nil) {
            for tag in row.separateTags { dates[Tags.stored(tag)] = (row.added, tag) }
        }
        knownTagDates = (revision, dates)
        return dates
    }

    /// Ends the tasks, and writes the property list.
    func close() {
        observation?.cancel()
        for task in tasks { task.cancel() }
        mirror.flushBeforeExit()
    }
}
