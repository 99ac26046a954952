/// Plausible mistakes with the contents of documents. The checks of a world must notice each of
/// them.
public enum DocumentVariant: String, Sendable, CaseIterable {
    case noLeases = "chunks are collected within their lease"
    case ignoresTrash = "contents named by the trash are collected"
    case ignoresUndo = "contents named by undo are collected"
    case ignoresVersions = "contents named only by former versions are collected"
    case notedBeforeSent = "contents count as sent before their chunks are"
    case askingRenewsNothing = "asking which chunks are there renews no lease"
    case mergeWithoutBase = "notes are merged without their common version"
    case collectsUnsynced = "a device that has not synced for long collects"
    case believesForever = "contents sent once count as sent after any absence"
    case roomForAnything = "to free space, a device drops contents that only it has"
    case recordsIgnored = "contents are dropped although their records have not been sent"
    case versionsReplaced = "versions are a field like any other"

    /// The events that must be frequent for this mistake to show.
    var troubles: [(kind: DocumentAction.Kind, weight: Int)] {
        switch self {
        case .noLeases: [(.collect, 60), (.file, 40)]
        case .ignoresTrash: [(.delete, 40), (.collect, 60), (.away, 40), (.drop, 40)]
        case .ignoresUndo: [(.undo, 40), (.collect, 60), (.away, 40)]
        case .ignoresVersions: [(.collect, 60), (.away, 40), (.drop, 40)]
        case .notedBeforeSent: [(.kill, 60), (.lose, 60)]
        case .askingRenewsNothing:
            [
                (.purge, 90), (.file, 120), (.undo, 60), (.redo, 60), (.exchange, 120),
                (.collect, 120), (.away, 60), (.go, 300),
            ]
        case .mergeWithoutBase: [(.note, 120), (.openEditor, 40), (.sync, 60), (.exchange, 60)]
        case .collectsUnsynced: [(.collect, 60), (.away, 40)]
        case .believesForever:
            [(.away, 60), (.file, 60), (.exchange, 120), (.collect, 120), (.go, 200)]
        case .roomForAnything: [(.room, 60)]
        case .recordsIgnored:
            [
                (.file, 150), (.exchange, 150), (.go, 600), (.drop, 250), (.away, 50),
                (.collect, 120),
            ]
        case .versionsReplaced: [(.file, 60)]
        }
    }
}
