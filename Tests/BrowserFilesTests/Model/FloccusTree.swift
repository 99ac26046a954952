import BrowserFiles

/// The bookmarks of a browser's folder, or of a server, as floccus compares them.
struct FloccusTree: Equatable {
    struct Item: Equatable {
        var title: String
        /// `nil` for a folder.
        var url: String?
        var parent: Int
    }

    var items: [Int: Item] = [:]
    /// The children of each folder in order; 0 is the top.
    var order: [Int: [Int]] = [0: []]

    init() {}

    init(_ file: XBELFile) {
        for entry in file.entries {
            add(
                entry.number,
                Item(
                    title: entry.title, url: entry.url.map(Self.normalized), parent: entry.parent))
        }
    }

    mutating func add(_ id: Int, _ item: Item, at index: Int? = nil) {
        items[id] = item
        let siblings = order[item.parent, default: []]
        order[item.parent, default: []].insert(id, at: min(index ?? .max, siblings.count))
        if item.url == nil, order[id] == nil { order[id] = [] }
    }

    /// Removes an item and everything below it.
    mutating func remove(_ id: Int) {
        guard let item = items[id] else { return }
        for child in order[id] ?? [] { remove(child) }
        order[id] = nil
        order[item.parent]?.removeAll { $0 == id }
        items[id] = nil
    }

    mutating func move(_ id: Int, to parent: Int, at index: Int? = nil) {
        guard let old = items[id], !isWithin(parent, id) else { return }
        order[old.parent]?.removeAll { $0 == id }
        items[id]?.parent = parent
        let siblings = order[parent, default: []]
        order[parent, default: []].insert(id, at: min(index ?? .max, siblings.count))
    }

    func isWithin(_ id: Int, _ outer: Int) -> Bool {
        var next = id
        while next != 0 {
            if next == outer { return true }
            next = items[next]?.parent ?? 0
        }
        return false
    }

    func below(_ id: Int) -> [Int] {
        (order[id] ?? []).flatMap { [$0] + below($0) }
    }

    var folders: [Int] { [0] + items.filter { $0.value.url == nil }.keys.sorted() }
    var bookmarks: [Int] { items.filter { $0.value.url != nil }.keys.sorted() }

    /// The tree as a person sees it, a line for each item.
    var outline: [String] { outline(0, 0) }

    private func outline(_ folder: Int, _ depth: Int) -> [String] {
        (order[folder] ?? []).flatMap { id -> [String] in
            guard let item = items[id] else { return ["?"] }
            let line =
                String(repeating: "  ", count: depth) + item.title
                + (item.url.map { " <\($0)>" } ?? "/")
            return [line] + (item.url == nil ? outline(id, depth + 1) : [])
        }
    }

    /// An address as WHATWG's URL would write it, as far as the model uses addresses.
    static func normalized(_ url: String) -> String {
        guard let scheme = url.firstRange(of: "://") else { return url }
        let rest = url[scheme.upperBound...]
        let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        var path = String(rest.dropFirst(host.count)).replacing("ü", with: "%C3%BC")
        if !path.hasPrefix("/") { path = "/" + path }
        var name = host.lowercased()
        if name.hasSuffix(":443") { name = String(name.dropLast(4)) }
        return url[..<scheme.lowerBound].lowercased() + "://" + name + path
    }
}
