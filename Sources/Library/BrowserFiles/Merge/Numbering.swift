import Bookmarks

/// The meaning of the numbers of a file: bookmarks of the library, folders, and entries that only
/// the file has.
///
/// A folder of the library is only a path that bookmarks have. In a browser it is a thing of its
/// own, which may be empty, or have the name of another one beside it.
public struct Numbering: Sendable, Hashable {
    /// The meaning of a number.
    public struct Item: Sendable, Hashable {
        /// The kind of an item.
        public enum Kind: Sendable, Hashable {
            case bookmark(id: String)
            case folder
            /// Stays out of the library: a separator, or an entry that no bookmark can hold.
            case apart(url: String)
        }

        public var kind: Kind
        /// The number of the folder around it; 0 at the top.
        public var parent: Int
        /// Of a folder, or of an entry that stays apart.
        public var title: String
        /// Where it stands among bookmarks in manual order. Bookmarks have their own places.
        public var place: String
        /// Of a folder: whether it is served while it is empty. Of a bookmark: whether this is the
        /// number by which it is served, and not an earlier one.
        public var isKept: Bool

        public init(
            _ kind: Kind, parent: Int, title: String = "", place: String = "", isKept: Bool = false
        ) {
            self.kind = kind
            self.parent = parent
            self.title = title
            self.place = place
            self.isKept = isKept
        }

        /// Whether it is a folder.
        public var isFolder: Bool { kind == .folder }
    }

    public private(set) var items: [Int: Item] = [:]
    /// The number by which each bookmark is served.
    public private(set) var numbers: [String: Int] = [:]
    /// The first range that is free.
    public var nextRange: Int
    /// The next number for an item of the library that no browser numbered; 0 before the first.
    public var nextNumber: Int
    /// The numbers whose items changed since the numbering was read.
    public private(set) var changed: Set<Int> = []

    /// A numbering as it was kept.
    public init(items: [Int: Item] = [:], nextRange: Int = 1, nextNumber: Int = 0) {
        self.items = items
        self.nextRange = nextRange
        self.nextNumber = nextNumber
        for (number, item) in items {
            if case .bookmark(let id) = item.kind, item.isKept { numbers[id] = number }
        }
    }

    /// The item of a number; `nil` if it has none.
    public subscript(number: Int) -> Item? { items[number] }

    mutating func set(_ number: Int, _ item: Item?) {
        if items[number] == item { return }
        items[number] = item
        changed.insert(number)
    }

    /// Makes a number the one by which a bookmark is served. Earlier ones still lead to it.
    mutating func serve(_ id: String, as number: Int, in parent: Int) {
        if let old = numbers[id], old != number { setKept(old, false) }
        numbers[id] = number
        set(number, Item(.bookmark(id: id), parent: parent, isKept: true))
    }

    /// Notes in which folder a bookmark is.
    mutating func move(_ id: String, to parent: Int) {
        guard let number = numbers[id], var item = items[number] else { return }
        item.parent = parent
        set(number, item)
    }

    mutating func setKept(_ number: Int, _ isKept: Bool) {
        guard var item = items[number] else { return }
        item.isKept = isKept
        set(number, item)
    }

    mutating func takeRange() -> Int {
        nextRange += 1
        return nextRange - 1
    }

    /// A number that nothing ever had.
    mutating func takeNumber() -> Int {
        if nextNumber % NumberRange.size == 0 { nextNumber = NumberRange.highest(takeRange()) + 1 }
        nextNumber += 1
        return nextNumber - 1
    }

    /// The path of each folder within the file's own, as bookmarks in it have it.
    func paths() -> [Int: String] {
        var paths = [0: ""]
        for (number, item) in items where item.isFolder {
            var chain: [Int] = []
            var next = number
            while paths[next] == nil, let folder = items[next], folder.isFolder,
                chain.count <= items.count
            {
                chain.append(next)
                next = folder.parent
            }
            for number in chain.reversed() {
                guard let folder = items[number] else { continue }
                paths[number] = FolderPath.joined(
                    paths[folder.parent] ?? "", FolderPath.path([folder.title]))
            }
        }
        return paths
    }

    /// Whether a folder is another one, or in it at any depth.
    func isWithin(_ number: Int, _ outer: Int) -> Bool {
        var (next, steps) = (number, 0)
        while next != 0, steps <= items.count {
            if next == outer { return true }
            guard let item = items[next] else { return false }
            next = item.parent
            steps += 1
        }
        return false
    }
}
