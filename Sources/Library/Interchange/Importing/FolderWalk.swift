import Bookmarks

/// Walks bookmarks folder by folder, for formats with trees.
enum FolderWalk {
    enum Step {
        /// A folder begins; top folders have the depth 0.
        case open(name: String, depth: Int)
        case bookmark(Bookmark, depth: Int)
        case close(depth: Int)
    }

    /// Calls `body` for each step. Bookmarks without a folder come first; within a folder, the
    /// order stays.
    static func forEach(_ bookmarks: [Bookmark], _ body: (Step) -> Void) {
        let folders = Dictionary(grouping: bookmarks, by: \.folder)
        let paths = folders.keys.map { (path: $0, names: FolderPath.names($0)) }
            .sorted { $0.names.lexicographicallyPrecedes($1.names) }
        var open: [String] = []
        for (path, names) in paths {
            let common = zip(open, names).prefix { $0 == $1 }.count
            while open.count > common {
                open.removeLast()
                body(.close(depth: open.count))
            }
            for name in names[common...] {
                body(.open(name: name, depth: open.count))
                open.append(name)
            }
            for bookmark in folders[path] ?? [] { body(.bookmark(bookmark, depth: open.count)) }
        }
        while !open.isEmpty {
            open.removeLast()
            body(.close(depth: open.count))
        }
    }
}
