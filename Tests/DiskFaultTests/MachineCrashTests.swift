import FaultyDisk
import LocalCloud
import Replication
import SQLite
import SeededRandom
import TestSupport
import Testing

/// Two devices and their cloud share a disk, and lose unsynced writes together.
@Suite(.ownThread)
struct MachineCrashTests {
    /// Tries every third crash in thorough runs, else every 41st.
    private static let stride = Seeds.isThorough ? 3 : 41

    @Test(arguments: Seeds.all)
    func devicesAgreeWithTheCloudAfterACrash(_ seed: UInt64) async throws {
        let script = try await MachineScript(seed: seed, steps: 40)
        for (index, crash) in Crashes(of: script.disk.log, seed: seed).enumerated()
        where index % Self.stride == 0 {
            try await check(script, crash)
        }
    }

    private func check(_ script: MachineScript, _ crash: Crash) async throws {
        var machine = try Machine(on: FaultyDisk(crash.image), lives: 1_000_000)
        for (device, name) in Machine.names.enumerated() {
            let values = try machine.devices[device].replica.contents().values
            let last = script.edits.filter { $0.device == device && $0.end <= crash.count }
            for key in Set(last.map(\.key)) {
                let edits = script.edits.filter { $0.key == key && $0.start <= crash.count }
                let returned = edits.filter { $0.end <= crash.count }
                let possible = edits.dropFirst(returned.count - 1).map(\.value)
                let isExpected = possible.contains { $0 == values[key] }
                #expect(isExpected, "\(crash.place) \(key) of \(name)")
            }
        }
        let before = try machine.devices.map { try $0.replica.contents().values }
        try await machine.sync(rounds: 30)
        let entries = try CloudContents(path: machine.disk.path(CloudScript.name)).entries
        let records = try entries.map { ($0.key, try Record(encoded: $0.record).value) }
        let shown = records.reduce(into: [:]) { $0[$1.0] = $1.1 }
        for (device, name) in Machine.names.enumerated() {
            let contents = try machine.devices[device].replica.contents()
            #expect(contents.values == shown, "\(crash.place): \(name) must show the cloud")
            #expect(!contents.entries.contains { $0.isDirty }, "\(crash.place): unsent on \(name)")
            for key in MachineScript.keys(of: device) {
                let isSame = contents.values[key] == before[device][key]
                #expect(isSame, "\(crash.place): \(key) of \(name) must be unchanged")
            }
        }
    }
}

/// Two devices and a cloud on one disk.
struct Machine {
    static let names = ["home", "work"]

    let disk: FaultyDisk
    let cloud: LocalCloud
    var devices: [Device]
    private(set) var time: Int64

    init(on disk: FaultyDisk, lives: UInt64) throws {
        self.disk = disk
        let time = 1_800_000_000_000 + Int64(lives)
        self.time = time
        cloud = try CloudScript.open(disk, at: time)
        devices = try Self.names.enumerated().map { number, name in
            try Device(
                on: disk, name: name, life: lives + UInt64(number), isWatching: false)
        }
    }

    mutating func tick(_ milliseconds: Int64 = 1000) -> Int64 {
        time += milliseconds
        return time
    }

    mutating func sync(_ device: Int) async throws {
        let time = tick()
        try await devices[device].sync(cloud, at: time)
    }

    mutating func sync(rounds: Int) async throws {
        for _ in 0..<rounds {
            _ = tick(120_000)
            for device in devices.indices { try await sync(device) }
            let unsent = try devices.map { try $0.replica.read { try $0.dirtyCount() } }
            let cursors = try devices.map { try $0.replica.read { try $0.meta().cursor } }
            let head = try await cloud.quota().head
            if unsent == [0, 0], cursors == [head, head] { return }
        }
    }
}

/// A seeded sequence of events on a ``Machine``.
struct MachineScript {
    struct Edit {
        var device: Int
        var key: String
        var value: PropertyListValue?
        /// The counts of disk operations at the start and at the end of the edit.
        var start: Int
        var end: Int
    }

    let disk = FaultyDisk()
    /// The edits of keys that only one device edits.
    private(set) var edits: [Edit] = []
    private var machine: Machine

    static func keys(of device: Int) -> [String] { (1...2).map { "b.\(device)-\($0)" } }

    init(seed: UInt64, steps: Int) async throws {
        var random = SplitMix(seed: seed)
        machine = try Machine(on: disk, lives: 1)
        for step in 0..<steps {
            let device = Int.random(in: 0..<2, using: &random)
            switch Int.random(in: 0..<100, using: &random) {
            case ..<45:
                let keys = Self.keys(of: device) + ["b.both"]
                let key = keys.randomElement(using: &random) ?? ""
                let isDeletion = Int.random(in: 0..<5, using: &random) == 0
                try edit(device, key, isDeletion ? nil : bookmark("\(device)-\(step)."))
            case ..<85: try await machine.sync(device)
            case ..<95:
                let mode = ["PASSIVE", "TRUNCATE"].randomElement(using: &random) ?? ""
                try machine.devices[device].replica.withDatabase {
                    try $0.execute("PRAGMA wal_checkpoint(\(mode))")
                }
            default: machine = try Machine(on: disk, lives: 100 + 10 * UInt64(step))
            }
        }
    }

    private mutating func edit(
        _ device: Int, _ key: String, _ value: PropertyListValue?
    ) throws {
        let start = disk.count
        let time = machine.tick()
        try machine.devices[device].replica.set(key, value, at: time)
        guard Self.keys(of: device).contains(key) else { return }
        edits.append(
            Edit(device: device, key: key, value: value, start: start, end: disk.count))
    }
}
