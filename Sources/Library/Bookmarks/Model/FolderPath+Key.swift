extension FolderPath {
    /// Equal for spellings of one folder: as with tags, case makes no difference, nor how accents
    /// were typed. Stored text keeps its spelling.
    struct Key: Sendable, Hashable {
        /// The names along the path, the outermost first.
        private(set) var names: [Tags.Key] = []

        var isEmpty: Bool { names.isEmpty }

        init() {}

        /// - Parameter path: as ``FolderPath/normalized(_:)`` makes it.
        init(_ path: String) {
            names = path.split(separator: "/").map { Tags.key(of: String($0)) }
        }

        /// A person's search text, or a path that may match it: letters of full width, half width
        /// and the like are those that they stand for.
        init(sought path: String) { self.init(CompatibleForm.plain(path)) }

        /// Goes on to a folder in this one.
        mutating func append(_ name: Substring) { names.append(Tags.key(of: String(name))) }

        /// Whether a folder is another one, or stands below it at any depth.
        func isWithin(_ outer: Key) -> Bool { names.starts(with: outer.names) }
    }

    /// Whether two paths are spellings of one folder.
    public static func isSame(_ one: String, _ other: String) -> Bool {
        one == other || Key(one) == Key(other)
    }

    /// Whether a folder is another one, or stands below it at any depth.
    public static func isWithin(_ path: String, _ outer: String) -> Bool {
        Key(path).isWithin(Key(outer))
    }
}
