import DeviceStore
import Documents
public import Foundation

/// A live query: the documents of containers, found at once and followed from then on.
///
/// The class belongs to the main actor, where it posts its notifications. Apple's is used on the
/// thread whose run loop it was started on.
@MainActor
public final class NSMetadataQuery: NSObject {
    /// Where to look: ``NSMetadataQueryUbiquitousDocumentsScope``,
    /// ``NSMetadataQueryUbiquitousDataScope``, and URLs of containers or of folders in them. Set it
    /// before ``start()``. The default is all that the program's standard container has.
    public var searchScopes: [Any] = []
    /// Which documents to find: a closure, as Linux has no predicate language; `nil` for all. Set
    /// it before ``start()``.
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
    /// How often it has looked.
    private var looks = 0

    /// A query that has not started.
    public override init() { super.init() }

    // MARK: Results

    /// The found items, ordered by URL.
    public var results: [Any] { items }
    /// How many items it found.
    public var resultCount: Int { items.count }

    /// One of the items that it found.
    ///
    /// - Parameter idx: from 0 to ``resultCount``, which it must be below.
    public func result(at idx: Int) -> Any { items[idx] }

    /// The index of an item, or of another item of the same document; `NSNotFound` if there is
    /// none.
    public func index(ofResult result: Any) -> Int {
        let url = (result as? NSMetadataItem)?.url
        return items.firstIndex { $0.url == url } ?? NSNotFound
    }

    /// Keeps the results as they are until ``enableUpdates()`` has been called as many times.
    public func disableUpdates() { disabled += 1 }

    /// Applies the changes since ``disableUpdates()``.
    public func enableUpdates() {
        disabled = max(0, disabled - 1)
        guard disabled == 0, isBehind, isStarted else { return }
        isBehind = false
        Task { await look() }
    }

    // MARK: Looking

    /// Starts to look, and returns at once. Returns `false` if it has started already.
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

    /// Stops looking. The results stay as they are.
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
        // One that began later knows more, and one of an earlier start is about other scopes.
        guard isStarted, look == looks else { return }
        let wanted = predicate.map { found.filter($0) } ?? found
        if isGathering {
            isGathering = false
            items = wanted
            NotificationCenter.default.post(name: .NSMetadataQueryDidFinishGathering, object: self)
            return
        }
        // It may have been disabled while it looked.
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

/// Tasks that end with it.
private final class QueryTask: Sendable {
    private let tasks: [Task<Void, Never>]
    init(_ tasks: [Task<Void, Never>]) { self.tasks = tasks }
    deinit { for task in tasks { task.cancel() } }
}

/// A part of a container.
struct QueryScope: Sendable {
    var container: UbiquityContainer
    /// Whether a path is in it.
    var contains: @Sendable (String) -> Bool

    /// The scopes that a program named. A value that is no scope finds nothing.
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

    /// The scope below a URL; `nil` for a URL of no container.
    private init?(_ url: URL) {
        guard let place = try? ItemPlace(url.appendingPathComponent("-")) else { return nil }
        container = place.container
        let folder = String(place.path.dropLast())
        contains = { $0.hasPrefix(folder) }
    }

    /// The documents of some scopes, each once, ordered by URL. A container that cannot be opened
    /// has none.
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
