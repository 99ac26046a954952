/// The bookmarks of a browser's profile at one moment.
public struct BrowserTree: Sendable, Hashable {
    /// A folder or a bookmark.
    public struct Item: Sendable, Hashable {
        /// The browser's id, which stays when the item is moved or renamed.
        public var guid: String
        /// The `guid` of the parent folder; empty at the top.
        public var parent: String
        public var title: String
        /// The URL; `nil` for a folder.
        public var url: String?
        public var tags: [String]

        public init(
            guid: String, parent: String, title: String, url: String? = nil, tags: [String] = []
        ) {
            self.guid = guid
            self.parent = parent
            self.title = title
            self.url = url
            self.tags = tags
        }
    }

    /// The items: each folder before its contents, which are in order.
    public private(set) var items: [Item] = []
    private var guids: Set<String> = [""]

    public init() {}

    /// Appends an item, unless its `guid` already exists, or its folder does not. Returns whether
    /// it was added.
    @discardableResult
    public mutating func add(_ item: Item) -> Bool {
        guard guids.contains(item.parent), guids.insert(item.guid).inserted else { return false }
        items.append(item)
        return true
    }

    /// The number of bookmarks.
    public var bookmarkCount: Int { items.count { $0.url != nil } }
}
