extension FolderPath {
    /// A key that is equal for all spellings of a folder: as with tags, case does not count, nor
    /// how accents were typed. Stored text keeps its spelling.
    struct Key: Sendable, Hashable {
        /// The keys of the names along the path, the outermost first.
        private(set) var names: [Tags.Key] = []

        var isEmpty: Bool { names.isEmpty }

        init() {}

        /// - Parameter path: a path from ``FolderPath/normalized(_:)``.
        init(_ path: String) {
            names = path.split(separator: "/").map { Tags.key(of: String($0)) }
        }

        /// Makes a key for a search text, or for a path that it may match. Full-width letters and
        /// similar forms equal the plain ones.
        init(sought path: String) { self.init(CompatibleForm.plain(path)) }

        /// Appends the name of a subfolder.
        mutating func append(_ name: Substring) { names.append(Tags.key(of: String(name))) }

        /// Whether the folder is `outer`, or is inside it at any depth.
        func isWithin(_ outer: Key) -> Bool { names.starts(with: outer.names) }
    }

    /// Whether two paths are spellings of one folder.
    public static func isSame(_ one: String, _ other: String) -> Bool {
        one == other || Key(one) == Key(other)
    }

    /// Whether a folder is `outer`, or is inside it at any depth.
    public static func isWithin(_ path: String, _ outer: String) -> Bool {
        Key(path).isWithin(Key(outer))
    }
}
