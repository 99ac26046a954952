/// A folder, and how many bookmarks are in it.
public struct FolderCount: Sendable, Hashable {
    /// A path such as `work/swift`; never empty.
    public var path: String
    /// How many bookmarks are in it.
    public var own: Int
    /// How many are in it or in a folder below it.
    public var total: Int

    public init(path: String, own: Int, total: Int) {
        self.path = path
        self.own = own
        self.total = total
    }

    /// How many folders it stands in.
    public var depth: Int { path.utf8.count { $0 == UInt8(ascii: "/") } }
    /// The last name of the path.
    public var name: String {
        // A name may have a slash of its own, in another spelling.
        guard path.utf8.allSatisfy({ $0 < 0x80 }) else {
            return FolderPath.names(path).last ?? path
        }
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(path[path.utf8.index(after: slash)...])
    }

    /// The whole tree of some folders, also those which only have folders in them. Each folder is
    /// followed by its subfolders, in the order of the names.
    ///
    /// `Work` and `work` are one folder, with the name that most of the bookmarks in it have.
    ///
    /// - Parameter owns: how many bookmarks are in each path, as it was stored.
    public static func tree(_ owns: [String: Int]) -> [FolderCount] {
        var branches: [FolderPath.Key: Branch] = [:]
        for (stored, own) in owns {
            var key = FolderPath.Key()
            for name in FolderPath.normalized(stored).split(separator: "/") {
                let outer = key
                key.append(name)
                branches[key, default: Branch(outer: outer)].add(String(name), own)
            }
            if !key.isEmpty { branches[key]?.own += own }
        }
        func path(_ branch: Branch) -> String {
            FolderPath.joined(branches[branch.outer].map(path) ?? "", branch.name)
        }
        let keyed = branches.values.map { branch in
            let path = path(branch)
            return (
                count: FolderCount(path: path, own: branch.own, total: branch.total),
                key: key(of: path)
            )
        }
        return keyed.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.count)
    }

    /// A folder of a tree while it is counted.
    private struct Branch {
        /// The folder it stands in.
        var outer: FolderPath.Key
        var own = 0
        var total = 0
        /// How many of its bookmarks use each spelling.
        var spellings: [String: Int] = [:]

        mutating func add(_ name: String, _ count: Int) {
            total += count
            spellings[name, default: 0] += count
        }

        /// The most used spelling; of equally used ones, the first by its letters.
        var name: String {
            spellings.max { a, b in a.value != b.value ? a.value < b.value : a.key > b.key }?.key
                ?? ""
        }
    }

    /// A byte below all others ends each name, so that `a/b` stands before `a b`, and names that
    /// only a search takes for the same keep their folders apart.
    private static func key(of path: String) -> [UInt8] {
        var key: [UInt8] = []
        for name in path.split(separator: "/") {
            for form in [FoldedText.Form.search, .caseless] {
                FoldedText.append(String(name), as: form, to: &key)
                key.append(0)
            }
        }
        return key
    }
}
