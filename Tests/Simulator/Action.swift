/// An event in a simulated world. Each kind interprets the numbers in its own way, and accepts any,
/// so that a history stays valid when a part of it is left out.
public struct Action: WorldEvent, Hashable {
    /// The kind of event.
    enum Kind: String, Sendable, CaseIterable {
        // People.
        case edit, editMany, tag, untag, delete, deleteMany, restore, look, offline
        case answerBrake, switchAccount, move, purge, forget
        // The network.
        case request, reply, loseRequest, loseReply, duplicate, timeout, hint, spuriousHint, ring
        case timer, lateRequest
        // Machines.
        case crash, powerFailure, crashAtWrite, loseEffects, diskFull, clockJump
        case copyReplica, backupReplica, restoreReplica
        // The cloud.
        case cloudFull, collect, retire, cloudBackup, cloudRestore, cloudReplace
    }

    var kind: Kind
    var a = 0
    var b = 0
    var c = 0
    /// The time that passes before the event, in milliseconds.
    public var elapsed: Int64 = 1

    public var description: String { "\(kind.rawValue) \(a) \(b) \(c) +\(elapsed)" }
}
