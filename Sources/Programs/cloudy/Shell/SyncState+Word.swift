import BookmarkLibrary
import KeyValueStore

/// The state of syncing, as a word for other programs.
enum SyncWord: String, CaseIterable {
    case online, full
    case noRoom = "no-room"
    case diskFull = "disk-full"
    case offline, unreachable, refused, held, joining, locked, unsealed
    case noAddress = "no-address"
    case readOnly = "read-only"

    static let list = allCases.map(\.rawValue).joined(separator: ", ")
}

extension SyncState {
    func word(in home: Home) -> SyncWord {
        if home.readOnlyReason != nil { return .readOnly }
        return switch phase {
        case .idle: quotaExceeded ? .full : .online
        case .offline: .offline
        case .unreachable where lacksAddress: .noAddress
        case .unreachable where isFullHere: .diskFull
        case .unreachable: lacksRoom ? .noRoom : .unreachable
        case .refused: .refused
        case .held: .held
        case .joining: .joining
        case .locked: .locked
        case .unsealed: .unsealed
        }
    }
}
