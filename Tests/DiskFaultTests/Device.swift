import BookmarkDatabase
import Bookmarks
import FaultyDisk
import Replication
import Simulator
import Synchronization

/// A device whose replica is a real file on a faulty disk.
struct Device {
    let replica: WatchedReplica
    private var replicator: Replicator
    private(set) var outbox: [(number: Int, call: CloudCall)] = []

    /// - Parameter life: the number of this start of the device; each start draws other random
    ///   bits.
    init(
        on disk: FaultyDisk, name: String = "home", life: UInt64, isWatching: Bool = true,
        truth: Durability = .durable
    ) throws {
        replica = try WatchedReplica(
            on: disk, name: name, actor: life, isWatching: isWatching, truth: truth)
        let random = Mutex(life << 32)
        replicator = Replicator(storage: replica) {
            random.withLock {
                $0 += 1
                return $0
            }
        }
    }

    mutating func handle(_ event: ReplicatorEvent, at time: Int64) throws {
        for case .call(let number, let call) in try replicator.handle(event, now: time) {
            outbox.append((number, call))
        }
    }

    /// The oldest call that has not been answered.
    mutating func takeCall() -> (number: Int, call: CloudCall)? {
        outbox.isEmpty ? nil : outbox.removeFirst()
    }

    mutating func sync(_ cloud: inout ModelCloud, at time: Int64) throws {
        outbox = []
        try handle(.hinted, at: time)
        while let (number, call) = takeCall() {
            try handle(.answered(call: number, cloud.answer(call)), at: time)
        }
    }

    mutating func sync(_ cloud: any Cloud, at time: Int64) async throws {
        outbox = []
        try handle(.hinted, at: time)
        while let (number, call) = takeCall() {
            try handle(.answered(call: number, try await cloud.answer(call)), at: time)
        }
    }
}

extension ModelDevice {
    /// A copy of the device with a replica of its own, so that each can continue alone.
    var copy: ModelDevice {
        var copy = ModelDevice(
            meta.device, actor: meta.actor.rawValue, replica: ModelReplica(copying: replica))
        copy.now = now
        return copy
    }
}

/// Declares the merge policy of bookmarks.
func declareBookmarks(_ meta: inout ReplicaMeta) {
    meta.policies.declare(.fields(sets: ["tags"]), forPrefix: BookmarksController.keyPrefix)
}

/// A bookmark with a token that no other bookmark has.
func bookmark(_ token: String, notes: Int = 0) -> PropertyListValue {
    .dictionary(
        Bookmark(
            id: "", name: token, url: "https://example.org/\(token)",
            notes: String(repeating: "n", count: notes), added: 1
        ).fields)
}
