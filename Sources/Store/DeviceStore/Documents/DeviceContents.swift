public import Documents
import KeyValueStore
public import LocalCloud

/// The contents of a device's documents, on the device and in its cloud.
public struct DeviceContents: Sendable {
    /// The contents that are on this device.
    public let here: DocumentContents
    private let device: DeviceStore
    /// The contents in the cloud, if it is behind a network and this process talks to it.
    private let remote: RemoteChunks?
    /// Tells the other processes of the device that a transfer began, ended, or was changed.
    private let ring: @Sendable () -> Void

    /// - Parameters:
    ///   - store: one of the cloud's stores; `nil` means the device's own store.
    ///   - connect: connects to the contents in a cloud behind a network; if `nil`, another process
    ///     of the device talks to it.
    public init(
        _ device: DeviceStore, store: String? = nil, connect: RemoteCloud.ChunkConnector?,
        ring: @escaping @Sendable () -> Void = {}
    ) throws {
        self.device = device
        self.ring = ring
        let location = device.location
        here = DocumentContents(ChunkFolder(path: location.chunks)) {
            location.remote?.cutSeed ?? 0
        }
        remote = try location.remote.flatMap { try connect?($0, store) }
    }

    /// The exchange of contents with the cloud; `nil` before the device knows its cloud. If another
    /// process of the device talks to the cloud, this exchange only reports the noted state.
    public var exchange: DocumentExchange? {
        guard let name = try? device.contentsName(key: key) else { return nil }
        return DocumentExchange(
            here, device.replica, cloud: cloud ?? noChunks, named: name, ring: ring)
    }

    /// The contents in the cloud; `nil` if another process talks to it.
    public var cloud: (any ChunkStore)? { localCloud ?? remote?.store }

    /// The contents in a cloud on this machine; `nil` if the cloud is behind a network.
    public var localCloud: ChunkFolder? {
        device.location.remote == nil ? ChunkFolder(path: device.location.cloudChunks) : nil
    }

    /// The id of the key that seals contents in the cloud.
    private var key: String? {
        remote.map(\.key) ?? (try? device.location.remote?.sealingKey())?.id
    }

    /// Stands for a cloud that keeps no contents.
    public var noChunks: NoChunks { NoChunks(cloud: device.location.remote?.url ?? "The cloud") }

    /// Returns the contents that the cloud is known to have, no matter which process sent them.
    public func sent() throws -> Set<ChunkName> {
        guard let name = try device.contentsName(key: key) else { return [] }
        return try SentContents.all(name, in: device.replica)
    }

    /// Returns a content, from this device or else from the cloud; `nil` if neither has it.
    ///
    /// - Parameter fetch: fetches a content, and returns whether it is on this device then.
    public func content(
        _ name: ChunkName, fetching fetch: (ChunkName) async throws -> Bool
    ) async throws -> [UInt8]? {
        do {
            if let content = try here.content(name) {
                here.noteUse(of: name)
                return content
            }
        } catch  where error.code == .damaged {
            // The cloud may have an intact copy.
            guard try mayFetch, try await isInCloud(name), try here.dropDamaged(of: name) else {
                throw error
            }
        }
        guard try mayFetch, try await fetch(name) else { return nil }
        return try here.content(name)
    }

    /// Whether contents may be fetched from the cloud now: not in airplane mode, whatever the cloud
    /// is.
    private var mayFetch: Bool {
        get throws { try !device.isApart && !device.isOffline }
    }

    /// Whether the cloud has a content, as far as this process knows.
    private func isInCloud(_ content: ChunkName) async throws -> Bool {
        if device.areContentsElsewhere { return try sent().contains(content) }
        return try await exchange?.isInCloud(content) ?? false
    }
}

extension DeviceStore {
    /// Whether contents may be exchanged in the current state: otherwise the cloud cannot be
    /// reached, a person has to decide first, or the device needs its key.
    public var mayExchangeContents: Bool {
        get throws {
            if isApart { return false }
            return switch try syncState().phase {
            case .idle, .held: true
            case .offline, .unreachable, .refused, .locked, .unsealed, .joining: false
            }
        }
    }
}
