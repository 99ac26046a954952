/// A folder and its number of bookmarks.
public struct FolderCount: Sendable, Hashable {
    /// A path such as `work/swift`; never empty.
    public var path: String
    /// The number of bookmarks in the folder itself.
    public var own: Int
    /// The number of bookmarks in the folder and its subfolders.
    public var total: Int

    public init(path: String, own: Int, total: Int) {
        self.path = path
        self.own = own
        self.total = total
    }

    /// The number of folders above the folder.
    public var depth: Int { path.utf8.count { $0 == UInt8(ascii: "/") } }
    /// The last name of the path.
    public var name: String {
        // A name may contain a slash, in another spelling.
        guard path.utf8.allSatisfy({ $0 < 0x80 }) else {
            return FolderPath.names(path).last ?? path
        }
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(path[path.utf8.index(after: slash)...])
    }

    /// Returns the whole tree of folders, including those that only contain folders. Each folder is
    /// followed by its subfolders, in the order of their names.
    ///
    /// `Work` and `work` are one folder, with the spelling that most of its bookmarks use.
    ///
    /// - Parameter owns: the number of bookmarks in each path, as stored.
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
        /// The parent folder.
        var outer: FolderPath.Key
        var own = 0
        var total = 0
        /// The number of the folder's bookmarks that use each spelling.
        var spellings: [String: Int] = [:]

        mutating func add(_ name: String, _ count: Int) {
            total += count
            spellings[name, default: 0] += count
        }

        /// The most used spelling; if several are equally used, the alphabetically first.
        var name: String {
            spellings.max { a, b in a.value != b.value ? a.value < b.value : a.key > b.key }?.key
                ?? ""
        }
    }

    /// A byte below all others ends each name, so that `a/b` sorts before `a b`. Folders stay apart
    /// even if only a search treats their names as equal.
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
