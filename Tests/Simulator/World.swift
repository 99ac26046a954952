import Replication

/// Several devices and their clouds, with everything between them, at one moment.
struct World {
    /// The reply to a call.
    struct Reply {
        var number: Int
        var result: Result<CloudAnswer, CloudError>

        init(_ number: Int, _ result: Result<CloudAnswer, CloudError>) {
            (self.number, self.result) = (number, result)
        }
    }

    /// A process that runs an engine on a replica, and an app that watches it.
    struct Process {
        var node: Int
        var device: ModelDevice
        /// The answers on their way back.
        var replies: [Reply] = []
        var isHinted = false
        var isRung = false
        /// The time when the process wants to be woken, in the world's time.
        var deadline: Int64?
        /// Whether the process dies before its next effects leave it.
        var losesEffects = false
        /// The values that the app believes to be current, and the revision up to which it was
        /// told.
        var view: [String: PropertyListValue] = [:]
        var seen: Int64 = 0
    }

    /// A replica: one device in one account.
    struct Node {
        var person: Int
        var account: Int
        /// The cloud that the device uses: that of its account, unless devices move.
        var cloud: Int
        var replica: ModelReplica
        var skew: Int64
        var isActive = true
        var wasRetired = false
        /// Whether the replica is a copy of another, or was restored from an older copy of itself.
        var isCopy = false
        var backup: ModelReplica.State?
        /// The time when deletions by other devices removed keys that are gone.
        var vanished: [String: Int64] = [:]
        var actor: ActorID
    }

    let profile: Profile
    let variant: Variant?
    /// The time at which every world begins.
    static let start: Int64 = 1_700_000_000_000
    var time = World.start
    var clouds: [ModelCloud] = []
    var backups: [ModelCloud?] = []
    var nodes: [Node] = []
    var processes: [Process] = []
    /// Requests whose sender is gone, by cloud.
    var lateRequests: [(cloud: Int, call: CloudCall)] = []
    /// Unfinished calls that take several requests, by process.
    var composites: [Int: CompositeCall] = [:]
    var oracle = Oracle()
    var hash = TraceHash()
    var violation: Violation?
    /// Whether a value that was knowingly replaced may show again, and its replacement be kept as
    /// superseded: after a cloud was restored, or a power failure lost edits that were sent.
    var allowsReverts = false
    var hadClockJump = false
    /// Whether a device forgot edits of its own.
    var hasForgotten = false
    /// Whether a cloud was replaced or restored, and lost the marks by which copies are noticed.
    var hadOtherCloud = false
    /// Whether a device may take itself for a copy, because a power failure lost its notes.
    var mayTakeNewActors = false
    private var made = 0
    /// A log for people, if it is wanted.
    var lines: [String]?

    init(profile: Profile, variant: Variant?, isVerbose: Bool = false) {
        self.profile = profile
        self.variant = variant
        lines = isVerbose ? [] : nil
        for number in 0..<profile.clouds {
            var cloud = ModelCloud(epoch: "cloud \(number)")
            cloud.pageLimit = profile.pageLimit
            cloud.isRecording = false
            clouds.append(cloud)
            backups.append(nil)
        }
        for person in 0..<profile.devices {
            for account in 0..<profile.accounts { addNode(person, account) }
        }
    }

    /// Adds a device in an account, as a copy of another if one is given.
    mutating func addNode(
        _ person: Int, _ account: Int, cloud: Int? = nil, copying other: ModelReplica? = nil
    ) {
        made += 1
        let replica =
            other.map { ModelReplica(copying: $0) }
            ?? ModelReplica(
                actor: UInt64(made), device: "device \(person)",
                sabotage: variant.map { Sabotage($0) })
        if other == nil {
            var state = replica.snapshot
            state.meta.policies.declare(.fields(sets: ["tags"]), forPrefix: "b.")
            replica.overwrite(state)
        }
        let skew = profile.skews[person % profile.skews.count]
        nodes.append(
            Node(
                person: person, account: account, cloud: cloud ?? account, replica: replica,
                skew: skew,
                isActive: account == 0 || other != nil, isCopy: other != nil,
                actor: replica.snapshot.meta.actor))
        for number in 1...profile.processes {
            made += 1
            var process = Process(
                node: nodes.count - 1,
                device: ModelDevice(
                    "device \(person)", actor: UInt64(1000 + made), replica: replica,
                    process: Int64(number), joinLimit: profile.joinLimit))
            startApp(&process)
            processes.append(process)
        }
    }

    /// The app reads everything, and from then on relies on announcements.
    func startApp(_ process: inout Process) {
        let state = process.device.replica.snapshot
        process.view = state.entries.compactMapValues { $0.record.value }
        process.seen = state.revision
    }

    var keys: [String] {
        (0..<profile.fieldKeys).map { "b.\($0)" } + (0..<profile.plainKeys).map { "w.\($0)" }
    }

    func node(of process: Int) -> Node { nodes[processes[process].node] }

    var isVerbose: Bool { lines != nil }
    mutating func note(_ line: String) { lines?.append(line) }

    mutating func fail(_ invariant: Invariant, _ detail: String) {
        if violation == nil { violation = Violation(invariant: invariant, detail: detail) }
    }

    /// Every record on a device or in a cloud, except those of one device or one cloud.
    func records(exceptNode node: Int? = nil, exceptCloud cloud: Int? = nil) -> [(String, Record)] {
        var found: [(String, Record)] = []
        for index in nodes.indices where index != node {
            for (key, entry) in nodes[index].replica.snapshot.entries {
                found.append((key, entry.record))
            }
        }
        for index in clouds.indices where index != cloud {
            found += Self.records(of: clouds[index])
        }
        return found
    }

    static func records(of cloud: ModelCloud) -> [(String, Record)] {
        cloud.entries.values.compactMap { entry in
            (try? Record(encoded: entry.record)).map { (entry.key, $0) }
        }
    }
}
