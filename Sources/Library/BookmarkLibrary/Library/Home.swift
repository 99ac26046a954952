import BookmarkDatabase
public import Bookmarks
public import DeviceStore
public import Documents
import FileCoordination
public import KeyValueStore
import LocalCloud
import ReplicaFile
public import SimulatedCloud
import Synchronization

/// Everything of one device, opened: its store, the bookmarks' catalog, and the defaults that
/// mirror them. It belongs to one account: where the device goes to another, a new home is opened.
///
/// The name is that of the folder behind it: people set it with `--home` and `CLOUDY_HOME`, as they
/// set those of other programs, such as `GNUPGHOME`. A word for the folder alone, such as “state
/// directory”, would leave out the store and its engine, and people call the bookmarks “library”.
public final class Home: Sendable {
    public let location: HomeLocation
    /// The store of the bookmarks with its replica, its cloud and its engine.
    public let device: DeviceStore
    public let catalog: any BookmarkCatalog
    /// The steps that can be undone.
    public let journal: any EditJournal
    /// Write bookmarks, with the tables beside them.
    public let transactions: any BookmarkTransactions
    public let preferences: HomePreferences
    /// The contents of documents that are on this device.
    public let contents: DocumentContents
    /// Where contents are exchanged, if that is behind a network and this process talks to it.
    let remoteChunks: RemoteChunks?
    /// Rings when a transfer of a content began, ended, or was changed by a person.
    let transferBell: Doorbell
    /// How far the exchange of contents is, while there is one.
    let transfer = Mutex<DocumentExchange.Progress?>(nil)
    /// Whether contents are to be sent as soon as the cloud can be reached.
    let awaitsCloud = Mutex(false)
    /// The text of documents, for searches and the reader.
    public let textIndex: TextIndex

    /// Opens a home in the account that the location names, and makes it when there is none; one
    /// that cannot be written is opened for reading: see ``DeviceStore``. Throws ``HomeError``.
    ///
    /// - Parameters:
    ///   - simulation: a network through which to see the cloud, as bad as it says.
    ///   - connect: talks to a cloud behind a network; see `RemoteCloud`.
    ///   - connectChunks: the same for the contents of documents.
    ///   - isApart: whether nothing is exchanged until ``setOffline(_:)`` ends airplane mode.
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
        contents = DocumentContents(ChunkFolder(path: location.store.chunks)) {
            location.remote?.cutSeed ?? 0
        }
        transferBell = Doorbell(existing: location.store.transferBell)
        remoteChunks = try location.remote.flatMap { try connectChunks?($0, nil) }
        textIndex = TextIndex(path: location.textIndex)
        let kept = KeptDocuments()
        catalog = BookmarkCatalogTable(replica: device.replica) {
            try kept.bookmarks(having: $0)
        }
        let journal = EditJournalTable(replica: device.replica)
        self.journal = journal
        transactions = BookmarkTransactionTables(
            store: device.store, replica: device.replica, journal: journal)
        preferences = HomePreferences(
            location, simulation, connect, defaults: device.replica,
            isReadOnly: device.readOnlyReason != nil, isApart: isApart)
        kept.attach(self)
    }

    /// Why nothing can be saved here, in a sentence for the person; `nil` where all is well.
    public var readOnlyReason: String? { device.readOnlyReason }

    /// The store of the bookmarks.
    public var store: UbiquitousKeyValueStore { device.store }

    /// Switches airplane mode, for all processes of this device and all that they exchange. A home
    /// that is opened apart is no longer so when it ends.
    public func setOffline(_ isOffline: Bool) throws {
        for device in [device, try preferences.device()] {
            if !isOffline { device.isApart = false }
            try device.setOffline(isOffline)
        }
    }

    /// Makes the files short again after an edit of many bookmarks, before the program ends.
    ///
    /// - Parameter afterOthers: whether the edit was another program's.
    public func settle(afterOthers: Bool = false) {
        device.replica.settle(afterOthers: afterOthers)
    }

    /// The trouble with undo storage since the last call, in a sentence.
    public func takeUndoProblem() -> String? { journal.takeProblem() }

    /// A controller of this home's bookmarks, for the edits of a session.
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
    /// The text of documents, which is made again at will.
    public var textIndex: String { accountFolder + "/text.sqlite" }
}
