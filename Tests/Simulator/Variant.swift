/// Plausible but wrong protocols. The checks of a simulated world must notice each of them.
public enum Variant: String, Sendable, CaseIterable {
    case eagerCollection = "tombstones are collected without waiting for any device"
    case threeWayWithoutVectors = "three-way merge without vectors"
    case twoWay = "two-way merge"
    case absentMeansUpload = "absent keys are uploaded again"
    case blindAcknowledgement = "an acknowledgement clears the mark of an edit made meanwhile"
    case deletionWins = "a deletion always wins"
    case lastWriterWins = "the later record wins whole"
    case deletionWithDot = "a deletion has a dot of its own"
    case staleReplies = "late replies are believed"
    case cursorByReply = "the cursor is moved to the head by replies to compare-and-set"
    case absentFromChanges = "keys absent from a listing of changes count as deleted"
    case counterPerKey = "a counter per key"
    case vectorsOnly = "records with the same vector are the same"
    case plainListAfterReplacement = "a replaced cloud is listed as if it were the old one"
    case relaxedEdits = "edits are not synced to the disk"
    case noCompare = "records are set without being compared"
    case survivingEditAlone = "an edit that survives a deletion keeps only its own value"
    case forgottenMarks = "a device that comes back to a cloud has forgotten its marks there"
    case gatewayBelieved = "a gateway's failure counts as a call that changed nothing"
    case lastRequestTells = "the failure of one request counts for all requests of a call"
    case latestMarks = "a device knows only those of its marks that a cloud may still hold"
    case forgettingDeletes = "keys that a device forgets are deleted"
    case sameActor = "a device that lost edits of its own keeps its actor"

    /// Whether this mistake needs a gateway between the devices and the clouds.
    var needsGateway: Bool { self == .gatewayBelieved || self == .lastRequestTells }

    /// Whether a replica forgets which marks it made. Knowing them corrects most of what goes wrong
    /// behind gateways, too, so those mistakes are tested without that knowledge.
    var forgetsOwnMarks: Bool {
        self == .forgottenMarks || self == .latestMarks || needsGateway
    }

    /// The events that must be frequent for this mistake to show.
    var troubles: [(kind: Action.Kind, weight: Int)] {
        switch self {
        case .eagerCollection:
            [
                (.collect, 200), (.loseReply, 300), (.timeout, 100), (.delete, 200),
                (.spuriousHint, 100),
            ]
        case .absentMeansUpload:
            [(.retire, 100), (.collect, 200), (.delete, 200), (.offline, 60)]
        case .deletionWithDot: [(.delete, 150), (.edit, 100), (.offline, 20)]
        case .staleReplies: [(.timeout, 200), (.timer, 200), (.duplicate, 200)]
        case .vectorsOnly: [(.loseReply, 200), (.timeout, 100), (.clockJump, 20)]
        case .plainListAfterReplacement: [(.cloudReplace, 10)]
        case .counterPerKey: [(.copyReplica, 10), (.backupReplica, 10), (.restoreReplica, 10)]
        case .forgottenMarks: [(.move, 40)]
        case .latestMarks:
            [(.move, 60), (.cloudReplace, 60), (.crash, 100), (.lateRequest, 100), (.edit, 100)]
        case .gatewayBelieved, .lastRequestTells: [(.delete, 60)]
        case .sameActor:
            [(.forget, 60), (.cloudBackup, 60), (.cloudRestore, 60), (.edit, 100)]
        default: []
        }
    }

    /// Whether this mistake needs devices that forget their clouds.
    var needsForgetting: Bool { self == .forgettingDeletes || self == .sameActor }
}
