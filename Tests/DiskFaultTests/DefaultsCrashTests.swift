import Bookmarks
import DefaultsContent
import DefaultsFile
import FaultyDisk
import FileCoordination
import Replication
import ScratchFolder
import TestSupport
import Testing

/// The property list is whole after a crash at every operation, and after every failure.
@Suite(.ownThread)
struct DefaultsCrashTests {
    private let old: [UInt8]
    /// The contents to write, one after the other. Some are longer than one write.
    private let contents = [2, 1000, 1].map { count in
        DefaultsContent(
            bookmarks: (0..<count).map {
                Bookmark(id: "\($0)", name: "name \($0) of \(count)", url: "x:\($0)", added: 0)
            })
    }

    init() throws {
        let folder = ScratchFolder()
        let content = DefaultsContent(bookmarks: [Bookmark(id: "0", name: "", url: "", added: 0)])
        try DefaultsFile(path: folder.path("defaults.plist")).write(content)
        old = folder.read("defaults.plist")
    }

    private var image: DiskImage { ["defaults.plist": old] }

    private func file(_ recorded: RecordedFolder) -> DefaultsFile {
        DefaultsFile(path: recorded.folder.path("defaults.plist"), calls: recorded.calls)
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func crashLeavesTheOldOrTheNewPropertyList(_ seed: UInt64) throws {
        let recorded = RecordedFolder(image)
        var commits = [Commit(durability: .durable, operations: 0...0, after: old)]
        for content in contents {
            let start = recorded.count
            try file(recorded).write(content)
            commits.append(
                Commit(
                    durability: .durable, operations: start...recorded.count,
                    after: recorded.folder.read("defaults.plist")))
        }
        #expect(recorded.count > 15)
        var hadLeftovers = false
        for crash in Crashes(of: recorded.log, from: DiskState(image), seed: seed) {
            let found = crash.image["defaults.plist"]
            let last = commits.lastIndex { $0.operations.upperBound <= crash.count } ?? 0
            let possible = commits[last...].prefix(2).map(\.after)
            #expect(found.map { possible.contains($0) } == true, "\(crash.place)")
            if crash.image.count > 1 {
                hadLeftovers = true
                try checkThatLeftoversGo(crash)
            }
        }
        #expect(hadLeftovers, "some crash must leave temporary files")
    }

    private func checkThatLeftoversGo(_ crash: Crash) throws {
        let after = RecordedFolder(crash.image)
        try file(after).write(contents[0])
        #expect(after.folder.names == ["defaults.plist"], "\(crash.place)")
    }

    @Test(arguments: [Fault.Kind.full, .broken], [1, 3])
    func failureLeavesTheOldOrTheNewPropertyList(_ kind: Fault.Kind, _ count: Int) throws {
        var operation = 0
        while true {
            let recorded = RecordedFolder(image)
            recorded.arm(Fault(kind, after: operation, count: count))
            var last = old
            for content in contents {
                do {
                    try file(recorded).write(content)
                } catch let error as DefaultsError {
                    #expect(error.code == .cannotWrite, "\(error)")
                    #expect(error.description.contains(recorded.folder.path), "\(error)")
                    let found = recorded.folder.read("defaults.plist")
                    let isSynced = recorded.state.image(.synced)["defaults.plist"] == found
                    // Another content may be in place only if its folder could not be synced.
                    #expect(found == last || !isSynced, "\(operation)")
                }
                last = recorded.folder.read("defaults.plist")
            }
            guard recorded.hasFailed else { break }
            recorded.arm(nil)
            try file(recorded).write(contents[0])
            #expect(recorded.folder.names == ["defaults.plist"], "\(operation)")
            #expect(recorded.state.image(.synced).count == 1, "\(operation)")
            operation += 1
        }
        #expect(operation > 15)
    }
}

extension DiskState {
    /// The files, for a kind of survival that does not depend on chance.
    func image(_ survival: Survival) -> DiskImage {
        var random = SystemRandomNumberGenerator()
        return image(survival, using: &random)
    }
}
