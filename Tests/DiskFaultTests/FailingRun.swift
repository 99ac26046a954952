import FaultyDisk
import Replication
import SQLite
import Simulator
import Testing

/// A device edits, syncs and checkpoints while its disk fails, and after the disk is repaired.
struct FailingRun {
    let disk = FaultyDisk()
    let fault: Fault
    private var device: Device?
    private var cloud = ModelCloud()
    private var other = ModelDevice("work", actor: 2)
    private var time: Int64 = 2_000_000
    private var lives: UInt64 = 1
    /// The possible values of each key: more than one only after a commit with an unknown outcome.
    private var expected: [String: [PropertyListValue?]] = [:]
    private(set) var failures = 0
    /// Whether an operation has failed since the last durable edit.
    private var hasFailed = false

    init(_ fault: Fault) throws {
        self.fault = fault
        try other.change(declareBookmarks)
        disk.arm(fault)
    }

    private var place: Comment { "\(fault)" }

    mutating func run() throws {
        for round in 0..<3 {
            for (index, key) in ReplicaScript.ownKeys.prefix(3).enumerated() {
                try edit(key, bookmark("\(round)-\(index).", notes: index == 1 ? 9000 : 0))
            }
            try other.set(ReplicaScript.sharedKeys[0], bookmark("work-\(round)."))
            try other.sync(&cloud)
            try sync()
            try edit(ReplicaScript.ownKeys[2], nil)
            try checkpoint()
            if round == 1 { device = nil }
        }
        try checkMended()
    }

    /// Runs `body` on the device, which is opened if needed; returns the error if that fails.
    private mutating func attempt(_ body: (inout Device) throws -> Void) throws -> SQLiteError? {
        time += 120_000
        do {
            if device == nil {
                lives += 1
                device = try Device(on: disk, life: lives, isWatching: false)
            }
            guard var device else { return nil }
            defer { self.device = device }
            try body(&device)
            return nil
        } catch let error as SQLiteError {
            failures += 1
            hasFailed = true
            let codes: [SQLiteError.Code] =
                fault.kind == .full ? [.full, .cannotOpen] : [.ioError, .cannotOpen]
            #expect(codes.contains(error.code), "\(place) \(error)")
            return error
        }
    }

    private mutating func edit(_ key: String, _ value: PropertyListValue?) throws {
        let time = self.time
        let error = try attempt { try $0.replica.set(key, value, at: time) }
        let isUnknown = error.map { $0.isCommit && $0.code == .ioError } ?? false
        if error == nil {
            expected[key] = [value]
            if hasFailed { try checkCrash() }
            hasFailed = false
        } else if isUnknown {
            expected[key, default: [nil]].append(value)
        }
        guard error != nil else { return }
        try checkCrash()
        if fault.count < 3 { return }
        // An editor that reads again finds the earlier state.
        var shown: [String: PropertyListValue]?
        _ = try attempt { shown = try $0.replica.contents().values }
        if let shown { check(shown, "\(place) shown after a failure") }
    }

    private mutating func sync() throws {
        var cloud = self.cloud
        let time = self.time
        _ = try attempt { try $0.sync(&cloud, at: time) }
        self.cloud = cloud
    }

    private mutating func checkpoint() throws {
        _ = try attempt {
            try $0.replica.withDatabase { try $0.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
        }
    }

    private func check(_ values: [String: PropertyListValue], _ place: Comment) {
        for (key, possible) in expected {
            let isExpected = possible.contains { $0 == values[key] }
            #expect(isExpected, "\(place): \(key)")
        }
    }

    /// The power fails at this point of the run.
    private func checkCrash() throws {
        for survival in [Survival.synced, .written] {
            let disk = FaultyDisk(self.disk.state.image(survival))
            let device = try Device(on: disk, life: 99, isWatching: false)
            check(try device.replica.contents().values, "\(place) after a crash, \(survival)")
        }
    }

    /// The disk works again: everything continues, and all acknowledged edits are there.
    private mutating func checkMended() throws {
        disk.arm(nil)
        var shown: [String: PropertyListValue] = [:]
        let error = try attempt { shown = try $0.replica.contents().values }
        #expect(error == nil, "\(place) \(error as Any)")
        check(shown, "\(place) after the repair")
        try edit(ReplicaScript.ownKeys[3], bookmark("afterwards."))
        for _ in 0..<3 { try sync() }
        try other.sync(&cloud)
        guard let device else { return }
        let values = try device.replica.contents().values
        check(values, "\(place) after the last sync")
        #expect(values == (try cloud.values()), "\(place): the device must show the cloud's values")
        #expect(values == other.values, "\(place): the other device must show them")
        let unsent = try device.replica.read { try $0.dirtyCount() }
        #expect(unsent == 0, "\(place): every edit must be sent")
        try checkCrash()
    }
}
