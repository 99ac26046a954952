import BookmarkLibrary
import Bookmarks
import DeviceStore
import Glibc
import KeyValueStore
import ScratchFolder
import Synchronization
import Testing

/// A process of a device, with everything real in a scratch folder.
final class Desk {
    let folder: ScratchFolder
    let home: Home
    let mirror: HomeMirror
    let controller: BookmarksController
    private let arrived: Arrived
    private let observation: Observation

    private final class Arrived: Sendable { let changes = Mutex<[ExternalChange]>([]) }

    init(
        _ device: String = "desk", in folder: ScratchFolder = ScratchFolder(),
        home name: String = "home", session: EditSession = .command
    ) throws {
        self.folder = folder
        home = try Home(
            HomeLocation(
                home: folder.path(name), device: device, environment: [:], hostName: ""
            ).inUsedAccount())
        mirror = try home.openMirror()
        controller = home.makeController(mirror: mirror, session: session)
        let arrived = Arrived()
        self.arrived = arrived
        observation = home.store.observeExternalChanges(withRecords: true) { change in
            arrived.changes.withLock { $0.append(change) }
        }
    }

    /// Another device of the same person or, with the same name, another process of this one.
    func other(_ device: String = "laptop", session: EditSession = .command) throws -> Desk {
        try Desk(device, in: folder, session: session)
    }

    /// A device on another machine that has the same name and uses the same cloud.
    func namesake() throws -> Desk {
        let clouds = folder.path("home/clouds")
        mkdir(folder.path("elsewhere"), 0o700)
        try #require(symlink(clouds, folder.path("elsewhere/clouds")) == 0)
        return try Desk(home.location.device, in: folder, home: "elsewhere")
    }

    /// The changes since the last call, by other processes and, after a sync, by other devices.
    func arrivals() -> [ExternalChange] {
        home.store.synchronize()
        return arrived.changes.withLock { changes in
            defer { changes = [] }
            return changes
        }
    }

    /// Shows what arrived, as an open list does.
    @discardableResult
    func receiveArrivals() throws -> [ReceivedChanges.Change] {
        try arrivals().flatMap { try controller.receive($0).changes }
            + controller.receive(conflicts: home.catalog.conflicts()).changes
    }

    /// Syncs with the cloud, and shows what arrived.
    @discardableResult
    func sync() async throws -> [ReceivedChanges.Change] {
        try await home.device.syncOnce()
        return try receiveArrivals()
    }

    @discardableResult
    func add(_ name: String, _ url: String, tags: [String] = []) throws -> String {
        try controller.add(BookmarkDraft(name: name, url: url, tags: tags))
    }

    /// Edits a bookmark as a form does, starting from its current fields.
    func edit(_ id: String, _ change: (inout BookmarkDraft) -> Void) throws {
        guard let original = try controller.bookmark(id: id)?.draft else { return }
        var draft = original
        change(&draft)
        try controller.edit(id: id, from: original, to: draft)
    }

    func draft(_ id: String) throws -> BookmarkDraft? {
        guard try home.catalog.row(id: id) != nil else { return nil }
        return try controller.bookmark(id: id)?.draft
    }

    /// The names in the catalog, newest first.
    var names: [String] {
        get throws { try home.catalog.rows(sortedBy: .standard, limit: 1000).map(\.name) }
    }

    /// The names in the open list.
    var listed: [String] {
        (0..<controller.list.count).map { controller.list[$0].name }
    }
}
