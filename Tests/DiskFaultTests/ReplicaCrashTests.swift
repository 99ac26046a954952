import FaultyDisk
import Replication
import TestSupport
import Testing

/// A machine loses power after every operation of its disk, or a process dies there.
@Suite(.ownThread)
struct ReplicaCrashTests {
    @Test(arguments: Seeds.all)
    func everyCrashLeavesAPromisedState(_ seed: UInt64) throws {
        let script = try ReplicaScript(seed: seed, steps: 40)
        for crash in Crashes(of: script.disk.log, seed: seed) {
            try ReplicaCrash(script: script, crash: crash).check()
        }
    }

    /// The check itself must notice a fault.
    @Test func checkNoticesEditsThatAreNotSynced() throws {
        let script = try ReplicaScript(seed: 1, steps: 30, truth: .relaxed)
        let isNoticed = try Crashes(of: script.disk.log, seed: 1).contains { crash in
            guard crash.survival == .synced, script.commits.last(within: crash.count) != nil
            else { return false }
            let device = try Device(on: FaultyDisk(crash.image), life: 1, isWatching: false)
            let found = try device.replica.contents()
            return !script.commits.possible(after: crash.count, .synced).contains(found)
        }
        #expect(isNoticed)
    }
}
