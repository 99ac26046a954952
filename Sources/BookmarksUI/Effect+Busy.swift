import Bookmarks

extension Effect {
    /// As many bookmarks as take long enough to be changed that a person wonders.
    public static let many = 2000

    /// What is being done, for the time that it takes; `nil` for what is done in a moment.
    public var busyWords: String? {
        switch self {
        case .delete(let ids) where ids.count >= Self.many:
            "Deleting \(grouped(ids.count)) bookmarks"
        case .change(_, let ids) where ids.count >= Self.many:
            "Changing \(grouped(ids.count)) bookmarks"
        case .move(let ids, _) where ids.count >= Self.many:
            "Moving \(grouped(ids.count)) bookmarks"
        default: nil
        }
    }
}

extension ScreenState {
    /// Says what is being done until it is done.
    public mutating func sayBusy(_ words: String) { reply(words + symbols.ellipsis) }
}
