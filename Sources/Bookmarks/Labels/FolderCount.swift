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
    public var name: String { FolderPath.names(path).last ?? path }

    /// The whole tree of some folders, also those which only have folders in them. What stands in a
    /// folder follows it, in the order of the names.
    ///
    /// - Parameter owns: how many bookmarks are in each path, as it was stored.
    public static func tree(_ owns: [String: Int]) -> [FolderCount] {
        var counts: [String: FolderCount] = [:]
        for (stored, own) in owns {
            var path = FolderPath.normalized(stored)
            if path.isEmpty { continue }
            counts[path, default: FolderCount(path: path, own: 0, total: 0)].own += own
            while !path.isEmpty {
                counts[path, default: FolderCount(path: path, own: 0, total: 0)].total += own
                path = FolderPath.parent(path)
            }
        }
        let keyed = counts.values.map { (count: $0, key: key(of: $0.path)) }
        return keyed.sorted { a, b in
            a.key != b.key ? a.key.lexicographicallyPrecedes(b.key) : a.count.path < b.count.path
        }.map(\.count)
    }

    /// A byte below all others ends each name, so that `a/b` stands before `a b`.
    private static func key(of path: String) -> [UInt8] {
        var key: [UInt8] = []
        for name in path.split(separator: "/") {
            FoldedText.append(String(name), to: &key)
            key.append(0)
        }
        return key
    }
}
