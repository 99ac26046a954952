import BookmarkLibrary
import KeyValueStore

extension SyncState {
    /// How syncing is, in a word for other programs.
    func word(in home: Home) -> String {
        if home.readOnlyReason != nil { return "read-only" }
        return switch phase {
        case .idle: quotaExceeded ? "full" : "online"
        case .offline: "offline"
        case .unreachable where lacksAddress: "no-address"
        case .unreachable: lacksRoom ? "no-room" : "unreachable"
        case .refused: "refused"
        case .held: "held"
        case .joining: "joining"
        case .locked: "locked"
        case .unsealed: "unsealed"
        }
    }
}
