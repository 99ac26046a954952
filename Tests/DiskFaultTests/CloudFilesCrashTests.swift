import DeviceStore
import FaultyDisk
import FileCoordination
import ScratchFolder
import TestSupport
import Testing

/// A device's server and its credentials change together, even across crashes and failures.
@Suite(.ownThread)
struct CloudFilesCrashTests {
    /// The clouds that the device uses in turn; `nil` is the cloud of this machine.
    private let states: [CloudAccess?] = [
        nil,
        CloudAccess(
            url: "https://one.example", token: "ada", authority: Array("PEM\n\nof one\n".utf8)),
        CloudAccess(
            url: "https://two.example", token: "eve",
            identity: CloudIdentity(certificate: "/c.pem", key: "/k.pem"), staysUnsealed: true),
        CloudAccess(url: "https://two.example", token: "eva"),
        nil,
    ]

    private func files(_ recorded: RecordedFolder) -> CloudFiles {
        CloudFiles(folder: recorded.folder.path, calls: recorded.calls)
    }

    private func make(_ state: CloudAccess?, _ files: CloudFiles) throws {
        if let state { try files.write(state) } else { try files.remove() }
    }

    /// The access that a newly started process finds.
    private func found(_ folder: String) throws -> CloudAccess? {
        let files = CloudFiles(folder: folder)
        #expect(try files.readLost() == nil)
        return try files.read()
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func crashLeavesTheOldOrTheNewAccess(_ seed: UInt64) throws {
        let recorded = RecordedFolder()
        var ends = [0]
        for state in states.dropFirst() {
            try make(state, files(recorded))
            #expect(try found(recorded.folder.path) == state)
            ends.append(recorded.count)
        }
        #expect(recorded.count > 40)
        for crash in Crashes(of: recorded.log, from: DiskState([:]), seed: seed) {
            let last = ends.lastIndex { $0 <= crash.count } ?? 0
            let folder = ScratchFolder()
            for (name, bytes) in crash.image { folder.write(name, bytes) }
            let there = try found(folder.path)
            #expect(states[last...].prefix(2).contains(there), "\(crash.place)")
            // The device keeps this access until another one is set.
            #expect(try found(folder.path) == there, "\(crash.place)")
            try make(states[1], CloudFiles(folder: folder.path))
            #expect(try found(folder.path) == states[1], "\(crash.place)")
            #expect(folder.names.contains("cloud.next") == false, "\(crash.place)")
        }
    }

    @Test(arguments: [Fault.Kind.full, .broken], [1, 2, 1000])
    func reportedFailureLeavesTheOldAccess(_ kind: Fault.Kind, _ count: Int) throws {
        for index in states.indices.dropFirst() {
            var operation = 0
            while true {
                let recorded = RecordedFolder()
                try make(states[index - 1], files(recorded))
                recorded.arm(Fault(kind, after: operation, count: count))
                var isSaid = true
                do { try make(states[index], files(recorded)) } catch { isSaid = false }
                let hasFailed = recorded.hasFailed
                recorded.arm(nil)
                let expected = isSaid ? states[index] : states[index - 1]
                #expect(try found(recorded.folder.path) == expected, "\(index) \(operation)")
                if !hasFailed { break }
                operation += 1
            }
            #expect(operation > 1)
        }
    }
}
