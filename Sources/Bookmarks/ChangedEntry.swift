/// What became of an entry of the property list since it was written.
public struct ChangedEntry: Sendable {
    public var id: String
    /// What is to stand there; `nil` where it goes.
    public var bookmark: Bookmark?
    /// Whether it is among the deleted ones.
    public var isDeleted: Bool
    /// The id of the entry before which it stands, which did not change; `nil` where it is after
    /// all of those.
    public var next: String?

    public init(id: String, bookmark: Bookmark?, isDeleted: Bool, next: String?) {
        self.id = id
        self.bookmark = bookmark
        self.isDeleted = isDeleted
        self.next = next
    }
}
