import Bookmarks

/// The meaning of the numbers of a file: bookmarks of the library, folders, and entries that only
/// the file has.
///
/// A folder of the library is only a path that bookmarks have. In a browser, it is a separate
/// object, which may be empty, or have the same name as another folder.
public struct Numbering: Sendable, Hashable {
    /// The meaning of a number.
    public struct Item: Sendable, Hashable {
        /// The kind of an item.
        public enum Kind: Sendable, Hashable {
            case bookmark(id: String)
            case folder
            /// An entry that stays out of the library: a separator, or one that no bookmark can
            /// hold.
            case apart(url: String)
        }

        public var kind: Kind
        /// The number of the parent folder; 0 at the top.
        public var parent: Int
        /// The title of a folder, or of an entry that stays out of the library.
        public var title: String
        /// The place among bookmarks in manual order. Bookmarks have their own places.
        public var place: String
        /// For a folder, whether it is served when empty. For a bookmark, whether it is served
        /// under this number, and not a former one.
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
    /// The number under which each bookmark is served.
    public private(set) var numbers: [String: Int] = [:]
    /// The first free range.
    public var nextRange: Int
    /// The next number for an item of the library without a browser's number; 0 before the first.
    public var nextNumber: Int
    /// The numbers whose items changed since the numbering was read.
    public private(set) var changed: Set<Int> = []

    /// Makes a numbering from stored items.
    public init(items: [Int: Item] = [:], nextRange: Int = 1, nextNumber: Int = 0) {
        self.items = items
        self.nextRange = nextRange
        self.nextNumber = nextNumber
        for (number, item) in items {
            if case .bookmark(let id) = item.kind, item.isKept { numbers[id] = number }
        }
    }

    /// Returns the item of a number; `nil` if there is none.
    public subscript(number: Int) -> Item? { items[number] }

    mutating func set(_ number: Int, _ item: Item?) {
        if items[number] == item { return }
        items[number] = item
        changed.insert(number)
    }

    /// Serves a bookmark under a number. Former numbers still lead to it.
    mutating func serve(_ id: String, as number: Int, in parent: Int) {
        if let old = numbers[id], old != number { setKept(old, false) }
        numbers[id] = number
        set(number, Item(.bookmark(id: id), parent: parent, isKept: true))
    }

    /// Records the folder of a bookmark.
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

    /// Returns a number that was never used.
    mutating func takeNumber() -> Int {
        if nextNumber % NumberRange.size == 0 { nextNumber = NumberRange.highest(takeRange()) + 1 }
        nextNumber += 1
        return nextNumber - 1
    }

    /// Returns the path of each folder, relative to the file's folder.
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

    /// Whether a folder is `outer`, or is in it at any depth.
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
