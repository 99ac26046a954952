import KeyValueStore

/// Something that goes on after its page was left. The title tells of it until it ends.
protocol PendingWork: Sendable {
    /// How far it is, as the title says it.
    var words: String { get }
    /// Follows how syncing goes.
    mutating func follow(_ sync: SyncState) -> PendingEnd?
}

/// That work has ended.
struct PendingEnd: Sendable {
    /// The message; `nil` where another place shows it.
    var words: String?
}

extension ScreenState {
    /// Follows what goes on, and says when it is done.
    mutating func followPendingWork() {
        guard let end = pending?.follow(sync) else { return }
        pending = nil
        if let words = end.words { announce(.info, words) }
    }
}
