/// One event in a world of documents. The meaning of its numbers is up to its kind; any numbers do.
public struct DocumentAction: WorldEvent, Hashable {
    /// The kind of event.
    enum Kind: String, Sendable, CaseIterable {
        // People.
        case note, openEditor, file, restoreVersion, delete, undo, redo, purge, drop, room, open
        case offline
        // Devices.
        case sync, exchange, collect
        // The network: how the next steps of a call go.
        case go, lose, full, wrong, stale
        // Machines.
        case kill, killAtWrite, diskFull, hours, away, backup, restoreReplica
    }

    var kind: Kind
    var a = 0
    var b = 0
    var c = 0
    /// How much time passes before, in milliseconds.
    public var elapsed: Int64 = 1

    public var description: String { "\(kind.rawValue) \(a) \(b) \(c) +\(elapsed)" }
}
