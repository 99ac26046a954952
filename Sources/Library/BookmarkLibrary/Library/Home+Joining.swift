public import Bookmarks
import DeviceStore
import KeyValueStore
import ReplicaFile
import Replication
import SimulatedCloud

extension Home {
    /// Returns the effects of joining the cloud now; `nil` if no join is waiting.
    public func joinPlan(_ controller: BookmarksController) throws -> JoinPlan? {
        guard let held = try device.heldJoin() else { return nil }
        let prefix = BookmarksController.keyPrefix
        let unsent = try device.replica.read { replica in
            try replica.dirtyEntries(limit: .max, tombstonesOnly: false)
        }.filter { !$0.record.isTombstone && $0.key.hasPrefix(prefix) }
        let own = unsent.filter { $0.baseRevision == 0 }
            .compactMap { Bookmark(id: String($0.key.dropFirst(prefix.count)), record: $0.record) }
        var plan = try controller.planJoin(own: own, there: held.there)
        // A copied property list has the ids of its original device.
        for entry in unsent where entry.baseRevision > 0 {
            plan.own += 1
            if entry.record.value == entry.base?.value {
                plan.sharedSame += 1
            } else {
                plan.sharedDiffering += 1
            }
        }
        return plan
    }

    /// Joins the cloud: merges duplicates, and lets the other bookmarks be sent.
    public func join(_ controller: BookmarksController) throws {
        if let plan = try joinPlan(controller) {
            try device.replica.whileJoining(store.process) { try controller.join(plan) }
        }
        try device.join()
    }

    /// The number of own bookmarks up to which a device joins a cloud with bookmarks without
    /// asking.
    public static let joinLimit = 10

    /// Joins without asking if the device has few bookmarks. Returns whether it did.
    ///
    /// It opens the home separately, like another program, so that open lists notice the changes.
    static func joinFew(
        _ held: HeldJoin, _ location: HomeLocation, _ simulation: CloudSimulation?
    ) throws -> Bool {
        guard held.own <= joinLimit else { return false }
        let home = try Home(location, simulation: simulation)
        try home.join(home.makeController(mirror: NoMirror()))
        return true
    }
}
