import Bookmarks
import FaultyDisk
import Replication
import Simulator
import Testing

/// The power fails after one operation of a script, and the device restarts.
struct ReplicaCrash {
    let script: ReplicaScript
    let crash: Crash

    private var count: Int { crash.count }
    private var place: Comment { crash.place }

    func check() throws {
        let disk = FaultyDisk(crash.image)
        var device = try Device(on: disk, life: 1_000_003, isWatching: false)
        let found = try device.replica.contents()
        let last = script.commits.last(within: count)
        if last == nil, found.entries.isEmpty { return }
        let possible = script.commits.possible(after: count, crash.survival)
        guard possible.contains(found) else {
            let states = possible.map { "\($0.meta.counter)" }
            Issue.record("\(place): \(found.meta.counter) must be one of \(states)")
            return
        }
        if count % 4 == 0 { try checkSync(&device, from: found) }
    }

    /// The device syncs again, with the cloud in its state at the time of the crash.
    private func checkSync(_ device: inout Device, from found: ReplicaContents) throws {
        guard let around = script.surroundings.last(where: { $0.count <= count }) else { return }
        var (cloud, other) = (around.cloud, around.other.copy)
        for entry in found.entries where !entry.isDirty {
            let record = try cloud.entries[entry.key].map { try Record(encoded: $0.record) }
            let isThere = record?.vector.dominates(entry.record.vector) == true
            #expect(isThere, "\(place): \(entry.key) must be dirty or in the cloud")
        }
        var time = script.time
        let key = ReplicaScript.ownKeys[0]
        let edit = try device.replica.set(key, bookmark("afterwards."), at: time)
        let (actor, dot) = (found.meta.actor, edit?.vector[found.meta.actor] ?? 0)
        #expect(
            !script.dots(until: count).contains(Dot(actor: actor, counter: dot)),
            "\(place): the dot \(dot) must be new")
        for _ in 0..<30 {
            time += 120_000
            other.now = time
            try device.sync(&cloud, at: time)
            try other.sync(&cloud)
            let isSent = try device.replica.read { try $0.dirtyCount() } == 0
            let meta = try device.replica.read { try $0.meta() }
            if isSent, other.unsent == 0, meta.cursor == cloud.head { break }
        }
        let after = try device.replica.contents()
        let shown = try cloud.values()
        #expect(after.values == shown, "\(place): the device must show the cloud's values")
        #expect(other.values == shown, "\(place): the other device must show them")
        #expect(!after.entries.contains { $0.isDirty }, "\(place): every edit must be sent")
        try checkEdits(of: found, in: cloud)
    }

    /// Every edit found after the crash is in the cloud in the end.
    private func checkEdits(of found: ReplicaContents, in cloud: ModelCloud) throws {
        for entry in found.entries where entry.key != ReplicaScript.ownKeys[0] {
            let record = try cloud.entries[entry.key].map { try Record(encoded: $0.record) }
            if ReplicaScript.ownKeys.contains(entry.key) {
                let isSame = record?.value == entry.record.value
                #expect(isSame, "\(place): \(entry.key) must be unchanged")
            } else if entry.isDirty, let token = entry.record.value?.dictionary?["name"]?.string {
                let isKept = "\(record as Any)".contains(token)
                #expect(isKept, "\(place): \(token) must be shown or superseded")
            }
        }
    }
}

extension Crash {
    var place: Comment { "after operation \(count), survival: \(survival)" }
}

extension ModelDevice {
    var values: [String: PropertyListValue] {
        replica.snapshot.entries.compactMapValues { $0.record.value }
    }
}
