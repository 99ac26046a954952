import DeviceStore
public import Foundation
import Synchronization

/// A place for documents that is the same on every device, shared by the programs that name it.
///
/// Code written for Apple's systems needs only the URL, which
/// `FileManager.url(forUbiquityContainerIdentifier:)` returns. This class adds what Apple's API
/// lacks: other devices and folders, removing, syncing at once, transfers.
public final class UbiquityContainer: Sendable {
    /// The URL of the container. Append `Documents` and a name to get a document's.
    ///
    /// Its scheme is `ubiquity`. Contents are kept in chunks, not in files: read and write them
    /// with ``Document``. The URL of a container that was opened with a configuration is valid in
    /// this process, as long as the container is retained.
    public let url: URL
    let configuration: @Sendable () -> StoreConfiguration
    private let open = Mutex<OpenContainer?>(nil)

    /// Makes a container with the identifier of a configuration, to be opened as that says.
    public convenience init(_ configuration: StoreConfiguration) {
        let number = ContainerRegistry.nextNumber()
        self.init(
            host: "\(number)", identifier: configuration.identifier,
            configuration: { configuration })
        ContainerRegistry.add(self, number: number)
    }

    /// - Parameter host: distinguishes containers with the same identifier in this process.
    init(
        host: String, identifier: String,
        configuration: @escaping @Sendable () -> StoreConfiguration
    ) {
        self.configuration = configuration
        var parts = URLComponents()
        parts.scheme = ContainerRegistry.scheme
        parts.host = host
        parts.path = "/" + identifier
        // Every path can be escaped.
        url = parts.url ?? URL(fileURLWithPath: "/")
    }

    /// The container of this program; see ``StoreConfiguration/standard``. It is opened when it is
    /// first used.
    public static var standard: UbiquityContainer { ContainerRegistry.standard(nil) }

    /// Returns the container in the account that the device uses now.
    func current() throws -> OpenContainer {
        let configuration = configuration()
        let location = try configuration.accountLocation()
        return try open.withLock { open in
            if let open, open.location.isSameAccount(as: location) { return open }
            let new = try OpenContainer(location, configuration)
            open = new
            return new
        }
    }

    /// Returns a stream with an element now, and whenever a document, its state or the account may
    /// have changed. It ends with the task that reads it.
    func rings() -> AsyncStream<Void> {
        let (rings, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task.detached {
            guard let changes = try? self.configuration().accountLocation().accountChanges()
            else { return continuation.finish() }
            var followed: (container: OpenContainer, task: Task<Void, Never>)?
            for await _ in changes {
                guard let container = try? self.current() else { continue }
                if followed?.container !== container {
                    followed?.task.cancel()
                    let deviceRings = container.documents.rings()
                    followed = (
                        container,
                        Task { for await _ in deviceRings { continuation.yield() } }
                    )
                }
                continuation.yield()
            }
            followed?.task.cancel()
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return rings
    }

    // MARK: Beyond Apple's

    /// Removes a document here and on all devices, with its versions. Throws ``UbiquityError``.
    public func removeItem(at url: URL) throws {
        let place = try place(of: url)
        try place.withDocuments { try $0.remove(at: place.path) }
    }

    /// Renames a document, with its versions. Throws ``UbiquityError``, for example if there is a
    /// document with the new name.
    public func moveItem(at url: URL, to other: URL) throws {
        let (place, target) = (try place(of: url), try place(of: other))
        try place.withDocuments { try $0.move(at: place.path, to: target.path) }
    }

    /// Exchanges documents with the cloud. When it returns, the cloud has all documents saved here,
    /// and this device knows all documents that the cloud had. Contents are fetched when they are
    /// opened. Throws ``UbiquityError`` if that is not possible now; unsent versions are sent
    /// later.
    public func sync() async throws {
        do { try await current().documents.syncAndWait() } catch { throw UbiquityError(error) }
    }

    /// Returns the place of a document. Throws ``UbiquityError`` for a URL of another container.
    private func place(of url: URL) throws -> ItemPlace {
        let place = try ItemPlace(url)
        guard place.container === self else { throw UbiquityError.foreign(url) }
        return place
    }
}

/// A container in one account. It syncs for as long as this object is retained.
final class OpenContainer: Sendable {
    let location: HomeLocation
    let documents: DocumentContainer
    private let tasks: [Task<Void, Never>]
    private let lastExchange: LastExchange

    init(_ location: HomeLocation, _ configuration: StoreConfiguration) throws {
        self.location = location
        let device = try DeviceStore(
            location.store(container: configuration.identifier), process: configuration.process)
        let documents = try DocumentContainer(device)
        self.documents = documents
        lastExchange = LastExchange { await documents.sendToLocalCloud() }
        tasks = [
            Task.detached { await device.runEngine() },
            Task.detached { await documents.run() },
        ]
    }

    deinit { for task in tasks { task.cancel() } }
}
