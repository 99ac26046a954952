/// An event in a world of documents. Each kind interprets the numbers in its own way, and accepts
/// any.
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
    /// The time that passes before the event, in milliseconds.
    public var elapsed: Int64 = 1

    public var description: String { "\(kind.rawValue) \(a) \(b) \(c) +\(elapsed)" }
}
