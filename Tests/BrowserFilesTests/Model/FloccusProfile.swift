import BrowserFiles

/// A browser with floccus: its bookmarks, its memory of the last sync, and its sync.
///
/// A model of floccus 5.9.2 with the strategy “merge”. It has the same requests and numbers,
/// forgets the same things after an error, and treats bookmarks that both sides edited in the same
/// way.
final class FloccusProfile {
    let credential: String
    let file: String
    var local = FloccusTree()
    /// The number on the server of each local item that has one.
    private(set) var numbers: [Int: Int] = [:]
    /// The server's tree after the last sync; `nil` before the first, and after an error.
    private(set) var cache: FloccusTree?
    /// The bookmarks that were edited on both sides, as the server had them: floccus uploads its
    /// whole bookmark, and takes the server's whole bookmark.
    private var crossed: [(id: Int, title: String, parent: Int)] = []
    /// Whether the last upload contained an item that was edited on the server, and not here.
    private(set) var isMixed = false
    /// Whether two folders were each moved into the other, one here and one on the server, before
    /// the last sync.
    private(set) var isCircular = false
    /// Whether floccus refuses the changes of the last sync, unless the person turns its failsafe
    /// off.
    private(set) var isMuch = false
    private var lastID = 0

    init(_ credential: String, file: String = "bookmarks.xbel") {
        self.credential = credential
        self.file = file
    }

    enum Outcome: Equatable {
        case done(uploaded: Bool)
        /// Another browser has the lock.
        case taken
        /// The sync failed, and floccus has forgotten the last one.
        case failed(Int)
        /// The sync was stopped, and its lock is still there.
        case stopped
    }

    struct Stopped: Error {}

    func newID() -> Int {
        lastID += 1
        return lastID
    }

    // MARK: The sync

    /// - Parameters:
    ///   - send: sends a request; throws ``Stopped`` if the browser is closed.
    ///   - meanwhile: called between the download and the upload.
    func sync(
        _ send: @escaping (BrowserRequest) throws -> BrowserAnswer,
        meanwhile: () throws -> Void = {}
    ) throws -> Outcome {
        let exchange = Exchange(credential: credential, file: file, send: send)
        do {
            guard try exchange.takeLock() else { return .taken }
            let found = try exchange.download()
            let server = FloccusTree(found)
            var highest = found.highest ?? 0
            try meanwhile()
            isMuch = cache.map { exceedsFailsafe(server, $0) } ?? false
            merge(server)
            let upload = numbered(&highest)
            let isChanged = upload.file != XBELFile(entries: entries(of: server))
            // Floccus changes its own bookmarks before it uploads.
            takeCrossed(upload.numbers)
            if isChanged {
                try exchange.upload(XBELFile(entries: upload.file.entries, highest: highest))
            }
            numbers = upload.numbers
            cache = FloccusTree(numbered(&highest).file)
            try exchange.releaseLock()
            return .done(uploaded: isChanged)
        } catch is Stopped {
            return .stopped
        } catch let refusal as Exchange.Refusal {
            forget()
            do { try exchange.releaseLock() } catch is Stopped { return .stopped }
            return .failed(refusal.status)
        }
    }

    /// Forgets the last sync, as after an error: the next sync is a first one.
    func forget() {
        cache = nil
        numbers = [:]
    }

    private func entries(of tree: FloccusTree) -> [XBELFile.Entry] {
        tree.below(0).compactMap { id in
            tree.items[id].map {
                XBELFile.Entry(number: id, parent: $0.parent, title: $0.title, url: $0.url)
            }
        }
    }

    /// The local tree with the server's numbers; new items get the next ones.
    private func numbered(_ highest: inout Int) -> (file: XBELFile, numbers: [Int: Int]) {
        var file = XBELFile()
        var all = numbers
        for id in local.below(0) {
            guard let item = local.items[id] else { continue }
            if all[id] == nil {
                highest += 1
                all[id] = highest
            }
            file.entries.append(
                XBELFile.Entry(
                    number: all[id] ?? 0, parent: all[item.parent] ?? 0, title: item.title,
                    url: item.url))
        }
        return (file, all)
    }

    // MARK: Merging

    private var localIDs: [Int: Int] {
        Dictionary(numbers.map { ($0.value, $0.key) }, uniquingKeysWith: { $1 })
    }

    private func merge(_ server: FloccusTree) {
        numbers = numbers.filter { local.items[$0.key] != nil }
        var mine: [Int: [Int]] = [:]
        for (folder, children) in local.order {
            guard let number = folder == 0 ? 0 : numbers[folder] else { continue }
            mine[number] = children.compactMap { numbers[$0] }
        }
        (crossed, isMixed, isCircular) = ([], false, false)
        if let cache { isMixed = isGone(server, cache) }
        create(server)
        if let cache { takeChanges(of: server, since: cache) }
        if let cache { removeGone(from: server, since: cache) }
        takeOrder(of: server, mine)
    }

