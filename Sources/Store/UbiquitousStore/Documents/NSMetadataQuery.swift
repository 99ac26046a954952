import DeviceStore
import Documents
public import Foundation

/// A live query: finds the documents of containers at once, and follows their changes.
///
/// The class belongs to the main actor, where it posts its notifications. Apple's class belongs to
/// the thread whose run loop it was started on.
@MainActor
public final class NSMetadataQuery: NSObject {
    /// The places to search: ``NSMetadataQueryUbiquitousDocumentsScope``,
    /// ``NSMetadataQueryUbiquitousDataScope``, and URLs of containers or of folders in them. Set it
    /// before ``start()``. By default, the query finds all documents of the program's standard
    /// container.
    public var searchScopes: [Any] = []
    /// The documents to find: a closure, as Linux has no predicate language; `nil` for all. Set it
    /// before ``start()``.
    public var predicate: (@MainActor (NSMetadataItem) -> Bool)?

    /// Whether the query has started and not been stopped.
    public private(set) var isStarted = false
    /// Whether it is gathering its first results.
    public private(set) var isGathering = false
    /// Whether it was stopped. Its results stay.
    public private(set) var isStopped = false

    private var items: [NSMetadataItem] = []
    private var disabled = 0
    private var isBehind = false
    private var following: QueryTask?
    /// The number of searches that have begun.
    private var looks = 0

    /// A query that has not started.
    public override init() { super.init() }

    // MARK: Results

    /// The found items, ordered by URL.
    public var results: [Any] { items }
    /// The number of items that it found.
    public var resultCount: Int { items.count }

    /// Returns an item that the query found.
    ///
    /// - Parameter idx: an index below ``resultCount``.
    public func result(at idx: Int) -> Any { items[idx] }

    /// Returns the index of the found item for the same document; `NSNotFound` if there is none.
    public func index(ofResult result: Any) -> Int {
        let url = (result as? NSMetadataItem)?.url
        return items.firstIndex { $0.url == url } ?? NSNotFound
    }

    /// Keeps the results as they are until ``enableUpdates()`` has been called as many times.
    public func disableUpdates() { disabled += 1 }

    /// Ends one ``disableUpdates()``. The last one applies the changes since then.
    public func enableUpdates() {
        disabled = max(0, disabled - 1)
        guard disabled == 0, isBehind, isStarted else { return }
        isBehind = false
        Task { await look() }
    }

    // MARK: Looking

    /// Starts the query, and returns at once. Returns `false` if it has started already.
    @discardableResult
    public func start() -> Bool {
        if isStarted { return false }
        isStarted = true
        isStopped = false
        isGathering = true
        items = []
        let scopes = QueryScope.all(searchScopes)
        NotificationCenter.default.post(name: .NSMetadataQueryDidStartGathering, object: self)
        let containers = scopes.reduce(into: [UbiquityContainer]()) { containers, scope in
            if !containers.contains(where: { $0 === scope.container }) {
                containers.append(scope.container)
            }
        }
        following = QueryTask(
            containers.map { container in
                Task { [weak self] in
                    for await _ in container.rings() { await self?.look() }
                }
            } + [Task { [weak self] in await self?.look() }])
        return true
    }

    /// Stops the query. The results stay as they are.
    public func stop() {
        guard isStarted else { return }
        following = nil
        isStarted = false
        isGathering = false
        isStopped = true
    }

    private func look() async {
        guard isStarted else { return }
        if disabled > 0, !isGathering {
            isBehind = true
            return
        }
        looks += 1
        let look = looks
        let found = await QueryScope.find(QueryScope.all(searchScopes))
        // A later search knows more, and a search from before a restart has other scopes.
        guard isStarted, look == looks else { return }
        let wanted = predicate.map { found.filter($0) } ?? found
        if isGathering {
            isGathering = false
            items = wanted
            NotificationCenter.default.post(name: .NSMetadataQueryDidFinishGathering, object: self)
            return
        }
        // Updates may have been disabled during the search.
        if disabled > 0 { isBehind = true } else { update(wanted) }
    }

    private func update(_ wanted: [NSMetadataItem]) {
        let old = Dictionary(items.map { ($0.url, $0) }) { $1 }
        let new = Dictionary(wanted.map { ($0.url, $0) }) { $1 }
        let added = wanted.filter { old[$0.url] == nil }
        let changed = wanted.filter { item in old[item.url].map { !$0.isEqual(item) } ?? false }
        let removed = items.filter { new[$0.url] == nil }
        if added.isEmpty, changed.isEmpty, removed.isEmpty { return }
        items = wanted
        NotificationCenter.default.post(
            name: .NSMetadataQueryDidUpdate, object: self,
            userInfo: [
                NSMetadataQueryUpdateAddedItemsKey: added,
                NSMetadataQueryUpdateChangedItemsKey: changed,
                NSMetadataQueryUpdateRemovedItemsKey: removed,
            ])
    }
}

/// The tasks of a query, which are cancelled when this object is released.
private final class QueryTask: Sendable {
    private let tasks: [Task<Void, Never>]
    init(_ tasks: [Task<Void, Never>]) { self.tasks = tasks }
    deinit { for task in tasks { task.cancel() } }
}

/// A part of a container.
struct QueryScope: Sendable {
    var container: UbiquityContainer
    /// Whether a path belongs to this part.
    var contains: @Sendable (String) -> Bool

    /// Returns the scopes that a program named. A value that is not a scope finds nothing.
    static func all(_ scopes: [Any]) -> [QueryScope] {
        if scopes.isEmpty { return [QueryScope(container: .standard) { _ in true }] }
        return scopes.compactMap { scope in
            switch scope {
            case NSMetadataQueryUbiquitousDocumentsScope as String:
                QueryScope(container: .standard) { $0.hasPrefix("Documents/") }
            case NSMetadataQueryUbiquitousDataScope as String:
                QueryScope(container: .standard) { !$0.hasPrefix("Documents/") }
            case let url as URL: QueryScope(url)
            default: nil
            }
        }
    }

    private init(container: UbiquityContainer, contains: @escaping @Sendable (String) -> Bool) {
        self.container = container
        self.contains = contains
    }

    /// The scope below a URL; `nil` for a URL outside all containers.
    private init?(_ url: URL) {
        guard let place = try? ItemPlace(url.appendingPathComponent("-")) else { return nil }
        container = place.container
        let folder = String(place.path.dropLast())
        contains = { $0.hasPrefix(folder) }
    }

    /// Returns the documents of some scopes, each once, ordered by URL. Skips containers that
    /// cannot be opened.
    @concurrent static func find(_ scopes: [QueryScope]) async -> [NSMetadataItem] {
        var found: [URL: NSMetadataItem] = [:]
        for scope in scopes {
            guard let container = try? scope.container.current().documents,
                let documents = try? container.documents()
            else { continue }
            let sent = (try? container.sentContents()) ?? []
            for document in documents where scope.contains(document.name) {
                let url = scope.container.url.appendingPathComponent(document.name)
                found[url] = NSMetadataItem(
                    url: url, facts: NSMetadataItem.Facts(document, in: container, sent: sent))
            }
        }
        return found.values.sorted { $0.url.absoluteString < $1.url.absoluteString }
    }
}
