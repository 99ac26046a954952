public import Documents
import KeyValueStore
public import ReplicaFile
import Replication
import Synchronization

/// The documents of the programs that name one container: a store of descriptors, and the contents.
///
/// The name of a document is its path in the container, and its id is derived from the name. If two
/// devices create a document of the same name at the same time, they write two versions of one
/// document.
public final class DocumentContainer: Sendable {
    public let device: DeviceStore
    let deviceContents: DeviceContents
    let transfers = Mutex<[ChunkName: Transfer]>([:])
    let followers = Mutex(Followers())

    /// The listeners that follow the transfers of this process.
    struct Followers {
        var last = 0
        var all: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    private let awaits = Mutex(false)
    /// Whether ``run()`` will send contents as soon as the cloud can be reached.
    public internal(set) var awaitsCloud: Bool {
        get { awaits.withLock(\.self) }
        set { awaits.withLock { $0 = newValue } }
    }

    /// - Parameters:
    ///   - device: the store at ``HomeLocation/store(container:)``.
    ///   - connectChunks: connects to the contents in a cloud behind a network; if `nil`, another
    ///     process of the device talks to it.
    public init(
        _ device: DeviceStore, connectChunks: RemoteCloud.ChunkConnector? = nil
    ) throws {
        self.device = device
        deviceContents = try DeviceContents(
            device, store: device.location.identifier, connect: connectChunks)
        if device.readOnlyReason == nil {
            do {
                try device.store.setMergePolicy(
                    .fields(sets: Document.sets), forPrefix: Document.keyPrefix)
            } catch { throw HomeError(error) }
        }
    }

    // MARK: Finding documents

    /// Returns the document at a path; `nil` if there is none.
    public func document(at path: String) throws -> Document? {
        let key = Self.key(of: path)
        guard let record = try device.store.record(forKey: key), !record.isTombstone else {
            return nil
        }
        return Document(key: key, record: record)
    }

    /// Returns all documents, sorted by path.
    public func documents() throws -> [Document] {
        let keys = try DocumentTable.ids(in: device.replica).map { Document.keyPrefix + $0 }
        return zip(keys, try device.store.records(forKeys: keys)).compactMap { key, record in
            record.flatMap { $0.isTombstone ? nil : Document(key: key, record: $0) }
        }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    static func key(of path: String) -> String {
        Document.keyPrefix + ChunkName(of: Array(path.utf8)).description.prefix(32)
    }

    // MARK: Contents

    /// The contents that are on this device.
    public var contents: DocumentContents { deviceContents.here }

    /// See ``DeviceContents/exchange``.
    public var exchange: DocumentExchange? { deviceContents.exchange }

    /// See ``DeviceContents/sent()``.
    public func sentContents() throws -> Set<ChunkName> { try deviceContents.sent() }
}

extension HomeLocation {
    /// The suffix that turns the identifier of a container into that of its store.
    public static let containerSuffix = ".ubiquity-documents"

    /// Returns whether a store has documents of programs, not key-value pairs.
    public static func isContainer(_ identifier: String) -> Bool {
        identifier.hasSuffix(containerSuffix)
    }

    /// Returns the store of the documents in a container, which all programs that name it share.
    public func store(container identifier: String) throws(HomeError) -> StoreLocation {
        try store(identifier: identifier + Self.containerSuffix)
    }
}

extension StoreLocation {
    /// The tables that this store needs beside its records.
    var documentTables: [any DerivedTable] {
        guard let identifier, HomeLocation.isContainer(identifier) else { return [] }
        return DeviceStore.documentTables
    }
}

extension DeviceStore {
    /// The tables that an exchange of contents needs, beside the records of documents.
    public static var documentTables: [any DerivedTable] {
        [DocumentTable(), SentContents(), DroppedContents(), TransferTable(), TransferPause()]
    }
}