    /// Takes the server's changes of items that were not changed here.
    private func takeChanges(of server: FloccusTree, since cache: FloccusTree) {
        let ids = localIDs
        for (number, new) in server.items.sorted(by: { $0.key < $1.key }) {
            guard let old = cache.items[number], let id = ids[number], let mine = local.items[id]
            else { continue }
            let parent = new.parent == 0 ? 0 : ids[new.parent]
            let isMoved = numbers[mine.parent] ?? 0 != old.parent
            let isThere = old.parent == 0 || server.items[old.parent] != nil
            if mine.url != nil, mine.url == old.url, parent != nil, isThere,
                isMoved || mine.title != old.title
            {
                let wasMoved = new.parent != old.parent
                if isMoved, wasMoved {
                    isMixed = isMixed || mine.title == old.title && new.title != old.title
                    continue
                }
                if isMoved ? new.title != old.title : wasMoved {
                    crossed.append((id, new.title, new.parent))
                    isMixed = true
                    continue
                }
            }
            if mine.title == old.title { local.items[id]?.title = new.title }
            if mine.url == old.url { local.items[id]?.url = new.url }
            if isMoved || new.parent == old.parent { continue }
            // The new folder may have been removed here, or may be inside this folder here.
            if let parent { local.move(id, to: parent) }
            if local.items[id]?.parent == parent { continue }
            isMixed = true
            isCircular = isCircular || parent != nil
        }
    }

    private func exceedsFailsafe(_ server: FloccusTree, _ cache: FloccusTree) -> Bool {
        func numbers(_ tree: FloccusTree) -> Set<Int> {
            Set(tree.items.filter { $0.value.url != nil }.keys)
        }
        let (old, new) = (numbers(cache), numbers(server))
        let (gone, added) = (old.subtracting(new).count, new.subtracting(old).count)
        return old.count > 5
            && (gone * 5 > old.count || added >= 20 && added * 5 > old.count)
    }

    /// Whether an item was removed here and edited on the server.
    private func isGone(_ server: FloccusTree, _ cache: FloccusTree) -> Bool {
        let there = Set(numbers.values)
        return cache.items.contains { number, old in
            guard let new = server.items[number], !there.contains(number) else { return false }
            return new != old
        }
    }

    private func takeCrossed(_ numbers: [Int: Int]) {
        let ids = Dictionary(numbers.map { ($0.value, $0.key) }, uniquingKeysWith: { $1 })
        for (id, title, number) in crossed {
            local.items[id]?.title = title
            let parent = number == 0 ? 0 : ids[number]
            if let parent, local.items[id]?.parent != parent { local.move(id, to: parent) }
        }
        crossed = []
    }

    /// Creates items that are new on the server, or finds them here: a bookmark by its URL, and a
    /// folder by its title in the same place.
    private func create(_ server: FloccusTree) {
        for number in server.below(0) {
            guard let item = server.items[number] else { continue }
            let ids = localIDs
            if ids[number] != nil { continue }
            let isKnown = cache?.items[number] != nil
            // The item was deleted here; a deleted folder comes back only if something new is in
            // it.
            if isKnown, item.url != nil { continue }
            if isKnown, !server.below(number).contains(where: { cache?.items[$0] == nil }) {
                continue
            }
            let parent = item.parent == 0 ? 0 : ids[item.parent]
            guard let parent else { continue }
            let same = local.order[parent]?.first { id in
                guard numbers[id] == nil, let mine = local.items[id] else { return false }
                return item.url == nil
                    ? mine.url == nil && mine.title == item.title : mine.url == item.url
            }
            if let same {
                numbers[same] = number
                if item.url != nil { local.items[same]?.title = item.title }
                continue
            }
            let id = newID()
            local.add(id, FloccusTree.Item(title: item.title, url: item.url, parent: parent))
            numbers[id] = number
        }
    }

    /// Removes items that the server no longer has. A folder with an item that the server does not
    /// know becomes a new folder.
    private func removeGone(from server: FloccusTree, since cache: FloccusTree) {
        for id in local.below(0).reversed() {
            guard let number = numbers[id], server.items[number] == nil,
                cache.items[number] != nil
            else { continue }
            if local.items[id]?.url == nil, local.order[id]?.isEmpty == false {
                numbers[id] = nil
            } else {
                local.remove(id)
                numbers[id] = nil
            }
        }
    }

    /// Takes the server's order of each folder, unless it was changed here.
    private func takeOrder(of server: FloccusTree, _ mine: [Int: [Int]]) {
        let ids = localIDs
        for (number, order) in server.order {
            guard let folder = number == 0 ? 0 : ids[number] else { continue }
            if let cache, let mine = mine[number] {
                let before = (cache.order[number] ?? []).filter(mine.contains)
                if before != mine.filter((cache.order[number] ?? []).contains) { continue }
            }
            let now = local.order[folder] ?? []
            var sorted = order.compactMap { ids[$0] }.filter(now.contains)
            // An item that the server does not know stays behind the item that it follows.
            for (index, id) in now.enumerated() where !sorted.contains(id) {
                let before = index > 0 ? sorted.firstIndex(of: now[index - 1]).map { $0 + 1 } : 0
                sorted.insert(id, at: before ?? sorted.count)
            }
            local.order[folder] = sorted
        }
    }
}
