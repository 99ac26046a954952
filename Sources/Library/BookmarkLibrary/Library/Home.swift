import BookmarkDatabase
public import Bookmarks
public import DeviceStore
import Documents
import FileCoordination
public import KeyValueStore
import LocalCloud
import ReplicaFile
public import SimulatedCloud
import Synchronization

/// All open parts of one device: its store, the bookmarks' catalog, and the property list. It
/// belongs to one account: when the device changes the account, a new home is opened.
///
/// It is named after its folder, which people set with `--home` and `CLOUDY_HOME`, as in
/// `GNUPGHOME`. A name such as “state directory” would leave out the store and its engine, and
/// people call the bookmarks “library”.
public final class Home: Sendable {
    public let location: HomeLocation
    /// The store of the bookmarks with its replica, its cloud and its engine.
    public let device: DeviceStore
    public let catalog: any BookmarkCatalog
    /// The steps that can be undone.
    public let journal: any EditJournal
    let tables: BookmarkTransactionTables
    public let preferences: HomePreferences
    /// The contents of documents.
    let deviceContents: DeviceContents
    /// Rings when a transfer of a content began, ended, or was changed by a person.
    let transferBell: Doorbell
    /// The progress of the exchange of contents, while there is one.
    let transfer = Mutex<DocumentExchange.Progress?>(nil)
    /// Whether to send contents as soon as the cloud can be reached.
    let awaitsCloud = Mutex(false)
    /// The text of documents, for searches and the reader.
    public let textIndex: TextIndex

    /// Opens a home in the account that the location names, and creates it if there is none. A home
    /// that cannot be written is opened for reading: see ``DeviceStore``. Throws ``HomeError``.
    ///
    /// - Parameters:
    ///   - simulation: a simulated bad network in front of the cloud.
    ///   - connect: connects to a cloud behind a network: see `RemoteCloud`.
    ///   - connectChunks: connects to the contents of documents there.
    ///   - isApart: whether not to sync until ``setOffline(_:)`` ends airplane mode.
    public init(
        _ location: HomeLocation, simulation: CloudSimulation? = nil,
        connect: RemoteCloud.Connector? = nil,
        connectChunks: RemoteCloud.ChunkConnector? = nil, isApart: Bool = false
    ) throws {
        self.location = location
        device = try DeviceStore(
            location.store, simulation: simulation, connect: connect, joinLimit: 0,
            joining: { try Home.joinFew($0, location, simulation) },
            derivedTables: [
                BookmarkTable(), DeletedTable(), MirrorTable(), LinkTable(), EditStepTable(),
                HistoryTable(), InterfaceNumbers(), BrowserFileTable(),
            ] + DeviceStore.documentTables)
        device.isApart = isApart
        if device.readOnlyReason == nil {
            do { try BookmarksController.declarePolicy(in: device.store) } catch {
                throw HomeError(error)
            }
        }
        let transferBell = Doorbell(existing: location.store.transferBell)
        self.transferBell = transferBell
        deviceContents = try DeviceContents(device, connect: connectChunks) { transferBell.ring() }
        textIndex = TextIndex(path: location.textIndex)
        let kept = KeptDocuments()
        catalog = BookmarkCatalogTable(replica: device.replica) {
            try kept.bookmarks(having: $0)
        }
        let journal = EditJournalTable(replica: device.replica)
        self.journal = journal
        tables = BookmarkTransactionTables(
            store: device.store, replica: device.replica, journal: journal)
        preferences = HomePreferences(
            location, simulation, connect, defaults: device.replica,
            isReadOnly: device.readOnlyReason != nil, isApart: isApart)
        kept.attach(self)
    }

    /// The reason why nothing can be saved here, as a sentence for the person; `nil` if all is
    /// well.
    public var readOnlyReason: String? { device.readOnlyReason }

    /// The store of the bookmarks.
    public var store: UbiquitousKeyValueStore { device.store }

    /// Writes bookmarks together with their tables.
    public var transactions: any BookmarkTransactions { tables }

    /// Switches airplane mode for all processes of this device. A home that was opened apart starts
    /// syncing when airplane mode ends.
    public func setOffline(_ isOffline: Bool) throws {
        for device in [device, try preferences.device()] {
            if !isOffline { device.isApart = false }
            try device.setOffline(isOffline)
        }
    }

    /// Shrinks the files after an edit of many bookmarks, before the program ends.
    ///
    /// - Parameter afterOthers: whether another program made the edit.
    public func settle(afterOthers: Bool = false) {
        device.replica.settle(afterOthers: afterOthers)
    }

    /// Returns the failure of undo storage since the last call, as a sentence.
    public func takeUndoProblem() -> String? { journal.takeProblem() }

    /// Makes a controller of this home's bookmarks, for the edits of a session.
    public func makeController(
        mirror: any DefaultsMirror, session: EditSession = .command
    ) -> BookmarksController {
        BookmarksController(
            store: store, catalog: catalog, mirror: mirror, journal: journal,
            transactions: transactions, session: session,
            now: { Double(DeviceStore.milliseconds()) / 1000 }, random: DeviceStore.random)
    }
}

extension HomeLocation {
    /// The property list that mirrors the bookmarks of the account.
    public var defaults: String { accountFolder + "/defaults.plist" }
    /// The index of the text of documents, which can be rebuilt at any time.
    public var textIndex: String { accountFolder + "/text.sqlite" }
}
